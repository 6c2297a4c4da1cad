import { describe, expect, test } from '@jest/globals';
import { parse } from '../../../domain/quick-add/parse.js';
import { ALEX, KITCHEN, LEA, ME, household, openItem, read, task } from './household.js';

describe('a span of a sentence', () => {
  test('tells which characters were read as which field of the task', () => {
    const text = 'take out the bins every Tuesday at 7pm @alex #kitchen !high';
    expect(read(text, household('en')).spans).toEqual([
      {
        start: 18,
        end: 31,
        text: 'every Tuesday',
        kind: 'recurrence',
        value: { frequency: 'weekly', byDay: [{ day: 'tu' }] },
      },
      { start: 32, end: 38, text: 'at 7pm', kind: 'time', value: '19:00' },
      { start: 39, end: 44, text: '@alex', kind: 'members', value: [ALEX] },
      { start: 45, end: 53, text: '#kitchen', kind: 'category', value: { id: KITCHEN } },
      { start: 54, end: 59, text: '!high', kind: 'priority', value: 'HIGH' },
    ]);
  });

  test('counts UTF-16 units of the given text, also after an emoji and an accented letter', () => {
    const text = '🧹 ménage demain';
    expect(read(text, household('fr'))).toMatchObject({
      task: { title: '🧹 ménage', date: '2026-11-19' },
      spans: [{ start: text.indexOf('demain'), end: text.length, text: 'demain' }],
    });
  });

  test('offers a second meaning for ambiguous text', () => {
    expect(read('Ménage 2h', household('fr')).spans).toEqual([
      {
        start: 7,
        end: 9,
        text: '2h',
        kind: 'duration',
        value: 120,
        confidence: 0.7,
        alternatives: [{ kind: 'time', value: '02:00' }],
      },
    ]);
  });

  test('that describes a rotation includes the names of its members', () => {
    const text = 'Bins every day alternating between @alex and @léa';
    expect(read(text, household('en')).spans.map(({ kind, text: said }) => [kind, said])).toEqual([
      ['recurrence', 'every day'],
      ['rotation', 'alternating between @alex and @léa'],
    ]);
  });
});

describe('a warning', () => {
  test.each([
    ['Ask @bob today', 'en', 'UNKNOWN_MEMBER', '@bob'],
    ['Ask @may today', 'en', 'UNKNOWN_MEMBER', '@may'],
    ['Ask @"Marie Martin" today', 'en', 'UNKNOWN_MEMBER', '@"Marie Martin"'],
    ['Tag #garden', 'en', 'NEW_CATEGORY', '#garden'],
    ['Diary #garden !private', 'en', 'UNKNOWN_CATEGORY', '#garden'],
    ['Journal !privé #jardin', 'fr', 'UNKNOWN_CATEGORY', '#jardin'],
    ['Tag #garden #kitchen', 'en', 'SUPERSEDED', '#garden'],
    ['Lunch friday tomorrow', 'en', 'SUPERSEDED', 'friday'],
    ['Lunch at 5pm at 6pm', 'en', 'SUPERSEDED', 'at 5pm'],
    ['Lunch tomorrow before June 3', 'en', 'SUPERSEDED', 'before June 3'],
    ['Camping June 3 to June 5', 'en', 'DATE_RANGE', 'June 3 to June 5'],
    ['Vacances du 3 au 5 mars', 'fr', 'DATE_RANGE', 'du 3 au 5 mars'],
    ['Dishes taking turns', 'en', 'NOT_APPLICABLE', 'taking turns'],
    ['Dishes every day in turn @alex', 'en', 'NOT_APPLICABLE', 'in turn'],
    ['Read this week at 5pm', 'en', 'NOT_APPLICABLE', 'at 5pm'],
    ['Party every last friday at midnight', 'en', 'NOT_APPLICABLE', 'every last friday'],
    ['Party 4 March 2020', 'en', 'PAST_DATE', '4 March 2020'],
    ['Party Friday 13 March', 'en', 'WEEKDAY_MISMATCH', 'Friday 13 March'],
    [
      'Walk every day from June 3 until June 1 2027',
      'en',
      'UNTIL_BEFORE_START',
      'from June 3 until June 1 2027',
    ],
    ['Bac jaune semaines paires', 'fr', 'WEEK_PARITY', 'semaines paires'],
    ['Piscine le mardi', 'fr', 'AMBIGUOUS', 'le mardi'],
  ])('for the sentence %j (%s) has the code %s and marks %j', (text, locale, code, at) => {
    const start = text.indexOf(at);
    expect(read(text, household(locale)).warnings).toEqual([
      expect.objectContaining({ code, start, end: start + at.length }),
    ]);
  });
});

