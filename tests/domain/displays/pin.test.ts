import { expect, test } from '@jest/globals';
import { beginGuess, endGuess, type Pin } from '../../../domain/displays/pin.js';
import type { DisplayId } from '../../../domain/shared/ids.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { fc } from '../../support/property.js';

const MINUTE = 60_000;
const fresh: Pin = {
  ...{ householdId: anId(), memberId: anId(), hash: 'hash', setBy: anId(), setAt: NOON },
  ...{ guesses: [], lockedAt: null },
};
const displays = [anId<DisplayId>(), anId<DisplayId>(), anId<DisplayId>()];

function guess(pin: Pin, display: DisplayId, at: number, isRight = false): Pin | null {
  const begun = beginGuess(pin, display, at);
  return begun && endGuess(begun, { displayId: display, at }, isRight, at);
}

test('five wrong PINs on one display within a quarter of an hour lock the PIN', () => {
  let pin: Pin | null = fresh;
  for (let i = 0; i < 4; i++) pin = guess(pin!, displays[0]!, NOON + i);
  expect(pin!.lockedAt).toBeNull();
  expect(guess(pin!, displays[1]!, NOON + 9)!.lockedAt).toBeNull();
  expect(guess(pin!, displays[0]!, NOON + 15 * MINUTE + 5)!.lockedAt).toBeNull();
  const locked = guess(pin!, displays[0]!, NOON + 9)!;
  expect(locked.lockedAt).toBe(NOON + 9);
  expect(guess(locked, displays[1]!, NOON + 1_000 * MINUTE, true)).toBeNull();
});

test('at most twenty wrong PINs a day, and at most five per display and quarter of an hour, are checked', () => {
  const step = fc.record({ display: fc.nat(2), minutes: fc.nat(20), isPending: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 120 }), (steps) => {
      let [pin, now]: [Pin, number] = [fresh, NOON];
      const judged: { display: number; at: number }[] = [];
      for (const { display, minutes, isPending } of steps) {
        now += minutes * MINUTE;
        const begun = beginGuess(pin, displays[display]!, now);
        if (begun === null) continue;
        judged.push({ display, at: now });
        // The result of a pending guess never arrives.
        const guessed = { displayId: displays[display]!, at: now };
        pin = isPending ? begun : endGuess(begun, guessed, false, now);
      }
      for (const { at, display } of judged) {
        const within = (ms: number) => judged.filter((one) => one.at >= at && one.at - at < ms);
        expect(within(24 * 60 * MINUTE).length).toBeLessThanOrEqual(20);
        expect(within(15 * MINUTE).filter((one) => one.display === display).length).toBeLessThanOrEqual(5);
      }
    }),
  );
});

test('correct PINs are not counted as attempts', () => {
  let pin: Pin | null = fresh;
  for (let i = 0; i < 50; i++) pin = guess(pin!, displays[0]!, NOON + i, true);
  expect(pin).toEqual(fresh);
});
