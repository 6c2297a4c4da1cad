import { expect, test } from '@jest/globals';
import { planRebalance, type Loads, type MovableTurn } from '../../../domain/balance/rebalance.js';
import { apportioned } from '../../../domain/shared/apportion.js';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import type { MemberId, OccurrenceId } from '../../../domain/shared/ids.js';
import { fc, runs, type Arbitrary } from '../../support/property.js';

const [ana, ben, leo] = ['ana', 'ben', 'leo'] as unknown as [MemberId, MemberId, MemberId];
const monday = civilDate('2026-11-23');
const turn = (day: number, holder: MemberId, fields: Partial<MovableTurn> = {}): MovableTurn => ({
  id: `turn ${day}` as OccurrenceId,
  date: addDays(monday, day),
  ...{ minutes: 30, holder, candidates: [ana, ben, leo] },
  ...fields,
});
const loads = (...pairs: readonly (readonly [MemberId, number])[]): Loads => new Map(pairs);
const given = (turns: readonly MovableTurn[], before: Loads) => [...planRebalance(turns, before)];

test('planRebalance gives each turn, in order of date, to the least loaded candidate', () => {
  const turns = [turn(2, ana), turn(0, ana), turn(1, ana)];
  expect(given(turns, loads([ana, 150], [ben, -10], [leo, -50]))).toEqual([
    ['turn 0', leo],
    ['turn 1', leo],
    ['turn 2', ben],
  ]);
});

test('planRebalance leaves a turn with its holder if the other candidates have the same load', () => {
  expect(given([turn(0, ben), turn(1, leo)], loads([ana, 0], [ben, 0], [leo, 0]))).toEqual([]);
});

test('planRebalance gives a turn to its least loaded candidate, and leaves it with its holder if there is no other candidate', () => {
  const away = [turn(0, ana, { candidates: [ana, ben] }), turn(1, ana, { candidates: [ana] })];
  expect(given(away, loads([ana, 90], [ben, 0], [leo, -90]))).toEqual([['turn 0', ben]]);
});

const member = fc.constantFrom(ana, ben, leo);
const turnsOf = (minutes: Arbitrary<number>) =>
  fc
    .array(fc.record({ holder: member, minutes, candidates: fc.uniqueArray(member), day: fc.nat(20) }), {
      maxLength: 12,
    })
    .map((drawn) =>
      drawn.map(({ day, ...fields }, i) =>
        turn(day, fields.holder, { ...fields, id: `turn ${i}` as OccurrenceId }),
      ),
    );
const turns = turnsOf(fc.integer({ min: 1, max: 200 }));
const spread = fc.tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 }));

const after = (before: Loads, moved: readonly MovableTurn[], plan: ReadonlyMap<OccurrenceId, MemberId>) => {
  const planned = new Map(before);
  for (const { id, holder, minutes } of moved) {
    const taker = plan.get(id) ?? holder;
    planned.set(holder, (planned.get(holder) ?? 0) - minutes);
    planned.set(taker, (planned.get(taker) ?? 0) + minutes);
  }
  return planned;
};
const largest = (of: Loads) => Math.max(...[...of.values()].map(Math.abs));

test('planRebalance does not depend on the order of turns, candidates or members [B2]', () => {
  // There are few values so that several members have the same load.
  const even = fc.constantFrom(-20, -10, 0, 10, 20);
  // Work that three members share gives loads in thirds of a minute.
  const loaded = fc
    .tuple(even, even, even, fc.constantFrom(1, 3))
    .map(([one, two, three, people]) => [one / people, two / people, three / people] as const);
  const shuffled = turnsOf(fc.constantFrom(10, 20)).chain((drawn) =>
    fc.tuple(
      fc.constant(drawn),
      fc.shuffledSubarray(drawn, { minLength: drawn.length }),
      loaded,
      fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([drawn, inAnyOrder, minutes, places]) => {
      const pairs = [ana, ben, leo].map((one, i) => [one, minutes[i]!] as const);
      const plan = planRebalance(drawn, loads(...pairs));
      const reversed = inAnyOrder.map((one) => ({ ...one, candidates: one.candidates.toReversed() }));
      expect(planRebalance(reversed, loads(...places.map((place) => pairs[place]!)))).toEqual(plan);
    }),
    runs(1_000),
  );
});

test('planRebalance never increases the largest distance of a member from a balanced load, and changes nothing the second time [B3]', () => {
  const examples = runs(1_000);
  let given = 0;
  // Shared work gives loads in halves, thirds and sevenths of a minute.
  const people = fc.constantFrom(1, 2, 3, 7);
  fc.assert(
    fc.property(turns, spread, people, (drawn, [one, other], shared) => {
      const before = loads([ana, one / shared], [ben, other / shared], [leo, (-one - other) / shared]);
      const plan = planRebalance(drawn, before);
      given += plan.size;
      const now = after(before, drawn, plan);
      expect(largest(apportioned([...now]))).toBeLessThanOrEqual(largest(apportioned([...before])));
      const again = drawn.map((one) => ({ ...one, holder: plan.get(one.id) ?? one.holder }));
      expect([...planRebalance(again, now)]).toEqual([]);
    }),
    examples,
  );
  expect(given / examples.numRuns).toBeGreaterThan(1);
});

test('planRebalance gives no turn to a member who is not a candidate [B4]', () => {
  fc.assert(
    fc.property(turns, spread, (drawn, [one, other]) => {
      const plan = planRebalance(drawn, loads([ana, one], [ben, other], [leo, -one - other]));
      for (const { id, candidates } of drawn) {
        const taker = plan.get(id);
        if (taker !== undefined) expect(candidates).toContain(taker);
      }
    }),
  );
});