describe('reading a member', () => {
  const context = (...names: string[]) =>
    household('en', undefined, {
      members: names.map((displayName, at) => ({ id: [ALEX, LEA, ME][at] ?? ME, displayName })),
    });

  test.each([
    ['@Sam', ['Sam', 'Sam Smith'], [ALEX]],
    ['@Sam Smith', ['Sam', 'Sam Smith'], [LEA]],
    ['@sam', ['Sam Jones', 'Léa'], [ALEX]],
    ['@LEA', ['Sam', 'Léa'], [LEA]],
    ['@anne-marie', ['Anne-Marie', 'Anne'], [ALEX]],
    ['@"sam smith"', ['Sam', 'Sam Smith'], [LEA]],
    ['@me', ['Sam', 'Léa', 'Me'], [ME]],
    ['@sam', ['Sam Jones', 'Sam Smith'], []],
    ['@samuel', ['Sam'], []],
    ['a@sam', ['Sam'], []],
  ])('reads %s, in a household with the members %j, as the assignees %j', (marker, names, expected) => {
    expect(read(`Cook ${marker}`, context(...names)).task.responsibleMemberIds).toEqual(expected);
  });

  test.each([
    ['Dentiste sam 18h', 'Sam', { title: 'Dentiste sam', date: '2026-11-18', time: '18:00' }],
    ['Dentiste sam 18h', 'Luc', { title: 'Dentiste', date: '2026-11-21', time: '18:00' }],
    ['Appeler jan 27 fois', 'Jan', { title: 'Appeler jan 27 fois' }],
  ])(
    'reads the abbreviation of a day or month only if no member has that name: %s, in a household with the member %s',
    (text, displayName, said) => {
      const members = [{ id: ALEX, displayName }];
      expect(read(text, household('fr', undefined, { members })).task).toEqual(task(said));
    },
  );
});

describe('reading a text after the user rejected a span', () => {
  const rows: readonly (readonly [text: string, ignored: string, said: Record<string, unknown>])[] = [
    ['Lunch tomorrow at 5pm', 'tomorrow', { title: 'Lunch tomorrow', date: '2026-11-18', time: '17:00' }],
    ['Lunch tomorrow at 5pm', 'at 5pm', { title: 'Lunch at 5pm', date: '2026-11-19' }],
    ['Bins every Tuesday', 'every Tuesday', { title: 'Bins every Tuesday' }],
    ['Ask @alex #kitchen', '@alex', { title: 'Ask @alex', category: { id: KITCHEN } }],
    ['Ask @alex #kitchen', '#kitchen', { title: 'Ask #kitchen', responsibleMemberIds: [ALEX] }],
    ['Gift !high', '!high', { title: 'Gift !high' }],
    ['Gift p1', 'p1', { title: 'Gift p1' }],
    ['Call // the bank', '// the bank', { title: 'Call // the bank' }],
    ['Run ~30m', '~30m', { title: 'Run ~30m' }],
    ['Shop\n- milk\n- bread', '- milk', { title: 'Shop - milk', checklist: [openItem('bread')] }],
    ['☑ Pay rent tomorrow', '☑', { title: '☑ Pay rent', date: '2026-11-19' }],
    ['"Call tomorrow"', '"Call tomorrow"', { title: '"Call tomorrow"' }],
    ['Friday friday', 'Friday', { title: 'Friday', date: '2026-11-20' }],
  ];
  test.each(rows)('reads the expected task from %j and keeps %j as plain text', (text, ignored, said) => {
    const start = text.indexOf(ignored);
    const ignore = [[start, start + ignored.length]] as const;
    expect(read(text, household('en', undefined, { ignore })).task).toEqual(task(said));
  });
});

