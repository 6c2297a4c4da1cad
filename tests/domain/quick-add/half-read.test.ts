import { describe, expect, test } from '@jest/globals';
import { ALEX, LEA, ME, household, read } from './household.js';
import { isWithdrawn } from './withdrawn.js';

const WORKDAYS = ['mo', 'tu', 'we', 'th', 'fr'];
const NOT_SUNDAY = [...WORKDAYS, 'sa'];
const on = (...days: readonly string[]) => days.map((day) => ({ day }));
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
const notInAugust = { byMonth: MONTHS.filter((month) => month !== 8) };

/** How two ways of saying the same thing are read. Each row has English sentences, French ones and the task. */
type Class = readonly [english: readonly string[], french: readonly string[], task: object];

describe('a series', () => {
  const classes: readonly Class[] = [
    [
      [
        'Walk every day with the exception of sunday',
        'Walk everyday aside from sunday',
        'Walk every day besides sundays',
        'Walk every day but no sundays',
        'Walk every day, never on sunday',
      ],
      [
        "Walk tous les jours à l'exception du dimanche",
        'Walk tout les jours exception faite du dimanche',
        'Walk tous les jours mis à part le dimanche',
        'Walk tous le jours mais jamais le dimanche',
        'Walk chaque jour en dehors du dimanche',
      ],
      { recurrence: { frequency: 'weekly', byDay: on(...NOT_SUNDAY) } },
    ],
    [
      ['Tennis every monday but skip august', 'Tennis every monday, not in august'],
      ["Tennis chaque lundi à l'exception du mois d'août", 'Tennis chaque lundi sans août'],
      { recurrence: { frequency: 'weekly', byDay: on('mo'), ...notInAugust } },
    ],
    [
      [
        'Yoga every monday thru March 15',
        'Yoga every monday up until March 15',
        'Yoga every monday to March 15',
      ],
      ["Yoga chaque lundi jusqu'au 15 mars", 'Yoga chaque lundi au 15 mars', 'Yoga les lundis au 15 mars'],
      { recurrence: { frequency: 'weekly', byDay: on('mo'), until: '2027-03-15' } },
    ],
    [
      ['Yoga every monday to the end of the year', 'Yoga mondays thru the end of the year'],
      ["Yoga chaque lundi jusqu'à la fin de l'année"],
      { recurrence: { frequency: 'weekly', byDay: on('mo'), until: '2026-12-31' } },
    ],
    [
      ['Trip every day 4 to 6 december', 'Trip every day december 4-6', 'Trip every day 4-6 december'],
      [
        'Trip chaque jour du 4 au 6 décembre',
        'Trip chaque jour 4 au 6 décembre',
        'Trip chaque jour 4-6 décembre',
      ],
      { date: '2026-12-04', recurrence: { frequency: 'daily', until: '2026-12-06' } },
    ],
    [
      ['Bins every thursday on even-numbered weeks', 'Bins thursdays, even weeks'],
      ['Bins les jeudis en semaines paires', 'Bins chaque jeudi (semaine paire)'],
      { date: '2026-11-26', recurrence: { frequency: 'weekly', interval: 2, byDay: on('th') } },
    ],
    [
      [
        'Bins on alternate thursdays',
        'Bins every alternate thursday',
        'Bins every thursday in alternate weeks',
      ],
      ['Bins tous les jeudis alternés', 'Bins 1 jeudi sur 2', 'Bins jeudi 1 semaine sur 2'],
      { date: '2026-11-19', recurrence: { frequency: 'weekly', interval: 2, byDay: on('th') } },
    ],
    [
      ['Rent every month on the 5th'],
      ['Rent tous les mois au 5', 'Rent au 5 de chaque mois', 'Rent tous les mois, le 5'],
      { date: '2026-12-05', recurrence: { frequency: 'monthly', byMonthDay: [5] } },
    ],
    [
      ['Walk everyday at 8', 'Walk every-day at 8', 'Walk every days at 8'],
      [
        'Walk tout les jours à 8h',
        'Walk tous les jour à 8h',
        'Walk chaques jours à 8h',
        'Walk tt les jours à 8h',
      ],
      { title: 'Walk', time: '08:00', recurrence: { frequency: 'daily' } },
    ],
    [
      ['Pill 3x/day', 'Pill 3 x / day', 'Pill 3 times/day'],
      ['Pill 3 x/jour', 'Pill 3x/jour', 'Pill 3 fois par jour'],
      { recurrence: { frequency: 'daily', times: ['09:00', '12:00', '19:00'] } },
    ],
    [
      [
        'Dishes every day in turn, Alex first',
        'Dishes every day in turn with Alex first',
        'Dishes every day in turn, first Alex',
        'Dishes every day by rotation, starting with Alex',
      ],
      [
        "Dishes chaque jour à tour de rôle, d'abord Alex",
        'Dishes chaque jour à tour de rôle, Alex en premier',
        'Dishes chaque jour par roulement en commençant par Alex',
      ],
      { rotation: { kind: 'turns', order: [[ALEX], [LEA], [ME]] } },
    ],
    [
      ['Dishes every day rotating Alex Léa', 'Dishes every day alternating Alex/Léa'],
      ['Dishes chaque jour en alternance Alex Léa', 'Dishes chaque jour en rotation Alex et Léa'],
      { rotation: { kind: 'turns', order: [[ALEX], [LEA]] } },
    ],
  ];

  test.each(rowsOf(classes))('is read from (%s): %s', (locale, text, task) => {
    const found = read(text, household(locale));
    expect(found.task).toMatchObject(task);
    expect(found.warnings.filter(({ code }) => code !== 'WEEK_PARITY')).toEqual([]);
  });
});

