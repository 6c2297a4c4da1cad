import { describe, expect, test } from '@jest/globals';
import { fc } from '../../support/property.js';
import type { AwayPeriods } from '../../../domain/rotation/away.js';
import { addDays } from '../../../domain/shared/civil-date.js';
import { planMemberLeft, planTurns } from '../../../domain/series/turns.js';
import { NOTHING_TO_DO } from '../../../domain/series/plan.js';
import { planSwap } from '../../../domain/series/swap.js';
import { A, B, C, D, letters, shuffle, turns } from '../../builders/members.js';
import { context, date, line, seriesState, SeriesWorld, TODAY } from '../../builders/series-world.js';

const MONDAYS = { frequency: 'weekly', byDay: [{ day: 'mo' }] } as const;
const NOW = context(date('2026-01-14'));

function begun(rotation = turns('A B C')) {
  const world = new SeriesWorld();
  world.begin(seriesState(MONDAYS, rotation));
  return world;
}
const leave = (world: SeriesWorld, who = C) => planMemberLeft(world.get('s1'), world.of('s1'), who, NOW);

describe('a member leaving a rotation', () => {
  test('passes future turns to the successor and leaves past turns unchanged [T-O10]', () => {
    const world = begun();
    world.set(world.row('s1', '2026-01-26'), { status: 'DONE', responsibleMemberIds: [C] });
    world.apply('s1', leave(world));
    expect(line(world.of('s1'), 8)).toBe(
      '01-05#0A 01-12#1B 01-19#2A 01-26#3C 02-02#4A 02-09#5B 02-16#6A 02-23#7B',
    );
    expect(world.get('s1').segments.map(({ fromIndex }) => fromIndex)).toEqual([0, 2]);
  });

  test('is removed from exceptions and overdue rows, which nobody else takes over [T-O10]', () => {
    const world = begun();
    world.edit('s1', '2026-01-26', 'this', { responsibleMemberIds: [C] }, NOW);
    world.edit('s1', '2026-02-02', 'this', { responsibleMemberIds: [B, C] }, NOW);
    world.set(world.row('s1', '2026-01-12'), { responsibleMemberIds: [C] });
    world.apply('s1', leave(world));
    expect(line(world.of('s1'), 6)).toBe('01-05#0A 01-12#1 01-19#2A 01-26#3 02-02#4B 02-09#5B');
    expect(world.row('s1', '2026-01-26')).toMatchObject({ turnReason: null, isException: true });
    expect(world.row('s1', '2026-02-02')).toMatchObject({ turnReason: 'MANUAL' });
  });

  test('leaves the rows unassigned if nobody else is in the rotation, and removes no row [T-O10]', () => {
    const world = begun(turns('C'));
    world.apply('s1', leave(world));
    expect(line(world.of('s1'), 4)).toBe('01-05#0 01-12#1 01-19#2 01-26#3');
    expect(world.of('s1')).toHaveLength(13);
  });

  test('changes nothing if the member has no turns in the rotation [T-O10]', () => {
    expect(leave(begun(), D)).toEqual(NOTHING_TO_DO);
  });

  test('passes the open occurrence to the successor, even if it is late, if the series repeats after completion [T-O10]', () => {
    const world = new SeriesWorld();
    world.begin(seriesState({ kind: 'afterCompletion', every: 3, unit: 'day' }, turns('C A B')));
    world.apply('s1', leave(world));
    expect(line(world.of('s1'))).toBe('01-05#0A');
  });

  test('changes the future turns of a series that has no open row now [T-O11]', () => {
    const world = new SeriesWorld();
    world.begin(seriesState({ frequency: 'yearly' }, turns('A C B')));
    world.set(world.row('s1', TODAY), { status: 'DONE' });
    expect(leave(world)).toMatchObject({
      series: { segments: [{ fromIndex: 0 }, { fromIndex: 1, rotation: turns('A B', { offset: 1 }) }] },
      change: [],
    });
  });
});

