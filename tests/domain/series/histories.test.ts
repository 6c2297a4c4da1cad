import { describe, test } from '@jest/globals';
import { planDelete, planRestore } from '../../../domain/series/delete.js';
import { horizonOn, planHorizon } from '../../../domain/series/horizon.js';
import type { RecurrenceRule } from '../../../domain/recurrence/rule.js';
import { livingIndexes } from '../../../domain/series/series.js';
import { addDays, type CivilDate } from '../../../domain/shared/civil-date.js';
import { turns } from '../../builders/members.js';
import {
  context,
  isLive,
  seriesState,
  SeriesWorld,
  TODAY,
  type StoredRow,
} from '../../builders/series-world.js';
import { fc, runs } from '../../support/property.js';

const RULES = fc.constantFrom<RecurrenceRule>(
  { frequency: 'weekly', byDay: [{ day: 'mo' }] },
  { frequency: 'weekly', byDay: [{ day: 'we' }, { day: 'sa' }] },
  { frequency: 'weekly', byDay: [{ day: 'mo' }], count: 10 },
  { frequency: 'daily', interval: 3 },
  { frequency: 'daily', interval: 4 },
);
const STEPS = fc.array(
  fc.record({
    what: fc.constantFrom(
      'rule',
      'move',
      'move',
      'moveOne',
      'touch',
      'finish',
      'reopen',
      'delete',
      'restore',
    ),
    scope: fc.constantFrom('following' as const, 'all' as const),
    /** Selects one of the rows to which the step can be applied. */
    place: fc.nat(4),
    days: fc.nat(4),
    rule: RULES,
    later: fc.constantFrom(0, 0, 0, 1, 5),
  }),
  { minLength: 4, maxLength: 10, size: 'max' },
);
type Step = typeof STEPS extends fc.Arbitrary<(infer One)[]> ? One : never;

/**
 * Creates the rows that the daily job would have created by that day, except on dates that a row in the trash
 * holds.
 */
function extend(world: SeriesWorld, id: string, today: CivilDate): void {
  const rows = world.of(id);
  const plan = planHorizon(world.get(id), horizonOn(today), livingIndexes(rows), context(today));
  const held = new Set(rows.map(({ originalDate }) => originalDate));
  world.apply(id, { ...plan, create: plan.create.filter(({ originalDate }) => !held.has(originalDate)) });
}

function pickRow(world: SeriesWorld, { what, place }: Step): StoredRow | undefined {
  const mayBe = {
    restore: ({ deleted }: StoredRow) => deleted,
    reopen: ({ status, deleted }: StoredRow) => status === 'DONE' && !deleted,
  };
  const rows = [...world.rows.values()]
    .filter(what === 'restore' || what === 'reopen' ? mayBe[what] : isLive)
    .sort((one, other) => (one.originalDate < other.originalDate ? -1 : 1));
  return rows[place % Math.max(rows.length, 1)];
}

function take(world: SeriesWorld, step: Step, today: CivilDate): void {
  const { what, scope, days, rule } = step;
  const at = context(today);
  const row = pickRow(world, step);
  if (row === undefined || row.seriesId === null) return;
  const id = row.seriesId;
  const day = row.originalDate;
  const edit = (reach: 'this' | typeof scope, said: object) => {
    const planned = world.plan(id, day, reach, said, at);
    if (planned.kind === 'plan') world.apply(id, planned.plan);
  };
  switch (what) {
    case 'rule':
      return edit(scope, { recurrence: rule });
    case 'move':
    case 'moveOne':
      return edit(what === 'move' ? scope : 'this', { date: addDays(row.date ?? today, days) });
    case 'touch':
      return world.set(row, { isTouched: true, ticked: true });
    case 'finish':
    case 'reopen':
      return world.set(row, { status: what === 'finish' ? 'DONE' : 'TODO' });
    case 'delete': {
      const reach = scope === 'all' ? 'this' : scope;
      world.apply(id, planDelete(world.get(id), world.of(id), world.occurrence(id, day), reach, at));
      return;
    }
    case 'restore': {
      const target = { ...row, deleted: false, status: 'TODO' as const };
      const plan = planRestore(world.get(id), world.of(id), target);
      if (plan === null) return;
      world.apply(id, plan);
      world.set(row, { deleted: false, status: 'TODO' });
    }
  }
}

describe('random histories of edits, deletions and restored occurrences', () => {
  test('never plan two rows of a series on one date', () => {
    fc.assert(
      fc.property(RULES, STEPS, (begun, steps) => {
        const world = new SeriesWorld();
        let today = TODAY;
        world.begin(seriesState(begun, turns('A B')), context(today));
        for (const step of steps) {
          today = addDays(today, step.later);
          for (const id of [...world.series.keys()]) extend(world, id, today);
          // The test world throws if a plan puts two rows on one date.
          take(world, step, today);
        }
      }),
      runs(600),
    );
  }, 120_000);
});