describe('a time or a date', () => {
  const classes: readonly Class[] = [
    [
      ['Vet 1430 friday', 'Vet friday 1430', 'Vet 14.30 friday', 'Vet 230pm friday'],
      ['Vet 1430 vendredi', 'Vet vendredi 1430', 'Vet 14.30 vendredi'],
      { title: 'Vet', date: '2026-11-20', time: '14:30' },
    ],
    [
      ['School tomorrow 0815-0945', 'School 0815-0945 tomorrow', 'School tomorrow 8.15-9.45'],
      ['School demain 0815-0945', 'School demain de 0815 à 0945', 'School demain 8.15-9.45'],
      { title: 'School', date: '2026-11-19', time: '08:15', durationMinutes: 90 },
    ],
    [
      ['Party 4.12.26', 'Party 04.12.26', 'Party 4.12.2026'],
      ['Party 4.12.26', 'Party 04.12.26', 'Party 4/12/26'],
      { title: 'Party', date: '2026-12-04' },
    ],
    [
      ['Party in about 3 days', 'Party in 3 days'],
      ['Party dans environ 3 jours', 'Party dans 3 jours'],
      { title: 'Party', date: '2026-11-21' },
    ],
    // An hour that is only about that time
    [
      [
        'Dentist friday at 8ish',
        'Dentist friday around 8-ish',
        'Dentist 8ish friday',
        'Dentist friday at 8 or so',
        'Dentist friday about 8',
      ],
      [
        'Dentist vendredi vers 8h environ',
        'Dentist vendredi à 8h à peu près',
        'Dentist vendredi aux alentours de 8h',
        'Dentist environ 8h vendredi',
        'Dentist vendredi vers les 8h',
      ],
      { title: 'Dentist', date: '2026-11-20', time: '08:00' },
    ],
    [
      ['Call friday 8 or so', 'Call friday 8 ish', 'Call 8-ish friday'],
      [],
      { title: 'Call', date: '2026-11-20', time: '08:00' },
    ],
    [
      [],
      ['Dentiste le 1er sur les coups de 9h', 'Dentiste le 1er vers les 9h'],
      { title: 'Dentiste', date: '2026-12-01', time: '09:00' },
    ],
    [
      [
        'Film friday 8pm-ish',
        'Film friday approximately 8pm',
        'Film 8pm or so friday',
        'Film friday 8pm onwards',
      ],
      ['Film vendredi 20h et des poussières', 'Film vendredi 20h environ', 'Film vendredi autour de 20h'],
      { title: 'Film', date: '2026-11-20', time: '20:00' },
    ],
    [
      ['Lunch friday noonish', 'Lunch friday at noon or so'],
      ['Lunch vendredi midi environ', 'Lunch aux environs de midi vendredi'],
      { title: 'Lunch', date: '2026-11-20', time: '12:00' },
    ],
    [
      ['Call in about an hour', 'Call in roughly 60 minutes'],
      ['Call dans environ une heure'],
      { title: 'Call', date: '2026-11-18', time: '11:00' },
    ],
    // A word after the hour does not make it an amount.
    [
      ['Vet downtown monday at 8', 'Vet monday at 8 downtown', 'Vet monday at eight downtown'],
      ['Vet downtown lundi à 8', 'Vet lundi à 8 downtown', 'Vet à 8 lundi downtown'],
      { title: 'Vet downtown', date: '2026-11-23', time: '08:00' },
    ],
    [
      ['Leave friday at 7 sharp', 'Leave at 7 on the dot friday'],
      ['Leave vendredi à 7 pile', 'Leave vendredi à 7 précises'],
      { title: 'Leave', date: '2026-11-20', time: '07:00' },
    ],
    [
      ['Walk every tuesday at 7 before work', 'Walk at 7 every tuesday before work'],
      [],
      { title: 'Walk before work', time: '07:00', recurrence: { frequency: 'weekly', byDay: on('tu') } },
    ],
    // Numbers of people and of houses are no hours.
    [
      ['Dinner at 8 people friday', 'Dinner at 12 Baker Street friday', 'Stop at 3 shops friday'],
      ['Dîner à 8 personnes vendredi', 'Dîner vendredi à 12 rue du Port', 'Voyage vendredi à 3 enfants'],
      { date: '2026-11-20', time: null, durationMinutes: null },
    ],
    // A small number of hours without « à » is a duration.
    [
      [],
      ['Jardin 2h samedi', 'Jardin 2 heures samedi', 'Jardin samedi 2 h', 'Jardin deux heures samedi'],
      { title: 'Jardin', date: '2026-11-21', time: null, durationMinutes: 120 },
    ],
    [
      [],
      ['Jardin samedi à 2 heures', 'Jardin samedi 2 heures du matin', 'Jardin vers 2 heures samedi'],
      { title: 'Jardin', date: '2026-11-21', time: '02:00', durationMinutes: null },
    ],
    [[], ['Cours 5 heures mardi', 'Cours mardi 5h'], { title: 'Cours', date: '2026-11-24', time: '05:00' }],
    // The time of a noun is that of the task.
    [
      [],
      ['Train de 8h12 lundi', 'Lundi, Train de 8h12'],
      { title: 'Train', date: '2026-11-23', time: '08:12' },
    ],
    [
      [],
      ['Réveil de 6h30 tous les jours', 'Tous les jours Réveil de 6h30'],
      { title: 'Réveil', time: '06:30', recurrence: { frequency: 'daily' } },
    ],
    [
      [],
      ['Bus de 7h15 tous les matins', 'Bus de 7h15 chaque matin'],
      { title: 'Bus', time: '07:15', recurrence: { frequency: 'daily' } },
    ],
    [[], ['Sieste de 2h demain'], { title: 'Sieste de 2h', date: '2026-11-19', time: null }],
    // A time after "for"
    [
      ['Table for 8pm friday', 'Table friday for 8pm', 'Table for 8 pm friday', 'Table for 20:00 friday'],
      ['Table pour 20h vendredi', 'Table vendredi pour 20 heures', 'Table pour 20:00 vendredi'],
      { title: 'Table', date: '2026-11-20', time: '20:00', durationMinutes: null },
    ],
    [
      ['Cake for noon tomorrow', 'Cake tomorrow for midday'],
      ['Cake pour midi demain', 'Cake demain pour 12h'],
      { title: 'Cake', date: '2026-11-19', time: '12:00' },
    ],
    [
      ['Get ready for 7pm class friday'],
      [],
      { title: 'Get ready for class', date: '2026-11-20', time: '19:00' },
    ],
    [[], ['Train lundi pour 7h moins dix'], { title: 'Train', date: '2026-11-23', time: '06:50' }],
    // « Pour » before less than four hours names a duration.
    [
      ['Garden for 3 hours friday', 'Garden friday for 3h'],
      ['Garden pour 3 heures vendredi', 'Garden vendredi pour 3h'],
      { title: 'Garden', date: '2026-11-20', time: null, durationMinutes: 180 },
    ],
    [
      ['Garden for an hour and a half friday', 'Garden for 90 minutes friday', 'Garden for 1h30 friday'],
      ['Garden pour 1h30 vendredi', 'Garden pour 1 heure et demie vendredi', 'Garden pour 90 min vendredi'],
      { title: 'Garden', date: '2026-11-20', time: null, durationMinutes: 90 },
    ],
    // A duration without "for"
    [
      ['Study 90min friday', 'Study friday 90 mins', 'Study 90 minutes friday', '90min Study friday'],
      ['Study 90min vendredi', 'Study vendredi 90 minutes', 'Study 90mn vendredi'],
      { title: 'Study', date: '2026-11-20', time: null, durationMinutes: 90 },
    ],
    [
      ['Nap 2h friday', 'Nap friday 2hrs', 'Nap 2 hours friday', 'Nap 2 h friday'],
      ['Nap 2h vendredi', 'Nap vendredi 2 heures', 'vendredi 2 heures de Nap'],
      { title: 'Nap', date: '2026-11-20', time: null, durationMinutes: 120 },
    ],
    [
      ['Piano 20 min every day', 'Piano every day 20 minutes', 'Piano 20min daily', '20 min every day Piano'],
      ['Piano 20 min chaque jour', 'Piano tous les jours 20 minutes', 'tous les jours 20 min de Piano'],
      { title: 'Piano', durationMinutes: 20, time: null, recurrence: { frequency: 'daily' } },
    ],
    [
      ['Piano 20 min every evening', 'Piano every evening 20 mins'],
      ['Piano 20 min chaque soir', 'Piano chaque soir 20 min'],
      { title: 'Piano', durationMinutes: 20, time: '19:00', recurrence: { frequency: 'daily' } },
    ],
    [
      ['Swim 50m friday'],
      ['Swim 50m vendredi'],
      { title: 'Swim 50m', date: '2026-11-20', durationMinutes: null },
    ],
    // British English: half four is 4:30.
    [
      ['Tea at half 4 friday', 'Tea half four friday', 'Tea friday half 4', 'Tea at half four on friday'],
      [],
      { title: 'Tea', date: '2026-11-20', time: '16:30' },
    ],
    [['Cut half 4 apples friday', 'Cut in half four apples friday'], [], { date: '2026-11-20', time: null }],
    // Short weekdays that are also common words
    [
      ['Buy sun cream friday', 'Wed photos friday', 'Get some sun and relax friday'],
      ['Voir la mer vendredi', 'Mer et montagne vendredi'],
      { date: '2026-11-20', recurrence: null },
    ],
    [
      ['Enjoy the sun sat 3pm'],
      ['Enjoy the sun sam 15h'],
      { title: 'Enjoy the sun', date: '2026-11-21', time: '15:00', recurrence: null },
    ],
    [
      ['Buy sun cream and a hat mon'],
      ['Buy sun cream and a hat lun'],
      { title: 'Buy sun cream and a hat', date: '2026-11-23', recurrence: null },
    ],
    [[], ['Aller à la mer lun'], { title: 'Aller à la mer', date: '2026-11-23', recurrence: null }],
    [
      [],
      ['Dîner avec mon ami mar 20h'],
      { title: 'Dîner avec mon ami', date: '2026-11-24', time: '20:00', recurrence: null },
    ],
    [
      [],
      ['Manger des fruits de mer ven 20h'],
      { title: 'Manger des fruits de mer', date: '2026-11-20', time: '20:00', recurrence: null },
    ],
    [
      [],
      ['Déjeuner avec sam lun 12h', 'Lun 12h déjeuner avec sam'],
      { date: '2026-11-23', time: '12:00', recurrence: null },
    ],
    [[], ['Dîner chez sam 20h'], { title: 'Dîner chez sam', date: '2026-11-18', time: '20:00' }],
    [
      ['Dinner this sat 8pm', 'Dinner 8pm this sat'],
      ['Dinner ce sam 20h'],
      { title: 'Dinner', date: '2026-11-21', time: '20:00' },
    ],
    [
      ['Football sat sun 10am', 'Football sat/sun 10am'],
      ['Football sam dim 10h', 'Football sam/dim 10h'],
      { title: 'Football', time: '10:00', recurrence: { frequency: 'weekly', byDay: on('sa', 'su') } },
    ],
    [
      ['Pay 1430 friday', 'Read 1939-1945 friday'],
      ['Payer 1430 vendredi', 'Virement 1500 vendredi'],
      { date: '2026-11-20', time: null },
    ],
  ];

  test.each(rowsOf(classes))('is read from (%s): %s', (locale, text, task) => {
    const found = read(text, household(locale));
    expect(found.task).toMatchObject(task);
    expect(found.warnings).toEqual([]);
  });
});

