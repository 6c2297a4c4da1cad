import { expect, test } from '@jest/globals';
import { calendarTitle } from '../../../domain/households/calendar-title.js';

test.each([
  ['{title} · {members}', ['Ana', 'Ben'], 'Bins · Ana, Ben'],
  ['{title} · {members}', [], 'Bins'],
  ['{members}: {title}', ['Ana'], 'Ana: Bins'],
  ['{members}: {title}', [], 'Bins'],
  ['{title} ({members})', [], 'Bins'],
  ['[home] {title}', ['Ana'], '[home] Bins'],
  ['[home] {title}', [], '[home] Bins'],
  ['{title}', [], 'Bins'],
])('%s with %j is %s', (format, members, expected) => {
  expect(calendarTitle(format, { title: 'Bins', members })).toBe(expected);
});

test('placeholders and patterns of replacement in a title stay what they are', () => {
  expect(calendarTitle('{title} · {members}', { title: '$& {members}', members: ['$1'] })).toBe(
    '$& {members} · $1',
  );
});
