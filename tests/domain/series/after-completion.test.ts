import { beforeEach, describe, expect, test } from '@jest/globals';
import { fc } from '../../support/property.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import { planAfterClosing, planAfterReopening } from '../../../domain/series/horizon.js';
import { NOTHING_TO_DO } from '../../../domain/series/plan.js';
import { turns } from '../../builders/members.js';
import {
  context,
  date,
  line,
  seriesState,
  SeriesWorld,
  TODAY,
  type StoredRow,
} from '../../builders/series-world.js';

let world: SeriesWorld;
beforeEach(() => {
  world = new SeriesWorld();
  world.begin(seriesState({ kind: 'afterCompletion', every: 5, unit: 'day' }, turns('A B C')));
});

function close(row: StoredRow, on: CivilDate, status: 'DONE' | 'SKIPPED' = 'DONE') {
  world.set(row, { status });
  const closed = world.row('s1', row.originalDate);
  const plan = planAfterClosing(world.get('s1'), world.of('s1'), closed, on, context(on));
  world.apply('s1', plan);
  return plan;
}
function reopen(day: string) {
  world.set(world.row('s1', day), { status: 'TODO' });
  const plan = planAfterReopening(world.get('s1'), world.of('s1'), world.row('s1', day));
  world.apply('s1', plan);
  return plan;
}
const open = () => world.of('s1').filter(({ status }) => status === 'TODO');

describe('after completion', () => {
  test('T-R12 the next one is counted from the day of the completion, however late, and it is the next one’s turn', () => {
    close(world.row('s1', TODAY), date('2026-02-20'));
    expect(line(open())).toBe('02-25#1B');
    expect(open()[0]?.ticked).toBe(false);
  });

  test('T-O12 a skip brings the next one too and uses the turn up', () => {
    close(world.row('s1', TODAY), date('2026-01-06'), 'SKIPPED');
    expect(line(open())).toBe('01-11#1B');
  });

  test('T-R12 done early: the same date is not offered again', () => {
    close(world.row('s1', TODAY), date('2025-12-31'));
    expect(line(open())).toBe('01-06#1B');
  });

  test.each<[string, 'month' | 'year', string]>([
    ['2026-01-31', 'month', '2026-02-28'],
    ['2024-02-29', 'year', '2025-02-28'],
  ])('T-R1 done on %s, a %s later is %s', (on, unit, expected) => {
    world.begin(
      seriesState({ kind: 'afterCompletion', every: 1, unit }, null, { start: date('2020-01-01') }),
    );
    const plan = planAfterClosing(
      world.get('s2'),
      world.of('s2'),
      world.row('s2', '2020-01-01'),
      date(on),
      context(),
    );
    expect(plan.create.map(({ originalDate }) => originalDate)).toEqual([expected]);
  });

  test('T-O2 completed twice there is one follow-up', () => {
    close(world.row('s1', TODAY), TODAY);
    expect(close(world.row('s1', TODAY), TODAY)).toBe(NOTHING_TO_DO);
    expect(open()).toHaveLength(1);
  });

  test('T-O2 reopened it takes the follow-up back, and completed again it has one', () => {
    close(world.row('s1', TODAY), TODAY);
    reopen(TODAY);
    expect(line(open())).toBe('01-05#0A');
    close(world.row('s1', TODAY), date('2026-01-07'));
    expect(line(open())).toBe('01-12#1B');
  });

  test('T-O2 reopened it keeps a follow-up that somebody touched, and brings no third', () => {
    close(world.row('s1', TODAY), TODAY);
    world.set(world.row('s1', '2026-01-10'), { ticked: true });
    expect(reopen(TODAY)).toBe(NOTHING_TO_DO);
    expect(line(open())).toBe('01-05#0A 01-10#1B');
    expect(close(world.row('s1', TODAY), TODAY)).toBe(NOTHING_TO_DO);
    close(world.row('s1', '2026-01-10'), date('2026-01-10'));
    expect(line(open())).toBe('01-15#2C');
  });

  test('T-O2 an older one reopened leaves what came after it', () => {
    close(world.row('s1', TODAY), TODAY);
    close(world.row('s1', '2026-01-10'), date('2026-01-10'));
    expect(reopen(TODAY)).toBe(NOTHING_TO_DO);
    expect(line(open())).toBe('01-05#0A 01-15#2C');
  });

  test('an ended series and one with a rule bring nothing', () => {
    const row = world.row('s1', TODAY);
    expect(planAfterClosing({ ...world.get('s1'), ended: true }, [row], row, TODAY, context())).toBe(
      NOTHING_TO_DO,
    );
    const daily = seriesState({ frequency: 'daily' }, null);
    expect(planAfterClosing(daily, [row], row, TODAY, context())).toBe(NOTHING_TO_DO);
    expect(planAfterReopening(daily, [row], row)).toBe(NOTHING_TO_DO);
  });

  test('exactly one is open, the index counts completions and skips, and the turns come round', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ skip: fc.boolean(), after: fc.nat(9) }), { maxLength: 20 }),
        (steps) => {
          world = new SeriesWorld();
          world.begin(seriesState({ kind: 'afterCompletion', every: 2, unit: 'day' }, turns('A B C')));
          steps.forEach(({ skip, after }, place) => {
            const row = open()[0] as StoredRow;
            const on = date(`2026-03-${String(after + place + 1).padStart(2, '0')}`);
            close(row, on, skip ? 'SKIPPED' : 'DONE');
            expect(open()).toHaveLength(1);
            expect(open()[0]).toMatchObject({
              seriesIndex: place + 1,
              responsibleMemberIds: ['ABC'.charAt((place + 1) % 3)],
            });
          });
        },
      ),
    );
  });
});
