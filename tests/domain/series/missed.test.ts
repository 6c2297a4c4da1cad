import { describe, expect, test } from '@jest/globals';
import { planMissed } from '../../../domain/series/missed.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { turns } from '../../builders/members.js';
import { DAY } from '../../builders/instants.js';
import { date, seriesState, SeriesWorld, type StoredRow } from '../../builders/series-world.js';

const PARIS = 'Europe/Paris' as TimeZone;
/** Already the 9th in Paris. */
const LATE_ON_8TH = Date.UTC(2026, 0, 8, 23, 30);

function missedOn(
  today: string,
  patches: Record<string, Partial<StoredRow>> = {},
  missed: 'keep' | 'keepLatest' = 'keepLatest',
) {
  const world = new SeriesWorld();
  world.begin(seriesState({ frequency: 'daily', count: 6 }, turns('A B'), { missed }));
  for (const [day, patch] of Object.entries(patches)) world.set(world.row('s1', `2026-01-${day}`), patch);
  const changes = planMissed(world.get('s1'), world.of('s1'), date(today), PARIS);
  for (const { set } of changes) expect(set).toEqual({ status: 'SKIPPED', skippedReason: 'MISSED' });
  return changes.map(({ id }) => world.rows.get(id)?.originalDate.slice(8)).join(' ');
}

describe('missed occurrences', () => {
  test.each<[string, string, Record<string, Partial<StoredRow>>, string]>([
    ['T-R12 nothing is missed on the first day', '2026-01-05', {}, ''],
    ['T-R12 a newer one is due: the older goes', '2026-01-06', {}, '05'],
    ['T-R12 only the latest stays after a long absence', '2026-01-09', {}, '05 06 07 08'],
    ['the last one stays overdue for ever', '2026-06-01', {}, '05 06 07 08 09'],
    [
      'finished and deleted ones are left alone',
      '2026-01-08',
      { '05': { status: 'DONE' }, '06': { status: 'CANCELLED', deleted: true } },
      '07',
    ],
    ['a newer one that is done does not count as open', '2026-01-06', { '06': { status: 'DONE' } }, ''],
    [
      'an exception counts on the date it was moved to',
      '2026-01-07',
      { '05': { date: date('2026-01-07'), isException: true } },
      '06',
    ],
    [
      'what was opened again on the day of the newest stays',
      '2026-01-09',
      { '06': { statusAt: LATE_ON_8TH } },
      '05 07 08',
    ],
    [
      'until one falls due on a later day',
      '2026-01-09',
      { '06': { statusAt: LATE_ON_8TH - DAY } },
      '05 06 07 08',
    ],
    ['one without a date is never missed', '2026-01-07', { '05': { date: null, isException: true } }, '06'],
  ])('%s', (_, today, patches, expected) => expect(missedOn(today, patches)).toBe(expected));

  test('with keep each stays', () => expect(missedOn('2026-01-09', {}, 'keep')).toBe(''));
});
