import { describe, expect, test } from '@jest/globals';
import type { Load } from '../../../domain/rotation/draw.js';
import { emptyDraw } from '../../../domain/rotation/draw.js';
import type { Balanced } from '../../../domain/rotation/rotation.js';
import { drawOf, isProvisional, equalExceptDraws } from '../../../domain/rotation/segment.js';
import { addDays, type CivilDate } from '../../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import { assignByBalance } from '../../../domain/series/assign-by-balance.js';
import { planDraw } from '../../../domain/series/plan-draw.js';
import { planMemberLeft, planTurns } from '../../../domain/series/turns.js';
import { changedRecord } from '../../../domain/series/series.js';
import { undoneField, BLOCKED } from '../../../domain/operations/field-undo.js';
import { A, B, C, letters, slot } from '../../builders/members.js';
import { aSeries } from '../../builders/series.js';
import { context, date, SeriesWorld, seriesState, TODAY } from '../../builders/series-world.js';
import { fc } from '../../support/property.js';

const groundOf = (differences: Partial<Record<string, number>> = {}) => ({
  effortMinutes: 15,
  loads: slot('ABC').map((memberId): Load => ({
    ...{ memberId, difference: differences[memberId] ?? 0 },
    ...{ weight: 100, turns: 0 },
  })),
});
const balanced = (ground = groundOf(), ahead = 7): Balanced => ({
  ...{ kind: 'balanced', members: slot('ABC'), draw: { unit: 'week', ahead } },
  drawn: emptyDraw(ground, slot('ABC')),
});
/** A daily task of 20 minutes; TODAY is a Monday. */
function begun(rotation: Balanced = balanced(), at = context()) {
  const state = seriesState({ frequency: 'daily' }, rotation);
  const world = new SeriesWorld();
  const { id } = world.begin({ ...state, segments: assignByBalance(state, at) }, at);
  return { world, id };
}
const people = ({ world, id }: ReturnType<typeof begun>, from: CivilDate, days: number) =>
  world
    .of(id)
    .filter((row) => row.originalDate >= from && row.originalDate < addDays(from, days))
    .map((row) => letters(row.responsibleMemberIds))
    .join('');
const drawOn = ({ world, id }: ReturnType<typeof begun>, today: CivilDate, ground = groundOf(), more = {}) =>
  world.apply(id, planDraw(world.get(id), world.of(id), ground, context(today, more)));

test('the turns of a balanced rotation are assigned for the weeks that begin within the configured number of days, and the balance at that time is stored', () => {
  const ground = groundOf({ A: 60, B: -20, C: -40 });
  const { world, id } = begun(balanced(ground));
  const { segments } = world.get(id);
  expect(drawOf(segments)).toEqual({
    ...{ loads: ground.loads, effortMinutes: 20 },
    order: slot('CBCBCBCBCABCAB'),
    ...{ until: date('2026-01-18'), next: date('2026-01-12') },
  });
  expect(drawOf(segments)!.order).toHaveLength(14);
  expect(people({ world, id }, TODAY, 5)).toBe('CBCBC');
  expect([isProvisional(segments, 13), isProvisional(segments, 14)]).toEqual([false, true]);
});

test('the next assignment of turns by balance keeps turns that are already assigned, and assigns later turns by the work done since the last assignment', () => {
  const home = begun();
  const before = people(home, TODAY, 14);
  drawOn(home, date('2026-01-11'), groundOf({ A: -500 }));
  expect(people(home, TODAY, 14)).toBe(before);
  expect(people(home, date('2026-01-19'), 3)).not.toBe('AAA');
  drawOn(home, date('2026-01-12'), groundOf({ A: -500 }));
  expect(people(home, TODAY, 14)).toBe(before);
  expect(people(home, date('2026-01-19'), 14)).toBe('A'.repeat(14));
  expect(drawOf(home.world.get(home.id).segments)).toMatchObject({
    ...{ order: slot('A'.repeat(7)), until: date('2026-01-25'), next: date('2026-01-19') },
  });
  const [rows, series] = [home.world.of(home.id), home.world.get(home.id)];
  drawOn(home, date('2026-01-12'), groundOf({ B: -500 }));
  expect([home.world.of(home.id), home.world.get(home.id)]).toEqual([rows, series]);
});

test('assigning turns by balance deletes the stored results of past assignments, so that a series does not grow with its age', () => {
  const home = begun();
  let today = TODAY;
  for (let week = 0; week < 60; week += 1) {
    today = addDays(today, 7);
    home.world.extend(home.id, today);
    drawOn(home, today, groundOf({ A: week % 3 }));
  }
  expect(home.world.get(home.id).segments.length).toBeLessThan(10);
  expect(people(home, today, 90)).toHaveLength(90);
});

