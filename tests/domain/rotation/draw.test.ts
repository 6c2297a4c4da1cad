import { describe, expect, test } from '@jest/globals';
import {
  drawNextTurns,
  drawnMemberAt,
  loadsAfter,
  orderOf,
  type Draw,
  type Load,
} from '../../../domain/rotation/draw.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { fc } from '../../support/property.js';

const [ana, ben, chloe] = ['ana', 'ben', 'chloe'] as unknown as [MemberId, MemberId, MemberId];
const load = (memberId: MemberId, difference: number, weight = 100): Load => ({
  ...{ memberId, difference, weight },
  turns: 0,
});
const loads = [load(ana, 60), load(ben, -20), load(chloe, -40)];
const draw = (fields: Partial<Draw> = {}): Draw => ({
  ...{ loads, effortMinutes: 30, order: [], until: null, next: null },
  ...fields,
});

test('drawNextTurns gives each turn to the member who has done least compared with what is expected', () => {
  expect(drawNextTurns(loads, 30, 6).order).toEqual([chloe, ben, chloe, ben, chloe, ben]);
});

test("drawNextTurns gives each member turns in proportion to the member's weight if there are many turns", () => {
  const { order } = drawNextTurns([load(ana, 0), load(ben, 0, 50), load(chloe, 0, 0)], 15, 300);
  const countOf = (member: MemberId) => order.filter((one) => one === member).length;
  expect([countOf(ana), countOf(ben), countOf(chloe)]).toEqual([200, 100, 0]);
});

test('drawNextTurns alternates between members if all weights are 0', () => {
  expect(drawNextTurns([load(ben, 0, 0), load(ana, 0, 0)], 15, 4).order).toEqual([ana, ben, ana, ben]);
});

const members = fc.uniqueArray(
  fc.record({
    memberId: fc.constantFrom(...Array.from('abcdefgh', (letter) => letter as MemberId)),
    difference: fc.integer({ min: -500, max: 500 }),
    weight: fc.integer({ min: 0, max: 100 }),
    turns: fc.constant(0),
  }),
  { selector: ({ memberId }) => memberId, minLength: 1 },
);
const effort = fc.integer({ min: 1, max: 240 });
const count = fc.nat(40);

describe('drawNextTurns', () => {
  test('gives the same turns for n and then m turns as for n + m turns at once [B5]', () => {
    fc.assert(
      fc.property(members, effort, count, count, (given, minutes, n, m) => {
        const first = drawNextTurns(given, minutes, n);
        const then = drawNextTurns(first.loads, minutes, m);
        expect([...first.order, ...then.order]).toEqual(drawNextTurns(given, minutes, n + m).order);
      }),
    );
  });

  test('does not depend on the order of the loads [B2]', () => {
    const inTwoOrders = members.chain((drawn) =>
      fc.tuple(fc.constant(drawn), fc.shuffledSubarray(drawn, { minLength: drawn.length })),
    );
    fc.assert(
      fc.property(inTwoOrders, effort, count, ([given, other], minutes, n) => {
        expect(drawNextTurns(other, minutes, n).order).toEqual(drawNextTurns(given, minutes, n).order);
      }),
    );
  });

  test('gives the turns that were previewed, and continues with the next member in order if the due member leaves', () => {
    fc.assert(
      fc.property(members, effort, count, count, (given, minutes, n, m) => {
        const shown = draw({ loads: given, effortMinutes: minutes });
        const { order } = drawNextTurns(given, minutes, n);
        const stands = { ...shown, order };
        expect(orderOf(stands, n + m)).toEqual(orderOf(shown, n + m));
        expect(drawnMemberAt(stands, n + m)).toBe(drawnMemberAt(shown, n + m));
        const due = drawnMemberAt(shown, n) as MemberId;
        const staying = given.map(({ memberId }) => memberId);
        expect(drawNextTurns(loadsAfter(shown, n, staying), minutes, 1).order).toEqual([due]);
        const next = drawnMemberAt(shown, n, 1);
        const others = loadsAfter(
          shown,
          n,
          staying.filter((id) => id !== due),
        );
        expect(drawNextTurns(others, minutes, 1).order[0] ?? null).toBe(next);
      }),
    );
  });
});

test('drawnMemberAt returns the members in the order in which they come next, each once, and then null', () => {
  expect([0, 1, 2, 3].map((ahead) => drawnMemberAt(draw(), 0, ahead))).toEqual([chloe, ben, ana, null]);
});

test('drawnMemberAt ignores loads and goes through the members in order for turns that are 3,000 or more ahead', () => {
  expect([3000, 3001, 3002].map((at) => drawnMemberAt(draw(), at))).toEqual([ana, ben, chloe]);
});
