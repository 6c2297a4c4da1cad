import { COMMON_ENDINGS, COMMON_WORDS, WELL_KNOWN_PASSWORDS } from './common-words.js';

/**
 * Sequences that are easy to type or to remember: the rows and columns of several keyboard layouts, the
 * alphabet and the digits.
 */
const TRACKS = [
  '12345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn,;:!',
  'qwertzuiop',
  'yxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujm',
  'q1w2e3r4t5y6u7i8o9p0',
  '1a2b3c4d5e6f7g8h9i0j',
  'a1b2c3d4e5f6g7h8i9j0',
  '!@#$%^&*()',
  '147258369',
  '789456123',
].flatMap((track) => [track, Array.from(track).reverse().join('')]);

/** Characters that people use in passwords instead of a similar letter. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

const YEAR = /^(19[3-9]\d|20[0-4]\d)$/;

/**
 * Returns true if `password` is one of those that attackers try first. These are well-known passwords, repeated
 * characters or short groups, sequences of keys, letters or digits, and one or two common words, with or without a
 * common ending. Case, spaces, dots, hyphens and underscores are ignored. The words may contain replaced characters
 * (`P@ssw0rd`).
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase().replace(/[\s._-]/g, '');
  return (
    WELL_KNOWN_PASSWORDS.has(text) ||
    isRepetition(text) ||
    isRuns(text) ||
    isWords(text) ||
    isWords(undisguised(text))
  );
}

/**
 * Returns true if the text is a repeated group of up to four characters, or a repeated common word. The last
 * repetition may be incomplete.
 */
function isRepetition(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length);
    if (length > 4 && !COMMON_WORDS.has(unit)) continue;
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
}

/**
 * Returns true if the text consists of at most three pieces of the sequences in TRACKS. Each piece is at least three
 * characters long. Pieces are taken from the start of the text, each as long as possible.
 */
function isRuns(text: string): boolean {
  let rest = text;
  for (let pieces = 0; pieces < 3 && rest !== ''; pieces++) rest = rest.slice(runAt(rest));
  return rest === '';
}

/**
 * Returns the length of the longest beginning of the text that is a piece of a sequence in TRACKS. Returns 0 if it is
 * shorter than three characters.
 */
function runAt(text: string): number {
  let longest = 0;
  for (const track of TRACKS) {
    let length = Math.max(longest, 2);
    while (length < text.length && track.includes(text.slice(0, length + 1))) length++;
    if (length > 2 && track.includes(text.slice(0, length))) longest = length;
  }
  return longest;
}

/** Returns true if the text consists of one or two common words, with or without an ending (see `isEnding`). */
function isWords(text: string): boolean {
  return beginnings(text).some(
    ({ rest }) => isEnding(rest) || beginnings(rest).some((second) => isEnding(second.rest)),
  );
}

function beginnings(text: string): { rest: string }[] {
  const found: { rest: string }[] = [];
  for (let length = 3; length <= Math.min(text.length, 16); length++)
    if (COMMON_WORDS.has(text.slice(0, length))) found.push({ rest: text.slice(length) });
  return found;
}

function isEnding(text: string): boolean {
  const bare = text.replace(/[!?*#$@.]+$/, '');
  return bare === '' || COMMON_ENDINGS.has(text) || /^\d{1,3}$/.test(bare) || YEAR.test(bare) || isRuns(bare);
}

function undisguised(text: string): string {
  const ending = /[\d!?*#$@.]*$/.exec(text)?.[0] ?? '';
  const word = text.slice(0, text.length - ending.length);
  return Array.from(word, (char) => LOOKALIKES[char] ?? char).join('') + ending;
}
