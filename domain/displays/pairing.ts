import { MINUTE_MS } from '../shared/durations.js';
import type { DisplayId, HouseholdId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

/** What is typed on a display, once, to make it one of the household. */
export type Pairing = {
  /** SHA-256 of the code. */
  readonly codeHash: string;
  readonly householdId: HouseholdId;
  readonly displayId: DisplayId;
  readonly expiresAt: Instant;
};

export const PAIRING_LIFE_MS = 10 * MINUTE_MS;
/** Letters of a code, 40 bits. */
export const PAIRING_CODE_LENGTH = 8;

/** Crockford's: no letter looks like a digit, or spells a word with others. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const MISREAD: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** A code of the first bits of a random text in hexadecimal. */
export function toPairingCode(randomHex: string): string {
  const bits = BigInt(`0x${randomHex.slice(0, (PAIRING_CODE_LENGTH * 5) / 4)}`);
  return Array.from(
    { length: PAIRING_CODE_LENGTH },
    (_, i) => LETTERS[Number((bits >> BigInt(5 * i)) & 31n)],
  ).join('');
}

/** The code that somebody means who typed this: case, blanks and what looks alike do not matter. */
export function readPairingCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[OIL]/g, (letter) => MISREAD[letter] ?? letter);
}

/** What the link of a pass carries, and a display holds: 256 bits in base64url. */
export function isDisplayToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
