"""Stories in which nothing rules an option out: language, words, options."""

FREE: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "en",
        "The train takes 3 hours and costs £40, the coach takes 5 hours and costs £18. I have a week off.",
        ("the train", "the coach"),
    ),
    (
        "en",
        "The Larkspur contract ties me in for 24 months at £20, the Tern one for 12 months at £22.",
        ("the Larkspur contract", "the Tern one"),
    ),
    (
        "en",
        "My sister says never buy cheap shoes. The brown pair is £30, the black pair £90.",
        ("the brown pair", "the black pair"),
    ),
    (
        "en",
        "I can't decide between the pottery class and the choir, both on Monday.",
        ("the pottery class", "the choir"),
    ),
    (
        "en",
        "The flat on the third floor has a lift and a balcony, the house has a garden. I love gardens.",
        ("the flat", "the house"),
    ),
    (
        "fr",
        "Le train met 3 heures et coûte 40 €, le car met 5 heures et coûte 18 €. J'ai une semaine de congé.",
        ("le train", "le car"),
    ),
    (
        "fr",
        "Je ne peux pas me décider entre la poterie et la chorale, toutes deux le lundi.",
        ("la poterie", "la chorale"),
    ),
    (
        "de",
        "Der Zug braucht 3 Stunden und kostet 40 €, der Bus 5 Stunden und 18 €. Ich habe eine Woche Urlaub.",
        ("der Zug", "der Bus"),
    ),
    (
        "de",
        "Der Vertrag von Larkspur bindet mich 24 Monate für 20 €, der von Tern 12 Monate für 22 €.",
        ("der Vertrag von Larkspur", "der von Tern"),
    ),
    (
        "it",
        "Il treno ci mette 3 ore e costa 40 €, il pullman 5 ore e 18 €. Ho una settimana di ferie.",
        ("il treno", "il pullman"),
    ),
    (
        "es",
        "El tren tarda 3 horas y cuesta 40 €, el autobús tarda 5 horas y cuesta 18 €. Tengo una semana libre.",
        ("el tren", "el autobús"),
    ),
    (
        "pt",
        "O comboio demora 3 horas e custa 40 €, o autocarro demora 5 horas e custa 18 €. Tenho uma semana livre.",
        ("o comboio", "o autocarro"),
    ),
    (
        "en",
        "I'm not allowed to lift anything after the operation. Removal job or call centre job?",
        ("removal job", "call centre job"),
    ),
    (
        "en",
        "My contract forbids working for competitors until March. Offer from Nordbank starts in January, they are a competitor; the museum has nothing to do with banking.",
        ("Nordbank", "the museum"),
    ),
    (
        "en",
        "There's no internet at the cabin. Stream a film or bring the board games?",
        ("stream a film", "bring the board games"),
    ),
    (
        "fr",
        "Le médecin m'interdit de porter du poids. Manutentionnaire ou standardiste ?",
        ("manutentionnaire", "standardiste"),
    ),
    (
        "en",
        "The inn doesn't allow smoking and has a pool, the guesthouse has a garden. I love gardens.",
        ("the inn", "the guesthouse"),
    ),
    (
        "fr",
        "L'auberge interdit de fumer et a une piscine, le gîte a un jardin. J'adore les jardins.",
        ("l'auberge", "le gîte"),
    ),
    (
        "de",
        "Das Gasthaus erlaubt kein Rauchen und hat ein Schwimmbad, die Pension hat einen Garten. Ich liebe Gärten.",
        ("das Gasthaus", "die Pension"),
    ),
    (
        "it",
        "La locanda non permette di fumare e ha la piscina, la pensione ha il giardino. Adoro i giardini.",
        ("la locanda", "la pensione"),
    ),
    (
        "es",
        "La posada no permite fumar y tiene piscina, la pensión tiene jardín. Me encantan los jardines.",
        ("la posada", "la pensión"),
    ),
    (
        "pt",
        "A estalagem não permite fumar e tem piscina, a pensão tem jardim. Adoro jardins.",
        ("a estalagem", "a pensão"),
    ),
    ("en", "I have no car yet and live far out. Buy a car or a bike?", ("a car", "a bike")),
    (
        "fr",
        "Je n'ai pas encore de voiture et j'habite loin. Acheter une voiture ou un vélo ?",
        ("une voiture", "un vélo"),
    ),
    (
        "de",
        "Ich habe noch kein Auto und wohne weit draußen. Soll ich mir ein Auto oder ein Fahrrad kaufen?",
        ("ein Auto", "ein Fahrrad"),
    ),
    ("it", "Non ho ancora l'auto e abito lontano. Compro un'auto o una bici?", ("un'auto", "una bici")),
    ("es", "Todavía no tengo coche y vivo lejos. ¿Me compro un coche o una bici?", ("un coche", "una bici")),
    (
        "pt",
        "Ainda não tenho carro e moro longe. Compro um carro ou uma bicicleta?",
        ("um carro", "uma bicicleta"),
    ),
    (
        "en",
        "Larkspur ties me in for 24 months at £20 a month. Tern is £22 a month and ends after 12 months.",
        ("Larkspur", "Tern"),
    ),
    (
        "fr",
        "Larkspur m'engage pour 24 mois à 20 € par mois. Tern coûte 22 € par mois et s'arrête après 12 mois.",
        ("Larkspur", "Tern"),
    ),
    (
        "de",
        "Larkspur bindet mich für 24 Monate zu 20 € im Monat. Tern kostet 22 € im Monat und endet nach 12 Monaten.",
        ("Larkspur", "Tern"),
    ),
    (
        "it",
        "Larkspur mi vincola per 24 mesi a 20 € al mese. Tern costa 22 € al mese e finisce dopo 12 mesi.",
        ("Larkspur", "Tern"),
    ),
    (
        "es",
        "Larkspur me ata 24 meses por 20 € al mes. Tern cuesta 22 € al mes y acaba a los 12 meses.",
        ("Larkspur", "Tern"),
    ),
    (
        "pt",
        "A Larkspur prende-me por 24 meses a 20 € por mês. A Tern custa 22 € por mês e acaba ao fim de 12 meses.",
        ("Larkspur", "Tern"),
    ),
    ("en", "I've never been to Rome and I can't wait to travel again. Rome or Lisbon?", ("Rome", "Lisbon")),
    (
        "fr",
        "Je ne suis jamais allée à Rome et j'ai hâte de repartir. Rome ou Lisbonne ?",
        ("Rome", "Lisbonne"),
    ),
    (
        "de",
        "Ich war noch nie in Rom und kann es kaum erwarten zu reisen. Rom oder Lissabon?",
        ("Rom", "Lissabon"),
    ),
    ("it", "Non sono mai stata a Roma e non vedo l'ora di ripartire. Roma o Lisbona?", ("Roma", "Lisbona")),
    ("es", "Nunca he estado en Roma y no puedo esperar a viajar. ¿Roma o Lisboa?", ("Roma", "Lisboa")),
    ("pt", "Nunca estive em Roma e mal posso esperar por viajar. Roma ou Lisboa?", ("Roma", "Lisboa")),
    (
        "en",
        "The train takes 3 hours and costs £40, the coach takes 5 hours and costs £18. I have to decide by Friday.",
        ("the train", "the coach"),
    ),
    (
        "fr",
        "Le train met 3 heures et coûte 40 €, le car met 5 heures et coûte 18 €. Je dois me décider avant vendredi.",
        ("le train", "le car"),
    ),
    (
        "de",
        "Der Zug braucht 3 Stunden und kostet 40 €, der Bus 5 Stunden und 18 €. Ich muss mich bis Freitag entscheiden.",
        ("der Zug", "der Bus"),
    ),
    (
        "it",
        "Il treno ci mette 3 ore e costa 40 €, il pullman 5 ore e 18 €. Devo decidere entro venerdì.",
        ("il treno", "il pullman"),
    ),
    (
        "es",
        "El tren tarda 3 horas y cuesta 40 €, el autobús tarda 5 horas y cuesta 18 €. Tengo que decidir antes del viernes.",
        ("el tren", "el autobús"),
    ),
    (
        "pt",
        "O comboio demora 3 horas e custa 40 €, o autocarro demora 5 horas e custa 18 €. Tenho de decidir até sexta-feira.",
        ("o comboio", "o autocarro"),
    ),
    (
        "en",
        "My old boots were £45. The brown pair is £60, the black pair £90, and I have plenty of money.",
        ("the brown pair", "the black pair"),
    ),
    (
        "fr",
        "Mes vieilles bottes avaient coûté 45 €. La paire brune est à 60 €, la paire noire à 90 €, et l'argent n'est pas un souci.",
        ("la paire brune", "la paire noire"),
    ),
    (
        "de",
        "Meine alten Stiefel kosteten früher 45 €. Das braune Paar kostet 60 €, das schwarze Paar 90 €, und Geld ist kein Problem.",
        ("das braune Paar", "das schwarze Paar"),
    ),
    (
        "it",
        "I miei vecchi stivali costavano 45 €. Il paio marrone costa 60 €, il paio nero 90 €, e i soldi non sono un problema.",
        ("il paio marrone", "il paio nero"),
    ),
    (
        "es",
        "Mis botas viejas costaban 45 €. El par marrón cuesta 60 €, el par negro 90 €, y el dinero no es problema.",
        ("el par marrón", "el par negro"),
    ),
    (
        "pt",
        "As minhas botas velhas custavam 45 €. O par castanho custa 60 €, o par preto 90 €, e o dinheiro não é problema.",
        ("o par castanho", "o par preto"),
    ),
    ("en", "I can't decide between pottery and choir, both on Monday evening.", ("pottery", "choir")),
    (
        "fr",
        "Je n'arrive pas à choisir entre la poterie et la chorale, les deux le lundi soir.",
        ("la poterie", "la chorale"),
    ),
    ("de", "Ich kann mich nicht entscheiden: Töpfern oder Chor, beides am Montagabend.", ("Töpfern", "Chor")),
    ("it", "Non riesco a decidere tra ceramica e coro, tutti e due il lunedì sera.", ("ceramica", "coro")),
    ("es", "No me decido entre cerámica y coro, los dos el lunes por la tarde.", ("cerámica", "coro")),
    ("pt", "Não me decido entre cerâmica e coro, os dois na segunda-feira à noite.", ("cerâmica", "coro")),
    (
        "en",
        "I don't mind stairs at all. The ground-floor flat is dark, the attic is bright but up four flights of stairs.",
        ("the ground-floor flat", "the attic"),
    ),
    (
        "fr",
        "Les escaliers ne me gênent pas. Le rez-de-chaussée est sombre, la mansarde est claire, au bout de quatre étages d'escalier.",
        ("le rez-de-chaussée", "la mansarde"),
    ),
    (
        "de",
        "Treppen machen mir nichts aus. Die Erdgeschosswohnung ist dunkel, die Dachwohnung hell, vier Treppen hoch.",
        ("die Erdgeschosswohnung", "die Dachwohnung"),
    ),
    (
        "it",
        "Le scale non mi pesano, anzi, nessun problema. Il pianterreno è buio, la mansarda è luminosa, dopo quattro rampe di scale.",
        ("il pianterreno", "la mansarda"),
    ),
    (
        "es",
        "Las escaleras no me importan. El bajo es oscuro, el ático es luminoso, tras cuatro tramos de escaleras.",
        ("el bajo", "el ático"),
    ),
    (
        "pt",
        "As escadas não me incomodam. O rés-do-chão é escuro, o sótão é claro, depois de quatro lanços de escadas.",
        ("o rés-do-chão", "o sótão"),
    ),
    ("en", "Nobody at the table is allergic to anything. Pizza or salad?", ("pizza", "salad")),
    ("fr", "Personne à table n'est allergique à rien. La pizza ou la salade ?", ("la pizza", "la salade")),
    ("de", "Niemand am Tisch hat eine Allergie. Pizza oder Salat?", ("Pizza", "Salat")),
    ("it", "Nessuno a tavola è allergico a niente. Pizza o insalata?", ("pizza", "insalata")),
    ("es", "Nadie en la mesa es alérgico a nada. ¿Pizza o ensalada?", ("pizza", "ensalada")),
    ("pt", "Ninguém à mesa é alérgico a nada. Piza ou salada?", ("piza", "salada")),
    (
        "en",
        "I earn £1,900 a month today. The museum job pays £1,850 a month, the council job £2,050 a month. What would you do?",
        ("the museum job", "the council job"),
    ),
    (
        "fr",
        "Je gagne 1 900 € par mois aujourd'hui. Le poste au musée paie 1 850 € par mois, le poste à la mairie 2 050 € par mois.",
        ("le poste au musée", "le poste à la mairie"),
    ),
    (
        "de",
        "Ich verdiene heute 1.900 € im Monat. Die Stelle im Museum bringt 1.850 € im Monat, die Stelle im Rathaus 2.050 € im Monat.",
        ("die Stelle im Museum", "die Stelle im Rathaus"),
    ),
    (
        "it",
        "Oggi guadagno 1.900 € al mese. Il posto al museo paga 1.850 € al mese, il posto in comune 2.050 € al mese.",
        ("il posto al museo", "il posto in comune"),
    ),
    (
        "es",
        "Hoy gano 1.900 € al mes. El puesto del museo paga 1.850 € al mes, el puesto del ayuntamiento 2.050 € al mes.",
        ("el puesto del museo", "el puesto del ayuntamiento"),
    ),
    (
        "pt",
        "Hoje ganho 1.900 € por mês. O lugar no museu paga 1.850 € por mês, o lugar na câmara 2.050 € por mês.",
        ("o lugar no museu", "o lugar na câmara"),
    ),
    (
        "en",
        "We have two weeks off from 3 August, no pets, no fixed plans. The lake or the mountains?",
        ("the lake", "the mountains"),
    ),
    (
        "fr",
        "Nous avons deux semaines à partir du 3 août, aucun animal, aucun projet. Le lac ou la montagne ?",
        ("le lac", "la montagne"),
    ),
    (
        "de",
        "Wir haben ab dem 3. August zwei Wochen frei, keine Tiere, keine Pläne. See oder Berge?",
        ("See", "Berge"),
    ),
    (
        "it",
        "Abbiamo due settimane dal 3 agosto, niente animali, niente programmi. Il lago o la montagna?",
        ("il lago", "la montagna"),
    ),
    (
        "es",
        "Tenemos dos semanas desde el 3 de agosto, sin mascotas, sin planes. ¿El lago o la montaña?",
        ("el lago", "la montaña"),
    ),
    (
        "pt",
        "Temos duas semanas a partir de 3 de agosto, sem animais, sem planos. O lago ou a montanha?",
        ("o lago", "a montanha"),
    ),
    (
        "en",
        "Our living room is 5 m long. The blue sofa is 2.10 m, the grey sofa 2.40 m, both fit easily.",
        ("the blue sofa", "the grey sofa"),
    ),
    (
        "fr",
        "Notre salon fait 5 m de long. Le canapé bleu fait 2,10 m, le canapé gris 2,40 m, les deux tiennent largement.",
        ("le canapé bleu", "le canapé gris"),
    ),
    (
        "de",
        "Unser Wohnzimmer ist 5 m lang. Das blaue Sofa misst 2,10 m, das graue Sofa 2,40 m, beide passen locker.",
        ("das blaue Sofa", "das graue Sofa"),
    ),
    (
        "it",
        "Il nostro salotto è lungo 5 m. Il divano blu misura 2,10 m, il divano grigio 2,40 m, ci stanno tutti e due.",
        ("il divano blu", "il divano grigio"),
    ),
    (
        "es",
        "Nuestro salón tiene 5 m de largo. El sofá azul mide 2,10 m, el sofá gris 2,40 m, los dos caben de sobra.",
        ("el sofá azul", "el sofá gris"),
    ),
    (
        "pt",
        "A nossa sala tem 5 m de comprimento. O sofá azul mede 2,10 m, o sofá cinzento 2,40 m, cabem os dois.",
        ("o sofá azul", "o sofá cinzento"),
    ),
)
