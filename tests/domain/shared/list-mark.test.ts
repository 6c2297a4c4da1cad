import { describe, expect, test } from '@jest/globals';
import { placeListLines, readListLines } from '../../../domain/shared/list-mark.js';

const open = (text: string) => ({ text, done: false });
const done = (text: string) => ({ text, done: true });

describe('a line of a pasted list', () => {
  test.each([
    ['- milk', open('milk')],
    ['* milk', open('milk')],
    ['• milk', open('milk')],
    ['+ milk', open('milk')],
    ['1. milk', open('milk')],
    ['12) milk', open('milk')],
    ['- [ ] milk', open('milk')],
    ['* [] milk', open('milk')],
    ['[ ] milk', open('milk')],
    ['1. [ ] milk', open('milk')],
    ['- [x] milk', done('milk')],
    ['- [X] milk', done('milk')],
    ['[x] milk', done('milk')],
    ['☐ milk', open('milk')],
    ['☐milk', open('milk')],
    ['☑ milk', done('milk')],
    ['☑️ milk', done('milk')],
    ['☒ milk', done('milk')],
    ['✅ milk', done('milk')],
    ['1️⃣ milk', open('milk')],
    ['1️⃣0️⃣ milk', open('milk')],
    ['🔟 milk', open('milk')],
    ['\t- milk', open('milk')],
    ['\t\t- [x]\tmilk \r', done('milk')],
    ['\uFEFF- milk', open('milk')],
    ['\u00a0\u00a0•\u00a0milk', open('milk')],
    ...['•', '●', '○', '·', '⁃', '▪', '■', '◆', '➤'].flatMap((bullet) => [
      [`${bullet} milk`, open('milk')] as const,
      [`${bullet}milk`, open('milk')] as const,
    ]),
    ['1.) milk', open('milk')],
    ['⬜ milk', open('milk')],
    ['□ milk', open('milk')],
    ['🔲milk', open('milk')],
    ['-[x] tea', done('tea')],
    ['-[ ]tea', open('tea')],
    ['*[X]tea', done('tea')],
    ['[ x ] tea', done('tea')],
    ['[✓] milk', done('milk')],
    ['- [✔] milk', done('milk')],
    ['\u200e- [x] milk', done('milk')],
    ['\u200e☑\ufe0f \u200emilk', done('milk')],
    ['\u200f• milk', open('milk')],
    ...['→', '➡️', '🔹', '👉', '◯'].map((bullet) => [`${bullet} milk`, open('milk')] as const),
    ...['\u2010', '\u2011', '\u2212', '\u2015', '★', '☆', '✗', '✘', '❌', '✦', '➜', '👉🏽'].map(
      (bullet) => [`${bullet} milk`, open('milk')] as const,
    ),
    ...['①milk', '⑳ milk', '❶ milk', '⑴ milk', 'ⓐ milk'].map((line) => [line, open('milk')] as const),
    ...['❑', '❏', '❒', '❐'].map((box) => [`${box} milk`, open('milk')] as const),
    // Bullets of Word: those of its typefaces for signs, and the letters that remain without these typefaces.
    ...['\uF0B7', '\uF0A7', '\uF0D8', '\uF0FC'].flatMap((bullet) => [
      [`${bullet}\tmilk`, open('milk')] as const,
      [`${bullet} milk`, open('milk')] as const,
    ]),
    ...['o', '§', 'Ø', 'ü', 'q', 'v', '·'].map((bullet) => [`${bullet}\tmilk`, open('milk')] as const),
    ...['1.Milk', '12.Milk', '1)Milk'].map((line) => [line, open('Milk')] as const),
    // Markdown that escapes its own signs.
    ...['1\\. milk', '1\\) milk', '\\- milk', '\\* milk', '\\[ \\] milk', '- \\[\\] milk'].map(
      (line) => [line, open('milk')] as const,
    ),
    ['\\- \\[x\\] milk', done('milk')],
    ...['> - milk', '> milk', '>- milk', '>> - milk', '> > 1. milk', '> [ ] milk'].map(
      (line) => [line, open('milk')] as const,
    ),
    ['> - [x] milk', done('milk')],
    ...['# milk', '### milk', '> ## milk'].map((line) => [line, open('milk')] as const),
    ...['/', '>', '<', '!', '?'].map((state) => [`- [${state}] milk`, open('milk')] as const),
    ['- [-] milk', done('milk')],
    ...['☐', '▪', '◼', '➡', '1'].map(
      (mark) => [`${mark}\ufe0e${mark === '1' ? '\u20e3' : ''} milk`, open('milk')] as const,
    ),
    ...['☑', '✔', '☒'].map((box) => [`${box}\ufe0e milk`, done('milk')] as const),
    ...['1/', '12/', '1-', '12-', 'a)', 'B)', 'ii)', 'iv)'].map(
      (mark) => [`${mark} milk`, open('milk')] as const,
    ),
  ])('removes the mark of %j', (line, expected) => {
    expect(readListLines(line)).toEqual([expected]);
  });

  test.each([
    ...['milk', '-5 degrees', '3.5 l milk', '7up', '*important*', '[draft] letter', '$5 note'],
    ...[
      'call 1. FC Köln',
      '2 - 3 onions',
      '(1) milk',
      '#1 fan',
      '1984) a book',
      '+1 for Ben',
      '-[draft] letter',
    ],
    ...[
      '1/ 2 lemons',
      '2- 3 onions',
      '1/2 lemon',
      '1-bedroom flat',
      'ab) milk',
      'a. milk',
      'a)milk',
      'vid) x',
    ],
    ...['28/11/2026, 12:30 dentist', '28/11/2026 12:30 - Ana: milk', '12:30 - Ana: milk'],
    ...['04/12/2026, 14:32 - Dentist: bring insurance card', '[12:30, 28/11/2026] Ana: milk'],
    ...['Anna, [28.11.2026 12:30]', '1 - Milk', '(a) milk', 'A. Smith', 'o milk', '§ 5', '−5 degrees'],
    ...['1.5 l milk', '1.a', '24.Dezember', '24\\. Dezember', '★★★ hotel', '→→ milk', '✈ flight', '♥ Ben'],
    ...['> 5 km', '>5 km', '>:(', '#kitchen', '####### x', '[-5] degrees', '[/](x) y', '[?]what'],
    ...['🥛 milk', '🛒 cart', '[12:30] call Ana', '[meeting 12:30] Ana: notes', '[1:2] Ana: milk'],
    ...['24. décembre fête', '24. Dezember', '1. Aug. party', '3. May', '[x](https://example.org) read'],
  ])('keeps %j, which has no list mark', (line) => {
    expect(readListLines(line)).toEqual([open(line)]);
  });

  test.each(['1. maison', '2. Marmelade', '3. Mais'])(
    'loses its number although its first letters are those of a month: %j',
    (line) => {
      expect(readListLines(line)).toEqual([open(line.slice(3))]);
    },
  );

  test.each([
    ...['-', '- ', '- [ ]', '1.', '☐', '', '---', '- - -', '* * *', '_ _ _', '☐\ufe0e', '>', '> -'],
    ...['|---|', '|---|---|', '| :-- | --: |', '--- | ---', '|---+---|', '+----+====+', '─────', '———'],
    ...['\uFEFF', '\u200B', ' \u200B\u2060 ', '\u00AD', '\u3164', '\u2800', '- \u200B', '[x] \u2800'],
  ])('is left out if it is only a mark, a line between parts, or invisible: %j', (line) => {
    expect(readListLines(line)).toEqual([]);
    expect(readListLines(`a\n${line}\nb`)).toEqual([open('a'), open('b')]);
  });
});