test('an assignment of turns by balance that is made late begins on the current day', () => {
  const home = begun();
  drawOn(home, date('2026-02-10'), groundOf({ B: -900 }));
  expect(people(home, date('2026-02-10'), 5)).toBe('BBBBB');
  expect(drawOf(home.world.get(home.id).segments)).toMatchObject({ until: date('2026-02-22') });
});

test('when a member leaves a balanced rotation, the next member takes over and later turns are assigned again among the remaining members', () => {
  const home = begun(balanced(groundOf({ A: 60, B: -20, C: -40 })));
  const { world, id } = home;
  const before = people(home, TODAY, 14);
  world.apply(id, planMemberLeft(world.get(id), world.of(id), C, context()));
  expect(people(home, TODAY, 90)).not.toContain('C');
  expect(people(home, TODAY, 1)).toBe(before.replaceAll('C', '')[0]);
  expect(drawOf(world.get(id).segments)).toMatchObject({
    until: date('2026-01-18'),
    next: date('2026-01-12'),
  });
  expect(drawOf(world.get(id).segments)!.order).toHaveLength(14);
});

test('a series that repeats after completion gets one turn assigned by balance, which is valid until the end of the week', () => {
  const state = seriesState(
    { kind: 'afterCompletion', every: 2, unit: 'day' },
    balanced(groundOf({ B: -90 })),
  );
  const segments = assignByBalance(state, context());
  expect(drawOf(segments)).toMatchObject({
    ...{ order: [B], until: date('2026-01-11'), next: date('2026-01-12') },
  });
  const plan = planDraw(
    { ...state, segments, nextIndex: 3 },
    [],
    groundOf({ C: -90 }),
    context(date('2026-01-12')),
  );
  expect(plan.series?.segments?.at(-1)).toMatchObject({ fromIndex: 3, rotation: { drawn: { order: [C] } } });
});

describe('editing a series with a balanced rotation', () => {
  test('keeps all turns when the series is split between two assigned turns', () => {
    const home = begun(balanced(groundOf({ A: 60, B: -20, C: -40 })));
    const before = people(home, TODAY, 60);
    const [head, tail] = home.world.edit(home.id, '2026-01-09', 'following', { content: { title: 'Pans' } });
    const after = [head!, tail!].map(({ id }) => people({ world: home.world, id }, TODAY, 60)).join('');
    expect(after).toBe(before);
  });

  test('keeps the member who is due next when the dates change', () => {
    const home = begun(balanced(groundOf({ A: 60, B: -20, C: -40 })));
    const before = people(home, TODAY, 5);
    home.world.edit(home.id, TODAY, 'all', { recurrence: { frequency: 'daily', interval: 2 } });
    expect(people(home, TODAY, 10)).toBe(before);
  });

  test('treats neither a rotation with the same members and settings nor a new assignment of turns by balance as an edit', () => {
    const { world, id } = begun();
    const { segments } = world.get(id);
    world.edit(id, TODAY, 'all', { rotation: balanced(groundOf({ A: -900 })) });
    expect(world.get(id).segments).toEqual(segments);
    const record = aSeries({ segments, householdId: 'home' as HouseholdId, createdBy: A });
    const home = { world, id };
    drawOn(home, date('2026-01-12'), groundOf({ A: -500 }));
    const later = world.get(id).segments;
    expect(equalExceptDraws(segments, later)).toBe(true);
    expect(changedRecord(record, { segments: later }, 0).version).toBe(record.version);
    expect(changedRecord(record, { segments: [] }, 0).version).toBe(record.version + 1);
    const none: typeof segments = [];
    expect(undoneField('segments', { before: none, after: segments }, later)).toEqual(none);
    expect(undoneField('segments', { before: segments, after: none }, later)).toBe(BLOCKED);
  });
});

test('nobody has a turn on a day of absence, whether the absence is entered before or after the turns are assigned by balance [B4]', () => {
  const period = fc.record({ member: fc.constantFrom(A, B, C), from: fc.nat(40), days: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(period, { maxLength: 4 }), fc.nat(3), (periods, weeks) => {
      const away = new Map<MemberId, { from: CivilDate; to: CivilDate }[]>();
      for (const { member, from, days } of periods)
        away.set(member, [
          ...(away.get(member) ?? []),
          { from: addDays(TODAY, from), to: addDays(TODAY, from + days) },
        ]);
      const home = begun();
      const { world, id } = home;
      for (let week = 1; week <= weeks; week += 1)
        drawOn(home, addDays(TODAY, 7 * week), groundOf({ A: week }), { away });
      world.apply(id, planTurns(world.get(id), world.of(id), context(TODAY, { away })));
      for (const row of world.of(id))
        for (const member of row.responsibleMemberIds)
          expect(
            away.get(member)?.some(({ from, to }) => from <= row.originalDate && row.originalDate <= to) ??
              false,
          ).toBe(false);
    }),
  );
});