describe('a sentence that would be half read', () => {
  test.each([
    // Several times or dates
    'Stretch every morning and at 6pm',
    'Stretch every morning as well as at 6pm',
    'Stretch every morning, 6pm',
    'Pills every day at 7, again at 19',
    'Pills tomorrow morning and evening',
    'Dinner tomorrow morning at 6pm',
    'Yoga tuesday and thursday at 6pm',
    'Yoga tuesday, thursday at 6pm',
    'Yoga tuesday 6pm and thursday 7pm',
    'Meet june 3 and june 5',
    'Call tomorrow and on friday',
    'Pills 10, 12 and 17',
    'Swim sat or sun 10am',
    'Visit mum sun or mon',
    'Visit mum mon or tue',
    'Visit mum monday, or tuesday at 6pm',
    'Visit mum tomorrow or sat',
    'Gym friday and sat',
    'Trash out wed, recycling thu night',
    'Trash wed and recycling thu night',
    'Lunch at 5pm or at 6pm',
    'Lunch friday 8pm or later',
    // Two events
    'Drop off 8am pick up 4pm monday',
    'Leave 8am back 6pm friday',
    'Plumber 8am, electrician 2pm tomorrow',
    'Flight monday 7am returns thursday 9pm',
    'Call mum tomorrow and dad friday',
    'Call the bank at 9 tomorrow and mum at 5pm',
    'Swim for 1h then run for 30 minutes saturday',
    'Dentist tomorrow 9am. Gym 6pm',
    'Drop kids 0830 pick up 1530 friday',
    'Train 8.15 friday, back 18.30',
    'Call mum tomorrow, no, friday',
    // A second day that is less likely
    'Visit mum monday or maybe tuesday',
    'Visit mum monday or if not tuesday',
    'Visit mum monday otherwise tuesday',
    'Gym fri or maybe sat',
    'Gym friday, if not sat',
    'Dentist at 3 or maybe 4 tomorrow',
    // Dates that may also be fractions
    'Dentist 3/6 and 4/6',
    'Dentist 3/6, 4/6',
    'Dentist on 3/6, 4/6 and 5/6 at 2pm',
    'Dentist 20.11. or 21.11. 2pm',
    'Dentist 3/6 or friday',
    'Dentist friday or 3/6',
    'Party 3/6 friday',
    'Party 3/6 with mum 5pm',
    // The number of a week
    'Week 48',
    'Plan holidays in week 48',
    'Pay the builder late next week',
    'Order logs mid next week',
    'Call insurance start of next week',
    'Dentist wk 48 friday',
    'In week 48 dentist 3pm',
    'Dentist week no 48',
    'Holidays weeks 48-49',
    // Weekdays that are also common words
    'The cat sat mon',
    'Gym fri wed 6pm',
    'Sat dentist 3pm',
    // An hour or a number
    'Friday dinner 8ish',
    'Dinner tonight eightish',
    'Run 5ish km friday',
    'Meet next week about 3 plimsoll',
    'Call for sunday 11 approx',
    // The guests arrive and the dinner begins, or a range of hours before its day
    'Meeting 9 for 9.30 friday',
    'Party 7 for 7:30 saturday',
    'Drinks 7pm for 7.30 saturday',
    'Lunch at 12.30 for 1 sunday',
    'Lunch 12-2 sunday',
    'Work 9-5 monday',
    'Work 9-17 monday',
    'Yoga 9 to 10 every monday',
    // An hour or a number
    'Half six swim tomorrow',
    'Dentist at half one tuesday',
    'Vet 9h friday',
    'Meet friday at 7 eleven',
    'Dinner friday at 8 Elm',
    'Visit friday at 3 shops',
    'Dinner at 8 downtown tomorrow',
    // Exceptions and ends
    'Walk every weekday from monday to tuesday',
    'Walk every day except monday to wednesday',
    'Walk every day with sundays off',
    'Walk every day unless it is june 3',
    'Yoga every monday besides december 7',
    'Walk every day except weekends and bank holidays',
    'Walk every day except sunday, bank holidays',
    'Walk every day except sunday and holidays',
    'Walk every day except sundays, holidays',
    'Walk every day except sundays and christmas',
    'Walk every weekday except friday and rainy days',
    'Tennis every monday except august and bank holidays',
    'Gym never on sunday tuesday/wednesday/sunday',
    'Gym every monday never on holidays',
    'Gym every monday not on holidays',
    'Gym every monday, no school holidays',
    'Swim every tuesday term time only',
    'Call every sunday and bank holidays',
    'Feed cat every morning until friday evening',
    'Feed cat every day until monday morning',
    'Feed cat every day until december 5 in the evening',
    'Yoga every monday but the last',
    'Tennis every monday while it is august',
    'Tennis every monday with a break in august',
    'Yoga every monday for the rest of the year',
    'Yoga every monday before june 1',
    'Yoga every monday finishing march 15',
    'Yoga every monday, 6 sessions',
    'Yoga every monday this month only',
    // Even and odd days
    'Bins every odd thursday',
    'Bins every thursday when the week is even',
    // Turns
    'Trash every monday, Alex and Léa rotate',
    'Trash every monday, Alex and Léa swap',
    'Bathroom this week Alex, next week Léa',
    'Dishes one day Alex, next day Léa',
    'Dishes every day in turn starting June 3 with Alex',
    'Dishes every day, Alex first, in turn',
    'Dishes in turn every day, Alex to start',
    'Dishes every day alternating between Léa and Alex, Alex first',
    // Deadlines and periods
    'Send report before friday noon',
    'Send report the day before friday',
    'Send report around friday',
    'Buy milk 2.30 friday',
    'Watch march 2010 friday',
    'Send report friday noon at the latest',
    'Send report friday at 25:00',
    'Send report before christmas',
    'Pay nanny before the 5th of every month',
    'Pay nanny by the 5th of each month',
    'Pay nanny before every friday',
    'Check bread within 2 hours friday',
    'Check bread after 2 hours friday',
    'Visit Rex one sunday a month',
    'Gym two evenings a week',
    'Pay rent every month on the last',
    'Pay rent every year on the first',
    'Bleed radiators every autumn',
    'Bake every christmas',
    'Pay rent the last of the month',
    'Tidy 2 hours a day',
    'Paint the fence this summer',
    'Call in 2-3 days',
    'Call in a few days',
    // An interval of hours
    'Nappy every 3h',
    'Eye drops every 4h',
    'Feed baby every 2h30',
    // A number that may be a time
    'Collect Ben 4.45 gymnastics thursday',
    'Football 10.30 away saturday',
    'Leave 8.15 school trip friday',
    'Doors 6.30 show 7pm friday',
    'Milk 2.30 friday',
    'Gym 6 tomorrow',
    'Gym 3 monday',
    'Pick up Alex 5 today',
    'Buy cake 4 on friday',
    'Call mum tonight 7',
    'Tonight 7 call mum',
    'Tomorrow 6 gym',
    'Watch Apollo 11 tonight',
    // A length, and the time of today
    'Hotel 2 nights from 13 feb',
    'Hotel paris 3 nights 13 feb',
    'Jab this time next week',
    'Mow lawn same time tomorrow',
  ])('keeps its whole text as the title, with a warning (en): %s', (text) => {
    expect({ text, isWithdrawn: isWithdrawn(text, read(text, household('en'))) }).toEqual({
      text,
      isWithdrawn: true,
    });
  });

  test.each([
    // Several times or dates
    'Étirements chaque matin et à 18h',
    "Étirements chaque matin ainsi qu'à 18h",
    'Pilules tous les jours à 8h avec Alex le soir',
    'Pilules demain matin et soir',
    'Dîner demain matin à 18h',
    'Dîner demain soir 19-21',
    'Yoga mardi et jeudi à 18h',
    'Yoga mardi, jeudi à 18h',
    'Yoga mardi 18h et jeudi 19h',
    'Rendez-vous le 3 juin et le 5 juin',
    'Appeler demain et vendredi',
    'Pilules 10, 12 et 17',
    'Coiffeur sam ou dim 10h',
    'Coiffeur mardi ou mercredi',
    'Coiffeur mardi, ou mercredi à 10h',
    'Coiffeur mar ou mer',
    'Piscine vendredi ou mer',
    'Coiffeur le sam ou dim 10h',
    'Rendez-vous vendredi 20h ou plus tard',
    // An interval of hours
    'Couche toutes les 3h',
    'Doliprane toutes les 6h',
    'Biberon toutes les 2h30',
    // A number that may be a time
    'Taxi 3h45 samedi',
    'Biberon 3h demain',
    'Biberon demain 3h',
    'Foot 10.30 extérieur samedi',
    'Gym 6 demain',
    'Dentiste 3 lundi',
    'Demain soir 7 gym',
    // A length, and the time of today
    'Hôtel 2 nuits à partir du 13 février',
    'Hôtel 2 nuits le 13 février',
    'Piscine demain même heure',
    // Two events
    'Départ de 8h lundi et retour 18h',
    'Départ de 8h lundi, retour de 18h',
    'Emmener les enfants 8h récupérer 16h30 lundi',
    'Plombier 8h, électricien 14h demain',
    'Départ lundi 8h, retour vendredi 18h',
    'Nager pendant 1h puis courir pendant 30 minutes samedi',
    'Rendez-vous lundi non mardi',
    // A second day that is less likely
    'Piscine lundi ou peut-être mardi',
    'Piscine lundi, sinon mardi',
    'Piscine lundi voire mardi',
    'Piscine vendredi ou à défaut sam',
    'Coiffeur le 3 ou peut-être le 4 juin',
    // Dates that may also be fractions
    'Dentiste 3/6 et 4/6',
    'Dentiste le 3/6 et le 4/6',
    'Dentiste 20.11. ou 21.11. 14h',
    'Dentiste 20/11 ou mardi 14h',
    'Fête 3/6 vendredi',
    // The number of a week
    'Semaine 48',
    'Congés en semaine 48',
    'Payer le ramoneur en début de semaine prochaine',
    'Payer la nounou en début de mois',
    // One o'clock or one hour
    'Rendez-vous à une heure lundi',
    'Dîner dimanche à une heure et demie',
    'Dentiste semaine 48 lundi 14h',
    'Dentiste S48 14h',
    'Congés sem. 8',
    'Congés semaines 48-49',
    // Weekdays that are also common words
    'Appeler sam lun',
    'Mer lun 18h',
    'Mer calme 20h',
    // An hour or a number
    'Garde samedi 20 à 22',
    'Dentiste vendredi 8 environ',
    // The guests arrive and the dinner begins, or a range of hours before its day
    'Réunion vendredi 9h pour 9h30',
    'Invités à 19h pour 19h30 samedi',
    'Déjeuner 12-14 dimanche',
    'Travail 9-17 lundi',
    // An hour, a duration or a number
    'Réveil pour 6h30 demain',
    'Garde pour 5 heures samedi',
    'Bureau de 9h à 5h lundi',
    'Dîner vendredi à 8 Elm',
    'Dîner vendredi à 3 boutiques',
    'Demain dîner à 8',
    'Dîner à 8 avec Alex demain',
    // Exceptions and ends
    'Marche les jours de semaine du lundi au mardi',
    'Course tous les lundis du lundi au mercredi',
    'Semaine prochaine en huit piscine',
    'Travail mardi 8 à 16',
    "Gym à la fin de nov 10 heures de l'après-midi",
    'Travaux lundi midi à 12 au 15 juillet',
    'Dentiste vendredi 10h. Le mardi piscine',
    'Marche tous les jours sauf du lundi au mercredi',
    'Marche tous les jours, relâche le dimanche',
    'Marche tous les jours sauf dimanche et vacances',
    'Marche tous les jours sauf dimanches et fériés',
    'Marche tous les jours sauf dimanche et fêtes',
    'Marche tous les jours sauf mercredi et vacances scolaires',
    'Marche tous les jours sauf le dimanche, vacances',
    'Marche tous les jours sauf le dimanche et quand il pleut',
    'Tennis chaque lundi sauf en août et pendant les vacances',
    'Piscine chaque lundi jamais les jours fériés',
    'Piscine chaque lundi et jours fériés',
    "Chat chaque matin jusqu'à vendredi soir",
    "Chat chaque jour jusqu'à lundi matin",
    "Chat chaque jour jusqu'au 5 décembre au soir",
    'Tennis chaque lundi, pas de cours le 7 décembre',
    'Tennis chaque lundi mais pas le dernier',
    'Tennis chaque lundi, pause en août',
    "Yoga chaque lundi pour le reste de l'année",
    'Yoga chaque lundi avant le 30 juin',
    'Yoga chaque lundi se terminant le 30 juin',
    'Yoga chaque lundi, 6 séances',
    'Yoga chaque lundi ce mois-ci seulement',
    "Yoga chaque lundi toute l'année scolaire",
    // Even and odd days
    'Piscine les lundis impairs',
    'Piscine chaque lundi pair',
    'Poubelles chaque jeudi quand la semaine est paire',
    // Turns
    'Poubelles chaque lundi, Alex et Léa alternent',
    'Salle de bain cette semaine Alex, la semaine prochaine Léa',
    'Vaisselle un jour Alex un jour Léa',
    'Vaisselle chaque jour à tour de rôle à partir du 3 juin avec Alex',
    "Vaisselle chaque jour, Alex d'abord, à tour de rôle",
    'Vaisselle chaque jour un jour Alex un jour Léa',
    "Vaisselle chaque jour en alternance entre Léa et Alex, Alex d'abord",
    // Deadlines and periods
    'Rapport avant vendredi midi',
    'Rapport la veille de vendredi',
    'Acheter du lait 2.30 vendredi',
    'Rapport vendredi à midi au plus tard',
    'Rapport vendredi à 25h',
    'Rapport avant Noël',
    'Nounou avant le 5 de chaque mois',
    'Nounou avant le premier de chaque mois',
    "Nounou d'ici le 5 de chaque mois",
    'Impôts avant chaque trimestre',
    'Mamie un dimanche par mois',
    'Sport deux soirs par semaine',
    'Ramoner chaque automne',
    'Vélo tous les étés',
    'Loyer le dernier du mois',
    'Écran 20 min par jour',
    'Appeler dans 2-3 jours',
    'Appeler dans quelques jours',
  ])('keeps its whole text as the title, with a warning (fr): %s', (text) => {
    expect({ text, isWithdrawn: isWithdrawn(text, read(text, household('fr'))) }).toEqual({
      text,
      isWithdrawn: true,
    });
  });
});

