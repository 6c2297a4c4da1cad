import { describe, expect, test } from '@jest/globals';
import { ALEX, LEA, ME, household, read } from './household.js';
import { isWithdrawn } from './withdrawn.js';

describe('a sentence in which words about time are left over', () => {
  test.each([
    ['en', 'Practice every monday until Christmas', 'every monday until'],
    ['en', 'Practice every monday with the team until Christmas', 'until'],
    ['en', 'Dentist june 3 or 4', 'june 3 or 4'],
    ['en', 'Swim every wednesday except bank holidays', 'every wednesday except'],
    ['en', 'Mow every saturday in summer', 'every saturday in summer'],
    ['en', 'Yoga tuesday gym at 6pm', 'tuesday gym at 6pm'],
    ['en', 'Club every friday 2', 'every friday 2'],
    ['en', 'Club every monday of march', 'every monday of march'],
    ['en', 'Ana and Alex in turn every day', 'Alex in turn'],
    ['en', 'Lunch saturday for 45 minutes until Christmas', 'until'],
    ['en', 'Gym saturdays club - at 9pm', 'saturdays club - at 9pm'],
    ['en', 'Swim every monday (or second weeks)', 'every monday (or second weeks'],
    ['en', 'Pay tax every january 15 until tomorrow', 'until tomorrow'],
    ['fr', "Impôts chaque 15 janvier jusqu'à demain", "jusqu'à demain"],
    ['fr', 'Piscine chaque mercredi hors vacances scolaires', 'chaque mercredi hors'],
    ['fr', "Yoga chaque lundi jusqu'à la rentrée", "chaque lundi jusqu'"],
    ['fr', 'Préparer la réunion du 3 mars à 14h', 'du 3 mars à 14h'],
    ['fr', 'Loyer mensuel le 1er mars', 'mensuel le 1er mars'],
  ])('keeps its whole text as the title and marks the words (%s): %s', (locale, text, marked) => {
    const result = read(text, household(locale));
    expect({ text, isWithdrawn: isWithdrawn(text, result) }).toEqual({ text, isWithdrawn: true });
    expect(result.spans).toEqual([]);
    expect(result.warnings.map(({ start, end }) => text.slice(start, end))).toEqual([marked]);
  });
});

test('a marker with an exclamation mark does not end a clause', () => {
  const { task, warnings } = read('Practice every monday !high until Christmas', household('en'));
  expect(task).toMatchObject({
    title: 'Practice every monday until Christmas',
    priority: 'HIGH',
    date: null,
  });
  expect(warnings).toMatchObject([{ code: 'NOT_UNDERSTOOD' }]);
});

describe('a word about time that belongs to the title', () => {
  test.each([
    ['en', 'Black Friday deals'],
    ['en', 'Cook Sunday lunch'],
    ['en', "May's party"],
    ['en', 'Parents evening'],
    ['en', 'Pizza night'],
    ['en', 'Bin day'],
    ['en', 'Plan the week'],
    ['en', 'Prepare the Monday meeting'],
    ['en', 'Write the monthly report'],
    ['en', 'Weekly report'],
    ['en', 'Day cream'],
    ['en', 'Check every window'],
    ['en', 'Cook twice'],
    ['en', 'Invite everyone except Sam'],
    ['en', 'Read chapter 7'],
    ['en', 'Call April'],
    ['fr', 'Soirée du nouvel an'],
    ['fr', 'Crème de nuit'],
    ['fr', 'Courses de la semaine'],
    ['fr', 'Réunion mensuelle'],
    ['fr', 'Regarder le 20h'],
    ['fr', 'Les affaires de demain'],
    ['fr', 'Inviter tout le monde sauf Paul'],
  ])('does not put the date beside it in doubt (%s): %s', (locale, title) => {
    const text = `${title} ${locale === 'en' ? 'tomorrow' : 'samedi'}`;
    const date = locale === 'en' ? '2026-11-19' : '2026-11-21';
    expect(read(text, household(locale))).toMatchObject({ task: { title, date }, warnings: [] });
  });

  test.each([
    'Practice every monday. Until Christmas it is free',
    'Practice every monday - until Christmas it is free',
    'Practice every monday "until Christmas"',
    'Practice every monday (bring 2 balls)',
    'Practice every monday // until Christmas',
  ])('does not count if it is in another clause: %s', (text) => {
    const { task, warnings } = read(text, household('en'));
    expect(task.recurrence).toEqual({ frequency: 'weekly', byDay: [{ day: 'mo' }] });
    expect(warnings).toEqual([]);
  });
});