describe('reading one or several lines', () => {
  test.each([
    'Call mum\nCall dad',
    'Shop\n- milk\nCall dad',
    'Shop\n-milk',
    'Shop\r\nCall dad',
    '\n\nShop\n\nCall dad\n',
    'Shop // notes\nmore notes',
  ])('recognises %j as several sentences', (text) => {
    expect(parse(text, household('en')).kind).toBe('severalSentences');
  });

  test('returns the position of each line that is a sentence', () => {
    expect(parse(' Call mum\n- ask\nCall dad ', household('en'))).toEqual({
      kind: 'severalSentences',
      lines: [
        { start: 1, end: 9 },
        { start: 16, end: 24 },
      ],
    });
  });

  test.each([
    ['Shop\r\n- milk\r\n- bread\r\n', { title: 'Shop', checklist: [openItem('milk'), openItem('bread')] }],
    [
      '\n  Shop tomorrow\n\n  - oat milk ',
      { title: 'Shop', date: '2026-11-19', checklist: [openItem('oat milk')] },
    ],
    ['Shop // cash\n- milk', { title: 'Shop', notes: 'cash', checklist: [openItem('milk')] }],
    ['Shop\n- milk tomorrow', { title: 'Shop', checklist: [openItem('milk tomorrow')] }],
    [
      'Shop\n* milk\n1) bread\n☐ eggs',
      { title: 'Shop', checklist: [openItem('milk'), openItem('bread'), openItem('eggs')] },
    ],
    [
      'Shopping\n- [ ] milk\n- [x]  oat  bread\n☑ tea\n- [ ]',
      {
        title: 'Shopping',
        checklist: [openItem('milk'), { title: 'oat bread', done: true }, { title: 'tea', done: true }],
      },
    ],
    [
      '# Shopping tomorrow\n- milk\n\u200B\n|---|\n[-] bread',
      {
        title: 'Shopping',
        date: '2026-11-19',
        checklist: [openItem('milk'), { title: 'bread', done: true }],
      },
    ],
    ['> Shop\n> - milk\n> - bread', { title: 'Shop', checklist: [openItem('milk'), openItem('bread')] }],
    [
      'Shop\n1 - Milk\n2 - Bread\n3 – Eggs',
      { title: 'Shop', checklist: [openItem('Milk'), openItem('Bread'), openItem('Eggs')] },
    ],
    ['', { title: '' }],
    [' \n\t ', { title: '' }],
    ['\u200B', { title: '' }],
    ['tomorrow', { title: '', date: '2026-11-19' }],
    ['@alex #kitchen', { title: '', responsibleMemberIds: [ALEX], category: { id: KITCHEN } }],
    ['Tomorrow!', { title: '', date: '2026-11-19' }],
  ])('recognises %j as one sentence and reads the expected task', (text, said) =>
    expect(read(text, household('en')).task).toEqual(task(said)),
  );

  test.each([
    ['- Wash car', { title: 'Wash car' }],
    ['- [ ] Wash car', { title: 'Wash car' }],
    ['- [x] Wash car', { title: 'Wash car', done: true }],
    ['☑ Pay rent tomorrow', { title: 'Pay rent', date: '2026-11-19', done: true }],
    ['\u200e• Pay rent tomorrow', { title: 'Pay rent', date: '2026-11-19' }],
    ['[x] "Call tomorrow"', { title: 'Call tomorrow', done: true }],
    ['-5 degrees', { title: '-5 degrees' }],
    ['✅', { title: '✅' }],
    ['- [ ]', { title: '- [ ]' }],
    [
      '24/12/2026, 14:32 - Dentist: bring insurance card',
      { title: 'Dentist: bring insurance card', date: '2026-12-24', time: '14:32' },
    ],
    ['# Pay rent tomorrow', { title: 'Pay rent', date: '2026-11-19' }],
  ])('reads a single line of a pasted list without its mark: %j', (text, said) =>
    expect(read(text, household('en')).task).toEqual(task(said)),
  );

  test('recognises several lines with list marks as a list of tasks', () => {
    expect(parse('- [ ] Wash car\n- [x] Pay rent', household('en'))).toEqual({
      kind: 'severalSentences',
      lines: [
        { start: 0, end: 14 },
        { start: 15, end: 29 },
      ],
    });
  });

  test('recognises headings and copied messages as sentences of their own', () => {
    expect(parse('# Home\n- Sweep\n# Garden\n- Mow', household('en'))).toMatchObject({
      lines: [
        { start: 0, end: 6 },
        { start: 15, end: 23 },
      ],
    });
    const messages = '[12:30, 28/11/2026] Ana: Sweep\n[12:31, 28/11/2026] Ben: Mow';
    expect(parse(messages, household('en'))).toMatchObject({ lines: [{ start: 0 }, { start: 31 }] });
  });
});

describe('reading a title', () => {
  test.each([
    ['  Call   mum  tomorrow ', 'Call mum'],
    ['CALL Mum TOMORROW', 'CALL Mum'],
    ['Tomorrow: call mum', 'call mum'],
    ['Call mum, tomorrow', 'Call mum'],
    ['Call mum - tomorrow', 'Call mum'],
    ['Call mum – tomorrow – about it', 'Call mum – about it'],
    ['Call mum (tomorrow)', 'Call mum'],
    ['Call mum, tomorrow, about it', 'Call mum, about it'],
    ['Meeting on tomorrow', 'Meeting'],
    ['Put the bins out on tomorrow', 'Put the bins out on'],
    ['Keep the light on every evening', 'Keep the light on'],
    ['Cafe\u0301 tomorrow', 'Caf\u00e9'],
    ['“Every day” tomorrow', '“Every day”'],
    ['« Tous les jours »', 'Tous les jours'],
    ["'Every day'", 'Every day'],
    ['""', ''],
  ])('returns for the sentence %j the title %j', (text, title) =>
    expect(read(text, household('en')).task.title).toBe(title),
  );
});
