import { DAY_MS, MINUTE_MS } from '../shared/durations.js';
import type { DisplayId, HouseholdId, MemberId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';

/** A guess at a PIN that was wrong, or is being judged. */
export type Guess = { readonly displayId: DisplayId; readonly at: Instant };

/** What somebody proves on a display that they are who was chosen. It opens nothing else. */
export type Pin = {
  readonly householdId: HouseholdId;
  readonly memberId: MemberId;
  readonly hash: string;
  readonly setBy: MemberId;
  readonly setAt: Instant;
  /** Of the last day. */
  readonly guesses: readonly Guess[];
  /** Guessed at too often: it is good for nothing until another is set. null: it is not. */
  readonly lockedAt: Instant | null;
};

export const PIN_DIGITS = { min: 4, max: 8 };
const ON_ONE_DISPLAY = { limit: 5, windowMs: 15 * MINUTE_MS };
const IN_A_DAY = { limit: 20, windowMs: DAY_MS };

/**
 * The PIN with one guess more, to be judged after that is written: of many at once no more are judged than may be wrong. null:
 * there have been too many.
 */
export function beginGuess(pin: Pin, displayId: DisplayId, now: Instant): Pin | null {
  if (pin.lockedAt !== null || isExhausted(pin, displayId, now)) return null;
  const recent = pin.guesses.filter(({ at }) => now - at < IN_A_DAY.windowMs);
  return { ...pin, guesses: [...recent, { displayId, at: now }] };
}

/** The PIN once the guess of then is judged: forgotten where it was right, and a lock with the last one that may be wrong. */
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
