import { describe, expect, test } from '@jest/globals';
import { isCommonPassword } from '../../../domain/accounts/common-password.js';
import { COMMON_ENDINGS, COMMON_WORDS, WELL_KNOWN_PASSWORDS } from '../../../domain/accounts/common-words.js';
import { passwordProblem } from '../../../domain/accounts/password-rules.js';
import { processorTime } from '../../support/processor-time.js';

const OWNER = { email: 'ana.lima@example.org', displayName: 'Ana Lima' };

describe('isCommonPassword', () => {
  test('recognises more than 3,000 combinations of at least ten characters', () => {
    const words = [...COMMON_WORDS].flatMap((word) => [...COMMON_ENDINGS].map((ending) => word + ending));
    const all = new Set([...words, ...WELL_KNOWN_PASSWORDS].filter(({ length }) => length >= 10));
    expect(all.size).toBeGreaterThan(3_000);
    expect([...all].filter((password) => !isCommonPassword(password))).toEqual([]);
  });

  test.each([
    '1234567890',
    '0987654321',
    'qwertyuiop',
    'azertyuiop',
    'passwordpassword',
    'Password123',
    'P@ssw0rd123',
    'password2024!',
    'motdepasse1',
    'aaaaaaaaaa',
    'abcabcabcabc',
    'abababababa',
    '1q2w3e4r5t6y',
    'qwerty123456',
    'abcdefghijkl',
    'zyxwvutsrq',
    'iloveyou1234',
    'monkeydragon7',
    'sunshine 2023',
    'Marseille13!',
    'pass word 123',
    '            ',
  ])('returns true for the common password %s', (password) => expect(isCommonPassword(password)).toBe(true));

  test.each([
    'correct horse battery',
    'tulip under gravel road',
    'onlylowercaseletters',
    'x7Kp2mQv9d',
    '🐙🐙 four small boats 🐙',
    'dragons fly past nine windows',
    'zxq password of my aunt',
    '8203716594',
    'é'.repeat(3) + ' und dann weiter',
  ])('returns false for the password %s', (password) => expect(isCommonPassword(password)).toBe(false));

  test('takes less than 20 ms of processor time for a long text', () => {
    for (const text of ['a'.repeat(127) + 'b', 'abc'.repeat(42) + 'x', 'password'.repeat(15) + '!x'])
      expect(processorTime(() => isCommonPassword(text))).toBeLessThan(20);
  });
});

describe('passwordProblem', () => {
  test.each([
    'ana.lima@example.org',
    'ANA.LIMA@Example.org',
    'ana.limaana.lima',
    'ana-lima ana-lima',
    'Ana Lima Ana Lima',
  ])('refuses %s because it consists of the name or e-mail address of the user', (password) => {
    expect(passwordProblem(password, OWNER)?.rule).toBe('personalPassword');
  });

  test.each(['            ', '. _ - + - _ .'])(
    'refuses "%s" as too common, because it has no other characters',
    (password) => {
      expect(passwordProblem(password, OWNER)?.rule).toBe('commonPassword');
    },
  );

  test('accepts a password that contains the name of the user within a longer text', () => {
    expect(passwordProblem('ana lima has a yellow bicycle', OWNER)).toBeNull();
  });

  test('accepts an uncommon password if the name of the user is empty', () => {
    expect(passwordProblem('x7Kp2mQv9d', { email: '@', displayName: '' })).toBeNull();
  });
});