describe('a weekday or time that is not read', () => {
  test.each([
    ['en', 'Zoo tuesday trip', 'tuesday'],
    ['en', 'Prepare Monday meeting', 'Monday'],
    ['en', 'Monthly rent check', 'Monthly'],
    ['en', 'Dentist friday 4', 'friday 4'],
    ['en', 'Call 2026-12-04T15:00Z', 'T15:00Z'],
    ['fr', 'Poubelles ce mardi vaisselle', 'mardi'],
  ])('is reported (%s): %s', (locale, text, marked) => {
    const { task, warnings } = read(text, household(locale));
    expect(task).toMatchObject({ title: text, date: null, recurrence: null });
    expect(warnings.map(({ code, start, end }) => [code, text.slice(start, end)])).toEqual([
      ['NOT_UNDERSTOOD', expect.stringContaining(marked)],
    ]);
  });
});

describe('a sentence about two things', () => {
  test.each([
    ['en', 'Bins every sunday 9pm, recycling alternate weeks'],
    ['en', 'Bins out mondays. Recycling every 2 weeks'],
    ['en', 'Bins out mondays; recycling every 2 weeks'],
    ['en', 'Bins out mondays - recycling every 2 weeks'],
    ['en', 'Bins mondays recycling fortnightly'],
    ['en', 'Mondays bins, recycling fortnightly'],
    ['en', 'Mondays bins, every two weeks recycling'],
    ['en', 'Bins mondays. Every 2 weeks recycling'],
    ['en', 'Clean bathroom saturdays and kitchen every other week'],
    ['en', 'Clean fridge even weeks, oven on mondays'],
    ['en', 'Feed cat morning and evening, dog mondays'],
    ['en', 'Walk the dog every day, dentist tomorrow'],
    ['en', 'Pay rent every month, dentist on the 5th'],
    ['fr', 'Bac gris mardi et bac jaune une semaine sur deux'],
    ['fr', 'Bac gris le mardi. Bac jaune toutes les deux semaines'],
    ['fr', 'Bac gris le mardi ; bac jaune toutes les deux semaines'],
    ['fr', 'Bac gris le mardi - bac jaune toutes les deux semaines'],
    ['fr', "Ménage samedi et l'aspirateur toutes les deux semaines"],
    ['fr', 'Le jeudi poubelles, recyclage toutes les deux semaines'],
    ['fr', 'Poubelles tous les dimanches 21h, tri une semaine sur deux'],
    ['fr', 'Loyer tous les mois, dentiste le 5'],
    ['fr', 'Promener le chien tous les jours, dentiste demain'],
  ])('is no rule of one thing (%s): %s', (locale, text) => {
    expect(isWithdrawn(text, read(text, household(locale)))).toBe(true);
  });

  test.each([
    ['en', 'Every two weeks clean the bath on thursday', 'clean the bath', 'th'],
    ['en', 'Every other week clean the oven, on sundays', 'clean the oven', 'su'],
    ['en', 'Yoga on thursday, every 2 weeks', 'Yoga', 'th'],
    ['en', 'Bins - thursday - every two weeks', 'Bins', 'th'],
    ['en', 'Bins every other week (thursdays)', 'Bins', 'th'],
    ['en', 'Water plants @alex mondays !high every 2 weeks', 'Water plants', 'mo'],
    ['fr', 'Toutes les deux semaines nettoyer le four le jeudi', 'nettoyer le four', 'th'],
    ['fr', 'Yoga le jeudi, toutes les deux semaines', 'Yoga', 'th'],
  ])('differs from a sentence whose parts are about one thing (%s): %s', (locale, text, title, day) => {
    const recurrence = { frequency: 'weekly', interval: 2, byDay: [{ day }] };
    expect(read(text, household(locale))).toMatchObject({ task: { title, recurrence }, warnings: [] });
  });
});

