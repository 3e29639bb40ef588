"""Amounts as people write them in six languages: what is meant, and a phrase for it in each.

A meaning is "kind value", with "-upper" for a range, "/per" for a rate, and "<=", ">=" or "~" in front.
"""

LANGUAGES = ("en", "fr", "de", "it", "es", "pt")

PHRASES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("money 1299.99", ("€1,299.99", "1 299,99 €", "1.299,99 €", "1.299,99 €", "1.299,99 €", "1.299,99 €")),
    ("money 4500", ("$4,500", "4 500 euros", "4.500 Euro", "4.500 euro", "$ 4.500", "R$ 4.500")),
    (
        "money 1200/month",
        (
            "€1,200 a month",
            "1 200 € par mois",
            "1.200 € im Monat",
            "1.200 € al mese",
            "1.200 € al mes",
            "1.200 € por mês",
        ),
    ),
    (
        "money 12/person",
        (
            "£12 a head",
            "12 € par personne",
            "12 € pro Kopf",
            "12 € a testa",
            "12 € por persona",
            "12 € por pessoa",
        ),
    ),
    (
        "money 45/hour",
        ("£45 an hour", "45 € de l'heure", "45 € die Stunde", "45 € all'ora", "45 € la hora", "R$ 45 a hora"),
    ),
    (
        "money 57/night",
        ("$57 a night", "57 € la nuit", "57 € pro Nacht", "57 € a notte", "57 € la noche", "57 € por noite"),
    ),
    (
        "money 7.5/person/night",
        (
            "£7.50 per person per night",
            "7,50 € par personne et par nuit",
            "7,50 € pro Person und Nacht",
            "7,50 € a persona a notte",
            "7,50 € por persona y noche",
            "7,50 € por pessoa e por noite",
        ),
    ),
    (
        "money 24/kg",
        (
            "£2.40 per 100 g",
            "2,40 € les 100 g",
            "2,40 € pro 100 g",
            "2,40 € all'etto",
            "2,40 € los 100 g",
            "2,40 € por 100 g",
        ),
    ),
    (
        "money 250",
        (
            "two hundred and fifty euros",
            "deux cent cinquante euros",
            "zweihundertfünfzig Euro",
            "duecentocinquanta euro",
            "doscientos cincuenta euros",
            "duzentos e cinquenta euros",
        ),
    ),
    (
        "money 15000",
        (
            "fifteen thousand euros",
            "quinze mille euros",
            "fünfzehntausend Euro",
            "quindicimila euro",
            "quince mil euros",
            "quinze mil euros",
        ),
    ),
    ("money 0", ("for free", "gratuitement", "kostenlos", "gratis", "gratis", "de graça")),
    (
        "<= money 150",
        (
            "at most €150",
            "150 € au maximum",
            "höchstens 150 €",
            "al massimo 150 €",
            "como mucho 150 €",
            "no máximo 150 €",
        ),
    ),
    (
        ">= money 20",
        (
            "at least €20",
            "au moins 20 €",
            "mindestens 20 €",
            "almeno 20 €",
            "al menos 20 €",
            "pelo menos 20 €",
        ),
    ),
    ("~ money 30", ("about €30", "environ 30 €", "etwa 30 €", "circa 30 €", "unos 30 €", "cerca de 30 €")),
    (
        "<= money 60",
        (
            "I won't pay more than €60",
            "je ne paie pas plus de 60 €",
            "mehr als 60 € zahle ich nicht",
            "non pago più di 60 €",
            "no pago más de 60 €",
            "não pago mais de 60 €",
        ),
    ),
    (
        "duration 150",
        (
            "2 and a half hours",
            "2 h 30",
            "zweieinhalb Stunden",
            "due ore e mezza",
            "dos horas y media",
            "duas horas e meia",
        ),
    ),
    (
        "duration 30",
        ("half an hour", "une demi-heure", "eine halbe Stunde", "mezz'ora", "media hora", "meia hora"),
    ),
    (
        "duration 110",
        ("1 hour 50 minutes", "1 h 50", "1 Stunde 50 Minuten", "1 h 50", "1 h 50", "1 h 50"),
    ),
    (
        "duration 21600",
        ("fifteen days", "quinze jours", "fünfzehn Tage", "quindici giorni", "quince días", "quinze dias"),
    ),
    (
        "duration 2280/week",
        (
            "38 hours a week",
            "38 heures par semaine",
            "38 Stunden in der Woche",
            "38 ore a settimana",
            "38 horas a la semana",
            "38 horas por semana",
        ),
    ),
    ("duration 1051920", ("two years", "deux ans", "zwei Jahre", "due anni", "dos años", "dois anos")),
    (
        "duration 5259600-7363440",
        (
            "from 10 to 14 years",
            "de 10 à 14 ans",
            "von 10 bis 14 Jahren",
            "dai 10 ai 14 anni",
            "de 10 a 14 años",
            "dos 10 aos 14 anos",
        ),
    ),
    ("length 1.9", ("1.90 m", "1,90 m", "1,90 m", "1,90 m", "1,90 m", "1,90 m")),
    (
        "<= length 8000",
        (
            "no more than 8 km",
            "pas plus de 8 km",
            "nicht mehr als 8 km",
            "non più di 8 km",
            "no más de 8 km",
            "não mais de 8 km",
        ),
    ),
    ("length 0.35", ("35 cm", "35 cm", "35 cm", "35 cm", "35 cm", "35 cm")),
    ("area 24", ("24 m²", "24 mètres carrés", "24 Quadratmeter", "24 mq", "24 metros cuadrados", "24 m²")),
    ("area 12", ("4 x 3 m", "4 m sur 3", "4 mal 3 m", "4 m per 3", "4 m por 3", "4 m por 3")),
    ("weight 2", ("two kilos", "deux kilos", "zwei Kilo", "due chili", "dos kilos", "dois quilos")),
    ("data 16", ("16 GB", "16 Go", "16 GB", "16 giga", "16 GB", "16 GB")),
    ("percent 30", ("30 %", "30 %", "30 Prozent", "30 per cento", "30 por ciento", "30 por cento")),
    ("count 42", ("42 people", "42 personnes", "42 Personen", "42 persone", "42 personas", "42 pessoas")),
    (
        "times 2/week",
        (
            "twice a week",
            "deux fois par semaine",
            "zweimal pro Woche",
            "due volte a settimana",
            "dos veces por semana",
            "duas vezes por semana",
        ),
    ),
    ("speed 50", ("50 km/h", "50 km/h", "50 km/h", "50 km/h", "50 km/h", "50 km/h")),
    ("energy 300", ("300 kWh", "300 kWh", "300 kWh", "300 kWh", "300 kWh", "300 kWh")),
    ("temperature 30", ("30 degrees", "30 degrés", "30 Grad", "30 gradi", "30 grados", "30 graus")),
    (
        "clock 1230",
        ("at 8.30 pm", "à 20 h 30", "um 20:30 Uhr", "alle 20.30", "a las 20:30", "às 20h30"),
    ),
    (
        "clock 690",
        (
            "at half eleven",
            "à onze heures et demie",
            "um halb zwölf",
            "alle undici e mezza",
            "a las once y media",
            "às onze e meia",
        ),
    ),
    ("clock 720", ("at noon", "à midi", "am Mittag", "a mezzogiorno", "al mediodía", "ao meio-dia")),
    ("date 157", ("on 2 June", "le 2 juin", "am 2. Juni", "il 2 giugno", "el 2 de junio", "a 2 de junho")),
    ("date 218-248", ("in August", "en août", "im August", "in agosto", "en agosto", "em agosto")),
    ("weekday 4", ("on Friday", "vendredi", "am Freitag", "venerdì", "el viernes", "na sexta-feira")),
    (
        "weekday 5-6",
        (
            "at the weekend",
            "le week-end",
            "am Wochenende",
            "nel fine settimana",
            "el fin de semana",
            "no fim de semana",
        ),
    ),
)
