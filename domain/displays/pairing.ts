import { MINUTE_MS } from '../shared/durations.js';
import type { DisplayId, HouseholdId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

/** A pairing that has been started. It is finished when its code is entered on the new display. */
export type Pairing = {
  /** SHA-256 of the code. */
  readonly codeHash: string;
  readonly householdId: HouseholdId;
  readonly displayId: DisplayId;
  readonly expiresAt: Instant;
};

export const PAIRING_LIFE_MS = 10 * MINUTE_MS;
/** The number of characters in a pairing code. Eight characters contain 40 bits. */
export const PAIRING_CODE_LENGTH = 8;

/** Crockford's Base32 alphabet. It lacks letters that look like digits, and U because of unwanted words. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const MISREAD: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** Returns a pairing code that is made of the first bits of a random hexadecimal text. */
export function toPairingCode(randomHex: string): string {
  const bits = BigInt(`0x${randomHex.slice(0, (PAIRING_CODE_LENGTH * 5) / 4)}`);
  return Array.from(
    { length: PAIRING_CODE_LENGTH },
    (_, i) => LETTERS[Number((bits >> BigInt(5 * i)) & 31n)],
  ).join('');
}

/**
 * Returns the code that somebody meant to type. Case, spaces and hyphens are ignored, and characters that
 * look like another one are replaced.
 */
export function readPairingCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[OIL]/g, (letter) => MISREAD[letter] ?? letter);
}