describe('marks that only a list of several lines shows to be marks', () => {
  const texts = (...lines: readonly string[]) => readListLines(lines.join('\n')).map(({ text }) => text);

  test.each([
    ['numbers before a dash', ['1 - Milk', '2 - Bread', '3 – Eggs'], ['Milk', 'Bread', 'Eggs']],
    ['numbers in brackets', ['(1) milk', '', 'and', '(2) bread'], ['milk', 'and', 'bread']],
    ['letters with a dot', ['a. Milk', 'B. Bread', 'c. Eggs'], ['Milk', 'Bread', 'Eggs']],
    ['letters in brackets', ['(a) milk', '(b) [x] bread'], ['milk', 'bread']],
    [
      'times and names of copied messages',
      ['[12:30, 28/11/2026] Ana: milk', '\u200E[28/11, 12:30] Ben Li: - tea'],
      ['milk', 'tea'],
    ],
    [
      'times in the format of the United States',
      ['[11/28/26, 9:05:12 PM] Ana: milk', 'x', '[11/28/26, 9:05:12 PM] Ana: tea'],
      ['milk', 'x', 'tea'],
    ],
    [
      'times and names of an exported chat',
      ['28/11/2026, 12:30 - Ana: milk', '28/11/2026, 12:31 - Ben: - tea'],
      ['milk', 'tea'],
    ],
    [
      'times of a chat that was exported in the United States',
      ['\u200e11/28/26, 9:05\u202fPM - Ana: milk', '11/28/26, 9:06\u202fPM - Ana: tea'],
      ['milk', 'tea'],
    ],
    ['dates with dots', ['28.11.26, 12:31 - Ana: milk', '28.11.26, 12:35 - Ana: tea'], ['milk', 'tea']],
    [
      'dates with a French word',
      ['28/11/2026 à 12:31 - Ana: milk', '28/11/2026 à 12:35 - Ana: tea'],
      ['milk', 'tea'],
    ],
    [
      'lines above messages',
      ['Anna, [28.11.2026 12:30]', 'milk', '', 'Ben Li, [28.11.2026 12:31]', '- tea', 'ham'],
      ['milk', 'tea', 'ham'],
    ],
  ])('are removed: %s', (_name, lines, expected) => {
    expect(texts(...lines)).toEqual(expected);
  });

  test.each([
    ['amounts, which do not count from 1', ['2 - Milk', '3 - Bread']],
    ['amounts that are not in order', ['1 - Milk', '2 - Bread', '2 - Eggs']],
    ['ranges', ['1 - 2 onions', '2 - 3 lemons']],
    ['initials', ['A. Smith', 'J. Jones']],
    ['French titles', ['M. Dupont', 'Mme Durand']],
    ['one message', ['[12:30, 28/11/2026] Ana: milk', 'bread']],
    ['one appointment', ['04/12/2026, 14:32 - Dentist: bring insurance card', 'milk']],
    ['appointments', ['04/12/2026, 14:30 - Dentist: bring card', '05/12/2026, 10:05 - Garage: bring keys']],
    ['appointments in brackets', ['Dentist, [04.12.2026 14:30]', 'Garage, [05.12.2026 10:00]']],
  ])('are kept: %s', (_name, lines) => {
    expect(texts(...lines)).toEqual(lines);
  });
});

