"""Stories in which nothing rules an option out: language, words, options."""


FREE = (
    ('en', 'The train takes 3 hours and costs £40, the coach takes 5 hours and costs £18. I have a week off.', ('the train', 'the coach')),
    ('en', 'The Larkspur contract ties me in for 24 months at £20, the Tern one for 12 months at £22.', ('the Larkspur contract', 'the Tern one')),
    ('en', 'My sister says never buy cheap shoes. The brown pair is £30, the black pair £90.', ('the brown pair', 'the black pair')),
    ('en', "I can't decide between the pottery class and the choir, both on Monday.", ('the pottery class', 'the choir')),
    ('en', 'The flat on the third floor has a lift and a balcony, the house has a garden. I love gardens.', ('the flat', 'the house')),
    ('fr', "Le train met 3 heures et coûte 40 €, le car met 5 heures et coûte 18 €. J'ai une semaine de congé.", ('le train', 'le car')),
    ('fr', 'Je ne peux pas me décider entre la poterie et la chorale, toutes deux le lundi.', ('la poterie', 'la chorale')),
    ('de', 'Der Zug braucht 3 Stunden und kostet 40 €, der Bus 5 Stunden und 18 €. Ich habe eine Woche Urlaub.', ('der Zug', 'der Bus')),
    ('de', 'Der Vertrag von Larkspur bindet mich 24 Monate für 20 €, der von Tern 12 Monate für 22 €.', ('der Vertrag von Larkspur', 'der von Tern')),
    ('it', 'Il treno ci mette 3 ore e costa 40 €, il pullman 5 ore e 18 €. Ho una settimana di ferie.', ('il treno', 'il pullman')),
    ('es', 'El tren tarda 3 horas y cuesta 40 €, el autobús tarda 5 horas y cuesta 18 €. Tengo una semana libre.', ('el tren', 'el autobús')),
    ('pt', 'O comboio demora 3 horas e custa 40 €, o autocarro demora 5 horas e custa 18 €. Tenho uma semana livre.', ('o comboio', 'o autocarro')),
    ('en', "I'm not allowed to lift anything after the operation. Removal job or call centre job?", ('removal job', 'call centre job')),
    ('en', 'My contract forbids working for competitors until March. Offer from Nordbank starts in January, they are a competitor; the museum has nothing to do with banking.', ('Nordbank', 'the museum')),
    ('en', "There's no internet at the cabin. Stream a film or bring the board games?", ('stream a film', 'bring the board games')),
    ('fr', "Le médecin m'interdit de porter du poids. Manutentionnaire ou standardiste ?", ('manutentionnaire', 'standardiste')),
)