describe('two or more members beside a repetition', () => {
  const weekly = (day: string) => ({ frequency: 'weekly', byDay: [{ day }] });
  const daily = { frequency: 'daily' };
  test.each([
    ['en', 'Bathroom alternate weeks Alex and Léa', 'Bathroom', weekly('we'), 'week'],
    ['en', 'Bathroom alternating weeks Alex and Léa', 'Bathroom', weekly('we'), 'week'],
    ['en', 'Alternate saturdays Alex and Léa mow', 'mow', weekly('sa'), 'occurrence'],
    ['en', 'Mow on alternate saturdays, Alex, Léa', 'Mow', weekly('sa'), 'occurrence'],
    ['en', 'Mow alternate weekends between Alex and Léa', 'Mow', weekly('sa'), 'occurrence'],
    ['en', 'Dishes alternating days Alex/Léa', 'Dishes', daily, 'occurrence'],
    ['fr', 'Bain semaines alternées Alex et Léa', 'Bain', weekly('we'), 'week'],
    ['fr', 'Tondre les samedis alternés Alex et Léa', 'Tondre', weekly('sa'), 'occurrence'],
    ['fr', 'Vaisselle jours alternés Alex, Léa', 'Vaisselle', daily, 'occurrence'],
  ])('take turns after a word such as "alternate" (%s): %s', (locale, text, title, recurrence, unit) => {
    const rotation = { kind: 'turns', order: [[ALEX], [LEA]], unit };
    const result = read(text, household(locale));
    expect(result).toMatchObject({ task: { title, recurrence, rotation }, warnings: [] });
    expect(result.task.recurrence).not.toHaveProperty('interval');
  });

  test.each([
    ['en', 'Dishes every evening Alex/Léa/Marie'],
    ['en', 'Dishes every evening: Alex, Léa'],
    ['en', 'Dishes every evening (Alex and Léa)'],
    ['en', 'Dishes every evening - Alex, Léa'],
    ['en', 'Dishes every evening at 8pm Alex and Léa'],
    ['en', 'Dishes every evening between Alex and Léa'],
    ['en', 'Bins every monday Alex or Léa'],
    ['en', 'Bins every 2 weeks Alex and Léa'],
    ['en', 'Alex and Léa every evening dishes'],
    ['en', 'Dishes: Alex and Léa every evening'],
    ['en', 'Alex/Léa every evening dishes'],
    ['en', 'Alex, Léa: every evening dishes'],
    ['en', 'Mow every monday alternate saturdays Alex and Léa'],
    ['en', 'Clean fridge every! 2 weeks Alex and Léa'],
    ['fr', 'Vaisselle un soir sur deux Alex et Léa'],
    ['fr', 'Vaisselle une semaine sur deux, Alex et Léa'],
    ['fr', 'Vaisselle tous les soirs Alex, Léa, Marie'],
    ['fr', 'Vaisselle tous les soirs à 20h Alex et Léa'],
    ['fr', 'Vaisselle tous les soirs entre Alex et Léa'],
    ['fr', 'Vaisselle tous les soirs Alex ou Léa'],
    ['fr', 'Alex et Léa tous les soirs : vaisselle'],
  ])('put it in doubt, because they may take turns (%s): %s', (locale, text) => {
    expect(isWithdrawn(text, read(text, household(locale)))).toBe(true);
  });

  test.each([
    ['en', 'Dinner every friday with Alex and Léa', 'Dinner with Alex and Léa'],
    ['en', 'Call Alex and Léa every friday', 'Call Alex and Léa'],
    ['en', 'Dinner every friday Alex', 'Dinner Alex'],
    ['fr', 'Dîner tous les vendredis avec Alex et Léa', 'Dîner avec Alex et Léa'],
    ['fr', 'Appeler Alex et Léa tous les vendredis', 'Appeler Alex et Léa'],
  ])('belong to the title behind other words (%s): %s', (locale, text, title) => {
    const task = { title, recurrence: weekly('fr') };
    expect(read(text, household(locale))).toMatchObject({ task, warnings: [] });
  });
});

describe('the member who begins a rotation', () => {
  test.each([
    ['en', 'Dishes every day in turn starting with Léa', [LEA, ME, ALEX]],
    ['en', 'Dishes starting with Léa every day in turn', [LEA, ME, ALEX]],
    ['en', 'Dishes every day alternating between Alex and Léa, beginning with Léa', [LEA, ALEX]],
    ['en', 'Dishes every day @alex @me taking turns, starting with @me', [ME, ALEX]],
    ['fr', 'Vaisselle chaque jour à tour de rôle en commençant par Marie', [ME, ALEX, LEA]],
  ])('is the first of the order (%s): %s', (locale, text, order) => {
    const { task, warnings } = read(text, household(locale));
    expect(task.rotation).toMatchObject({ kind: 'turns', order: order.map((member) => [member]) });
    expect(task.responsibleMemberIds).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['Dishes every day starting with Léa', 'starting with Léa'],
    ['Dishes every day alternating between Alex and Marie, starting with Léa', 'starting with Léa'],
  ])('stays in the title with a warning if this member takes no turns: %s', (text, marked) => {
    const { task, warnings } = read(text, household('en'));
    expect(task.title).toContain(marked);
    expect(warnings.map(({ code, start, end }) => [code, text.slice(start, end)])).toEqual([
      ['NOT_APPLICABLE', marked],
    ]);
  });
});

