import { expect, test } from '@jest/globals';
import { safeFileName } from '../../../domain/attachments/file-name.js';

test.each([
  ['C:\\papers\\bill.pdf', 'bill.pdf'],
  ['../../etc/passwd', 'passwd'],
  [' .. bill.pdf. .', 'bill.pdf'],
  ['a. .b.pdf', 'a. .b.pdf'],
  ['. . .', 'file'],
  ['nul.txt', '_nul.txt'],
  [`${'x'.repeat(200)}.pdf`, `${'x'.repeat(146)}.pdf`],
])('safeFileName converts %j to %j', (given, name) => {
  expect(safeFileName(given)).toBe(name);
});

test.each([
  ['dots', '.'],
  ['dots and spaces', '. '],
  ['separators', '/'],
  ['marks', '\u0323\u0301'],
  ['white space', ' \t'],
])('safeFileName takes less than a second for a name of 100,000 %s', (_what, sign) => {
  const before = process.cpuUsage();
  safeFileName(`x${sign.repeat(100_000)}x`);
  const { user } = process.cpuUsage(before);
  expect(user / 1_000).toBeLessThan(1_000);
});