describe('the time of a noun with an article', () => {
  test.each([
    ['Prendre le train de 8h12 lundi à 7h', 'Prendre le train de 8h12', '07:00'],
    ['Prendre le train de 8h12 lundi arrivée 10h05', 'Prendre le train de 8h12 arrivée', '10:05'],
  ])('stays in the title, with a warning, if another time is read: %s', (text, title, time) => {
    const { task, warnings } = read(text, household('fr'));
    expect(task).toMatchObject({ title, date: '2026-11-23', time });
    expect(warnings).toMatchObject([{ code: 'NOT_UNDERSTOOD', start: text.indexOf('de 8h12') }]);
  });

  test.each(['Prendre le train de 8h12 lundi', 'Lundi Prendre le train de 8h12'])(
    'stays in the title, with a warning: %s',
    (text) => {
      const { task, warnings } = read(text, household('fr'));
      expect(task).toMatchObject({ title: 'Prendre le train de 8h12', date: '2026-11-23', time: null });
      expect(warnings).toMatchObject([{ code: 'NOT_UNDERSTOOD', start: text.indexOf('de 8h12') }]);
    },
  );
});

test('an abbreviated weekday after « le » dates a time, and stays in the title with a warning', () => {
  const { task, warnings } = read('Dentiste le sam à 20h', household('fr'));
  expect(task).toMatchObject({ title: 'Dentiste le sam', date: '2026-11-21', time: '20:00' });
  expect(warnings).toMatchObject([{ code: 'AMBIGUOUS', start: 9, end: 15 }]);
});