describe('readListLines', () => {
  test('splits at LF, CR, CRLF and Unicode line separators', () => {
    expect(readListLines('a\nb\rc\r\nd\u2028e\u2029f')).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map(open));
  });

  test('leaves out lines that are blank or contain only a mark', () => {
    expect(readListLines('\uFEFF- a\r\n\r\n  \n- [ ]\n- [x] b\n')).toEqual([open('a'), done('b')]);
  });

  test('keeps a line that is longer than any target allows', () => {
    const long = 'x'.repeat(5000);
    expect(readListLines(`- ${long}\n- b`)).toEqual([open(long), open('b')]);
  });

  test('uses at most 20 ms of CPU for 50,000 characters in 100 lines', () => {
    const lists = [
      Array.from({ length: 100 }, () => `- [x] ${'word '.repeat(98)}`).join('\n'),
      Array.from({ length: 100 }, () => `x${' '.repeat(497)}x`).join('\n'),
      `x${' '.repeat(49_997)}x`,
      `x${'\uFEFF'.repeat(49_997)}x`,
      '1️⃣'.repeat(16_666),
      '- '.repeat(25_000),
      '\r'.repeat(50_000),
      '> '.repeat(25_000),
      `|${'-'.repeat(49_998)}x`,
      `${'#'.repeat(49_998)} x`,
      '\u200B'.repeat(50_000),
      Array.from({ length: 100 }, () => `04/12/2026, 14:32 - ${'a'.repeat(470)}`).join('\n'),
      Array.from({ length: 100 }, () => `${'a, ['.repeat(120)}`).join('\n'),
    ];
    for (const list of lists) {
      const costs = Array.from({ length: 5 }, () => {
        const before = process.cpuUsage();
        readListLines(list);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      });
      expect(Math.min(...costs)).toBeLessThan(20);
    }
  });
});

describe('placeListLines', () => {
  test('returns where each line and its text begin, also for lines that contain only a mark', () => {
    const text = ' Shop\r\n\t- [x] milk \n\n-\n';
    const lines = placeListLines(text);
    expect(lines.map(({ start, textStart, end }) => [start, textStart, end])).toEqual([
      [1, 1, 5],
      [8, 14, 18],
      [21, 22, 22],
    ]);
    expect(lines.map(({ textStart, end }) => text.slice(textStart, end))).toEqual(['Shop', 'milk', '']);
  });
});
