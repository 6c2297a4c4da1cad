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
    ['[12:30, 28/11/2026] Ana: milk', open('milk')],
    ['\u200E[28/11, 12:30] Ana Müller: - [x] milk', done('milk')],
    ['[11/28/26, 9:05:12 PM] Ana: milk', open('milk')],
    ['28/11/2026, 12:30 - Ana: milk', open('milk')],
    ['\u200e11/28/26, 9:05\u202fPM - Ana Müller: - [x] milk', done('milk')],
    ['28.11.26, 12:30 - Ana: milk', open('milk')],
    ['28/11/2026 à 12:30 - Ana: milk', open('milk')],
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

  test.each(['-', '- ', '- [ ]', '1.', '☐', '\uFEFF', '', '---', '- - -', '* * *', '_ _ _', '☐\ufe0e'])(
    'is left out if it is only a mark: %j',
    (line) => {
      expect(readListLines(line)).toEqual([]);
    },
  );
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