describe('a vague part of the day', () => {
  test.each([
    ['en', 'Dentist tomorrow early afternoon', 'early afternoon'],
    ['en', 'Dentist late morning tomorrow', 'late morning'],
    ['en', 'Dentist tomorrow first thing', 'first thing'],
    ['en', 'Dentist first thing tomorrow', 'first thing'],
    ['en', 'Dentist in the early evening tomorrow', 'in the early evening'],
    ['en', 'Dentist mid-afternoon tomorrow', 'mid-afternoon'],
    ['en', 'Dentist tomorrow early in the morning', 'early in the morning'],
    ['fr', "Dentist en début d'après-midi demain", "en début d'après-midi"],
    ['fr', 'Dentist demain fin de matinée', 'fin de matinée'],
    ['fr', 'Dentist demain en fin de journée', 'en fin de journée'],
    ['fr', 'Dentist demain tôt le matin', 'tôt le matin'],
    ['fr', "Dentist demain au milieu de l'après-midi", "au milieu de l'après-midi"],
  ])('stays in the title beside the date, with a warning (%s): %s', (locale, text, part) => {
    const { task, warnings } = read(text, household(locale));
    expect(task).toMatchObject({ title: `Dentist ${part}`, date: '2026-11-19', time: null });
    expect(warnings.map(({ code, start, end }) => [code, text.slice(start, end)])).toEqual([
      ['NOT_UNDERSTOOD', part],
    ]);
  });
});

