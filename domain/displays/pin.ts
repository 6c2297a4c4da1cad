import { DAY_MS, MINUTE_MS } from '../shared/durations.js';
import type { DisplayId, HouseholdId, MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

/** An attempt to enter a PIN that was wrong or is still being checked. */
export type Guess = { readonly displayId: DisplayId; readonly at: Instant };

/** The PIN of a member. On a display, it proves that the person is the chosen member. It has no other use. */
export type Pin = {
  readonly householdId: HouseholdId;
  readonly memberId: MemberId;
  readonly hash: string;
  readonly setBy: MemberId;
  readonly setAt: Instant;
  /** The attempts of the last day that were wrong or are still being checked. */
  readonly guesses: readonly Guess[];
  /**
   * When the PIN was locked because of too many wrong attempts. A new PIN must be set then. null if it is not
   * locked.
   */
  readonly lockedAt: Instant | null;
};

export const PIN_DIGITS = { min: 4, max: 8 };
const ON_ONE_DISPLAY = { limit: 5, windowMs: 15 * MINUTE_MS };
const IN_A_DAY = { limit: 20, windowMs: DAY_MS };

/**
 * Records an attempt before the PIN is checked, so that parallel requests cannot exceed the limit. Returns null if
 * the PIN is locked or there were too many attempts.
 */
export function beginGuess(pin: Pin, displayId: DisplayId, now: Instant): Pin | null {
  if (pin.lockedAt !== null || isExhausted(pin, displayId, now)) return null;
  const recent = pin.guesses.filter(({ at }) => now - at < IN_A_DAY.windowMs);
  return { ...pin, guesses: [...recent, { displayId, at: now }] };
}

/**
 * Records the result of an attempt. A correct attempt is removed, and the last allowed wrong attempt locks
 * the PIN.
 */
export function endGuess(pin: Pin, guess: Guess, isRight: boolean, now: Instant): Pin {
  if (isRight) {
    const place = pin.guesses.findIndex(
      ({ displayId, at }) => displayId === guess.displayId && at === guess.at,
    );
    return { ...pin, guesses: pin.guesses.filter((_one, i) => i !== place) };
  }
  return isExhausted(pin, guess.displayId, now) ? { ...pin, lockedAt: pin.lockedAt ?? now } : pin;
}

function isExhausted({ guesses }: Pin, display: DisplayId, now: Instant): boolean {
  const within = ({ windowMs }: typeof IN_A_DAY) => guesses.filter(({ at }) => now - at < windowMs);
  const here = within(ON_ONE_DISPLAY).filter(({ displayId }) => displayId === display);
  return here.length >= ON_ONE_DISPLAY.limit || within(IN_A_DAY).length >= IN_A_DAY.limit;
}