describe('a series with several times a day', () => {
  test.each([
    ['en', 'Feed cat twice daily', ['09:00', '19:00']],
    ['en', 'Feed cat 4x daily', ['09:00', '12:00', '19:00', '22:00']],
    ['en', 'Pills every monday, morning and evening', ['09:00', '19:00']],
    ['en', 'Pills every day at 10, 12 and 17', ['10:00', '12:00', '17:00']],
    ['en', 'Pills twice daily at 8am and 8pm', ['08:00', '20:00']],
    ['fr', 'Pilule trois fois par jour', ['09:00', '12:00', '19:00']],
  ])('has these times (%s): %s', (locale, text, times) => {
    expect(read(text, household(locale))).toMatchObject({ task: { recurrence: { times } }, warnings: [] });
  });

  test.each(['Feed cat twice daily at 8am', 'Feed cat 9 times daily', 'Feed cat twice a day'])(
    'is not read if the times contradict each other or are unknown: %s',
    (text) => expect(isWithdrawn(text, read(text, household('en')))).toBe(true),
  );
});

describe('a part of the day before a date', () => {
  test.each([
    ['en', "parents' evening tues 6pm", "parents' evening", '2026-11-24', '18:00'],
    ['en', 'parents’ evening tuesday', 'parents’ evening', '2026-11-24', null],
    ['en', "Alex's night thursday", "Alex's night", '2026-11-19', null],
    ['en', 'coffee morning thursday 10am', 'coffee morning', '2026-11-19', '10:00'],
    ['en', 'takeaway night friday', 'takeaway night', '2026-11-20', null],
    ['en', 'Alex nights thurs fri sat', 'Alex nights', '2026-11-19', null],
    ['fr', 'repas du soir dimanche', 'repas du soir', '2026-11-22', null],
    ['fr', 'poste du matin lundi', 'poste du matin', '2026-11-23', null],
  ])('belongs to the noun before it (%s): %s', (locale, text, title, date, time) => {
    expect(read(text, household(locale))).toMatchObject({ task: { title, date, time }, warnings: [] });
  });

  test.each([
    ['en', 'nights mon tue wed', 'nights', '2026-11-18', null],
    ['en', 'evening saturday', 'evening', '2026-11-21', null],
    ['en', 'evening saturday at 8', 'evening', '2026-11-21', '20:00'],
    ['fr', 'soirée samedi', 'soirée', '2026-11-21', null],
    ['fr', 'matinée vendredi', 'matinée', '2026-11-20', null],
  ])('is the title if there is no other (%s): %s', (locale, text, title, date, time) => {
    expect(read(text, household(locale))).toMatchObject({ task: { title, date, time }, warnings: [] });
  });

  test.each([
    ['en', 'dinner friday evening', 'dinner', '2026-11-20', '19:00'],
    ['en', 'dinner in the evening friday', 'dinner', '2026-11-20', '19:00'],
    ['fr', 'courses matin samedi', 'courses', '2026-11-21', '09:00'],
  ])('is the time otherwise (%s): %s', (locale, text, title, date, time) => {
    expect(read(text, household(locale))).toMatchObject({ task: { title, date, time }, warnings: [] });
  });
});

describe('an abbreviated weekday that is also a word', () => {
  test.each([
    ['en', 'dentist sat morning', 'dentist', '2026-11-21', '09:00'],
    ['en', 'gym wed evening', 'gym', '2026-11-18', '19:00'],
    ['en', 'babysitter sat night 7pm', 'babysitter', '2026-11-21', '19:00'],
    ['en', 'swimming sat 9.30', 'swimming', '2026-11-21', '09:30'],
    ['fr', 'courses sam matin', 'courses', '2026-11-21', '09:00'],
    ['fr', 'électricien jeu matin', 'électricien', '2026-11-19', '09:00'],
    ['fr', 'resto ven soir', 'resto', '2026-11-20', '19:00'],
  ])('is read before a part of the day or a time (%s): %s', (locale, text, title, date, time) => {
    expect(read(text, household(locale))).toMatchObject({ task: { title, date, time }, warnings: [] });
  });

  test.each([
    ['en', 'football sat', 'sat'],
    ['en', 'dentist wed', 'wed'],
    ['fr', 'apéro ven', 'ven'],
    ['fr', 'rdv mar', 'mar'],
  ])('is reported at the end of the sentence (%s): %s', (locale, text, marked) => {
    const result = read(text, household(locale));
    expect(isWithdrawn(text, result)).toBe(true);
    expect(result.warnings.map(({ start, end }) => text.slice(start, end))).toEqual([marked]);
  });

  test.each([
    ['en', 'enjoy the sun'],
    ['en', 'ask them when to wed'],
    ['en', 'sat photos'],
    ['fr', 'aller à la mer'],
    ['fr', 'appeler sam'],
    ['fr', 'acheter un jeu'],
  ])('is no day after a word that makes it a noun or a verb (%s): %s', (locale, text) => {
    expect(read(text, household(locale))).toMatchObject({ task: { title: text, date: null }, warnings: [] });
  });
});