describe('a word that has another meaning in the title', () => {
  test.each([
    ['en', 'Look forward to the trip and pack tomorrow', 'Look forward to the trip and pack', '2026-11-19'],
    ['en', 'Call mum about the weekend tomorrow', 'Call mum about the weekend', '2026-11-19'],
    ['en', 'Call Alex first tomorrow', 'Call Alex first', '2026-11-19'],
    ['en', 'Wash everyday clothes tomorrow', 'Wash everyday clothes', '2026-11-19'],
    ['en', 'Plan the summer holidays tomorrow', 'Plan the summer holidays', '2026-11-19'],
    ['en', 'Skip gym tomorrow', 'Skip gym', '2026-11-19'],
    ['en', 'Drop by tomorrow', 'Drop by', '2026-11-19'],
    ['en', 'Call early tomorrow', 'Call early', '2026-11-19'],
    ['en', 'Read chapters 9-11 tomorrow', 'Read chapters 9-11', '2026-11-19'],
    ['en', 'Buy 2-3 apples tomorrow', 'Buy 2-3 apples', '2026-11-19'],
    ['en', 'Get tickets for the 7pm show tomorrow', 'Get tickets for the 7pm show', '2026-11-19'],
    ['en', 'Cook dinner tomorrow for 6 people', 'Cook dinner for 6 people', '2026-11-19'],
    ['en', 'Update to 3.12.10 tomorrow', 'Update to 3.12.10', '2026-11-19'],
    ['en', 'Install ubuntu 24.04 tomorrow', 'Install ubuntu 24.04', '2026-11-19'],
    ['en', 'Add 1/2 or 3/4 cup of sugar tomorrow', 'Add 1/2 or 3/4 cup of sugar', '2026-11-19'],
    ['en', 'Next week 20 people come', '20 people come', '2026-11-23'],
    ['en', 'Read the latest news tomorrow', 'Read the latest news', '2026-11-19'],
    ['en', 'Cook fish tomorrow', 'Cook fish', '2026-11-19'],
    ['en', 'Read chapter 7 tomorrow', 'Read chapter 7', '2026-11-19'],
    ['en', 'Watch episode 7 tonight', 'Watch episode 7', '2026-11-18'],
    ['en', 'Take bus 5 tomorrow morning', 'Take bus 5', '2026-11-19'],
    ['en', 'Watch Toy Story 3 tonight', 'Watch Toy Story 3', '2026-11-18'],
    ['en', 'Watch the top 10 tonight', 'Watch the top 10', '2026-11-18'],
    ['en', 'Alex turns 6 saturday', 'Alex turns 6', '2026-11-21'],
    ['en', 'Make soup for tonight', 'Make soup', '2026-11-18'],
    ['en', 'Table for 4 tonight', 'Table for 4', '2026-11-18'],
    ['en', 'Buy milk £2.30 tomorrow', 'Buy milk £2.30', '2026-11-19'],
    ['en', 'Pay 4.50 for milk tomorrow', 'Pay 4.50 for milk', '2026-11-19'],
    ['en', 'Run 10.50 km tomorrow morning', 'Run 10.50 km', '2026-11-19'],
    ['en', 'Tomorrow 2 coats of paint', '2 coats of paint', '2026-11-19'],
    ['en', 'Finish essay for tomorrow', 'Finish essay', '2026-11-19'],
    ['fr', 'Lire le chapitre 7 demain', 'Lire le chapitre 7', '2026-11-19'],
    ['fr', 'Prendre le bus 5 demain matin', 'Prendre le bus 5', '2026-11-19'],
    ['fr', 'Acheter du lait 2.30 € demain', 'Acheter du lait 2.30 €', '2026-11-19'],
    ['fr', 'Acheter du pain pour ce soir', 'Acheter du pain', '2026-11-18'],
    ['fr', 'Finir le dossier pour demain', 'Finir le dossier', '2026-11-19'],
    ['en', 'Boxing day walk tomorrow', 'Boxing day walk', '2026-11-19'],
    ['fr', "Appeler d'abord Alex demain", "Appeler d'abord Alex", '2026-11-19'],
    ['fr', "Préparer les vacances d'été demain", "Préparer les vacances d'été", '2026-11-19'],
    ['fr', 'Retrouver Alex demain au parc', 'Retrouver Alex au parc', '2026-11-19'],
    ['fr', "Fête d'été le 20 juin", "Fête d'été", '2027-06-20'],
  ])('stays in the title beside the date (%s): %s', (locale, text, title, date) => {
    expect(read(text, household(locale))).toMatchObject({ task: { title, date }, warnings: [] });
  });
});