test('departures in any order never change the next due member unless that member leaves [T-O10]', () => {
  const step = fc.record({ who: fc.constantFrom(A, B, C, D), later: fc.nat(20) });
  const rotation = fc.constantFrom(
    turns('A B C'),
    turns('A B', { length: 2 }),
    turns('A B C', { unit: 'week' }),
    shuffle('ABC'),
  );
  fc.assert(
    fc.property(rotation, fc.array(step, { maxLength: 8 }), (turning, steps) => {
      const world = new SeriesWorld();
      world.begin(seriesState(MONDAYS, turning));
      let today = TODAY;
      for (const { who, later } of steps) {
        today = addDays(today, later);
        world.extend('s1', today);
        const before = world.of('s1');
        world.apply('s1', planMemberLeft(world.get('s1'), before, who, context(today)));
        const past = before.filter((row) => (row.date ?? '') < today).length;
        const [due, now] = [before[past], world.of('s1')[past]];
        const stays = letters(due?.responsibleMemberIds ?? []);
        if (stays !== who) expect(letters(now?.responsibleMemberIds ?? [])).toBe(stays);
      }
    }),
  );
});

describe('absences of a member', () => {
  test('reassign only the rows of the absent member to the next members in turn, and give them back after the absence is removed', () => {
    const world = begun();
    world.edit('s1', '2026-02-23', 'this', { responsibleMemberIds: [B] }, NOW);
    const away: AwayPeriods = new Map([[B, [{ from: date('2026-01-01'), to: date('2026-02-28') }]]]);
    const plan = planTurns(world.get('s1'), world.of('s1'), { ...NOW, away });
    expect(plan.change).toEqual([
      expect.objectContaining({ set: { responsibleMemberIds: [A], turnReason: 'AWAY', turnOf: [B] } }),
    ]);
    world.apply('s1', plan);
    expect(line(world.of('s1'), 8)).toBe(
      '01-05#0A 01-12#1B 01-19#2C 01-26#3A 02-02#4A 02-09#5C 02-16#6A 02-23#7B',
    );
    world.apply('s1', planTurns(world.get('s1'), world.of('s1'), NOW));
    expect(world.row('s1', '2026-02-02')).toMatchObject({
      responsibleMemberIds: [B],
      turnReason: 'ROTATION',
    });
    expect(planTurns(world.get('s1'), world.of('s1'), NOW)).toEqual(NOTHING_TO_DO);
  });
});

const ofOneOff = { seriesId: null, turnReason: 'MANUAL', turnOf: null } as const;

test('a swap exchanges only the turns of the two members who swap, not of members who share a turn with them', () => {
  const [offered, asked] = planSwap(
    { ...ofOneOff, responsibleMemberIds: [A, C] },
    { ...ofOneOff, responsibleMemberIds: [B, D] },
    { asker: A, answerer: B },
  );
  expect(offered.responsibleMemberIds).toEqual([B, C]);
  expect(asked.responsibleMemberIds).toEqual([A, D]);
});

test('a swap exchanges two turns and stays when the turns of the series are planned again', () => {
  const world = begun();
  const [one, other] = [world.row('s1', '2026-01-19'), world.row('s1', '2026-02-02')];
  const [first, second] = planSwap(one, other, { asker: C, answerer: B });
  const change = [
    { id: one.id, version: one.version, set: first },
    { id: other.id, version: other.version, set: second },
  ];
  world.apply('s1', { ...NOTHING_TO_DO, change });
  world.edit('s1', '2026-01-26', 'all', { rotation: turns('A D') }, NOW);
  expect(line(world.of('s1'))).toBe('01-05#0A 01-12#1B 01-19#2B 01-26#3A 02-02#4C 02-09#5A');
  expect(world.row('s1', '2026-02-02')).toMatchObject({ turnReason: 'SWAP', isException: true });
});