function rowsOf(classes: readonly Class[]): readonly [locale: string, text: string, task: object][] {
  return classes.flatMap(([english, french, task]) => [
    ...english.map((text): [string, string, object] => ['en', text, task]),
    ...french.map((text): [string, string, object] => ['fr', text, task]),
  ]);
}

describe('names of members beside a repetition', () => {
  test.each([
    ['en', 'Alex and Léa do the dishes in turn every day'],
    ['en', 'Trash every monday turns Alex Léa'],
    ['en', 'Dishes Alex Léa every other day'],
    ['en', 'Bathroom weekly, swap alex and lea'],
    ['fr', 'Alex et Léa font la vaisselle à tour de rôle chaque jour'],
    ['fr', 'Alex et Léa sortent les poubelles à tour de rôle chaque lundi'],
    ['fr', 'Vaisselle Alex Léa un jour sur deux'],
    ['fr', 'Salle de bain chaque lundi, échanger Alex et Léa'],
  ])('are reported, because they may be those who take turns (%s): %s', (locale, text) => {
    expect(isWithdrawn(text, read(text, household(locale)))).toBe(true);
  });

  test.each([
    ['en', 'Call Alex and Léa every evening', 'Call Alex and Léa'],
    ['en', "Swap Alex's tyres every year", "Swap Alex's tyres"],
    ['fr', 'Appeler Alex et Léa chaque soir', 'Appeler Alex et Léa'],
  ])('belong to the title of a task without turns (%s): %s', (locale, text, title) => {
    expect(read(text, household(locale))).toMatchObject({ task: { title, rotation: null }, warnings: [] });
  });
});

describe('a time after the exception of a repetition', () => {
  test.each([
    ['en', 'Gym every day at 6 except fridays at 7'],
    ['en', 'Gym every day except friday 7pm'],
    ['fr', 'Cantine tous les jours sauf mercredi 11h30'],
  ])('is reported, because it may be that of the exception (%s): %s', (locale, text) => {
    expect(isWithdrawn(text, read(text, household(locale)))).toBe(true);
  });

  test.each([
    ['en', 'Gym every day at 7pm except friday'],
    ['fr', 'Gym tous les jours à 19h sauf vendredi'],
  ])('is that of the repetition if it is before the exception (%s): %s', (locale, text) => {
    const byDay = on('mo', 'tu', 'we', 'th', 'sa', 'su');
    expect(read(text, household(locale))).toMatchObject({
      task: { title: 'Gym', time: '19:00', recurrence: { frequency: 'weekly', byDay } },
      warnings: [],
    });
  });
});

describe('noon beside a day', () => {
  test.each([
    ['fr', 'repas dimanche midi chez papi à 12h30', 'repas chez papi', '12:30'],
    ['en', 'lunch sunday noon at 12:30', 'lunch', '12:30'],
  ])('is the part of the day of a time around it (%s): %s', (locale, text, title, time) => {
    expect(read(text, household(locale))).toMatchObject({
      task: { title, date: '2026-11-22', time },
      warnings: [],
    });
  });

  test('is another time beside a later one', () => {
    const text = 'repas dimanche midi et piscine à 16h';
    expect(isWithdrawn(text, read(text, household('fr')))).toBe(true);
  });
});

describe('days that are not read', () => {
  test.each([
    ['en', 'mum & dad arrive 23rd dec leave 28th', '23rd dec leave 28th'],
    ['en', 'cat sitting 20th to 27th', '20th to 27th'],
    ['en', 'bank holiday monday bbq', 'bank holiday monday'],
    ['en', 'wrap presents on christmas eve', 'christmas eve'],
    ['en', 'lunch christmas day', 'christmas day'],
    ['fr', 'papa et maman arrivent le 23 repartent le 28', 'le 23 repartent le 28'],
    ['fr', 'arrivée le 23 départ le 28', 'le 23 départ le 28'],
    ['fr', 'nourrir le chat du 20 au 27', 'du 20 au 27'],
    ['fr', 'rdv le 23 dentiste', 'le 23'],
    ['fr', 'repas veille de Noël', 'veille de Noël'],
    ['fr', "réveil tous les jours d'école 7h", "tous les jours d'école"],
  ])('are reported (%s): %s', (locale, text, marked) => {
    const result = read(text, household(locale));
    expect(isWithdrawn(text, result)).toBe(true);
    expect(result.warnings.map(({ start, end }) => text.slice(start, end))).toEqual([marked]);
  });

  test.each([
    ['en', 'buy christmas presents'],
    ['en', 'buy a gift for christmas day'],
    ['en', 'Christmas Eve'],
    ['fr', 'cadeaux de Noël'],
    ['fr', 'appeler le 15'],
    ['fr', 'visiter le 3 pièces'],
  ])('do not include numbers and feasts of a noun (%s): %s', (locale, text) => {
    expect(read(text, household(locale))).toMatchObject({ task: { title: text, date: null }, warnings: [] });
  });

  test("do not include the number of somebody's birthday", () => {
    expect(read("party saturday 8pm Alex's 30th", household('en'))).toMatchObject({
      task: { title: "party Alex's 30th", date: '2026-11-21', time: '20:00' },
      warnings: [],
    });
  });
});
