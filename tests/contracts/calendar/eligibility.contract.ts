import { beforeAll, describe, expect, test } from '@jest/globals';
import { fc } from '../../support/property.js';
import { isCreatable, isEligible, syncWindow } from '../../../domain/calendar/eligibility.js';
import { newEvent } from '../../../domain/calendar/mirrored-event.js';
import { addDays, civilDate } from '../../../domain/shared/civil-date.js';
import { GOOGLE_SYNC_STATUSES, STATUSES, type Occurrence } from '../../../domain/tasks/occurrence.js';
import { VISIBILITIES } from '../../../domain/shared/visibility.js';
import { NOON } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { aStoredHome, inOne, storeTasks, type Contract, type Home } from '../persistence.js';

const WINDOW = syncWindow(civilDate('2026-03-10'));
const { from, until } = WINDOW;

const aRow = ({ household, members }: Home): fc.Arbitrary<{ task: Occurrence; hasEvent: boolean }> =>
  fc.record({
    task: fc
      .record({
        date: fc.constantFrom(null, addDays(from, -1), from, addDays(from, 9), until, addDays(until, 1)),
        visibility: fc.constantFrom(...VISIBILITIES),
        status: fc.constantFrom(...STATUSES),
        deletedAt: fc.constantFrom(null, null, NOON),
        googleSyncStatus: fc.constantFrom(...GOOGLE_SYNC_STATUSES, 'PENDING' as const),
      })
      .map((fields) =>
        anOccurrence({
          householdId: household.id,
          createdBy: members[0].id,
          ...fields,
          completedAt: fields.status === 'DONE' ? NOON : null,
        }),
      ),
    hasEvent: fc.boolean(),
  });

/** Compares the SQL conditions of the calendar with the domain, for random rows. */
export const eligibilityContract: Contract = (persistence) => {
  describe('the occurrences of the mirrored calendar', () => {
    let home: Home;
    let rows: readonly { readonly task: Occurrence; readonly hasEvent: boolean }[];

    const idsOf = (isMeant: (row: (typeof rows)[number]) => boolean) =>
      rows
        .filter(isMeant)
        .map(({ task }) => task.id)
        .toSorted();

    beforeAll(async () => {
      home = await aStoredHome(persistence());
      rows = fc.sample(aRow(home), { numRuns: 400, seed: 20260310 });
      await storeTasks(persistence(), ...rows.map(({ task }) => task));
      await inOne(persistence(), async ({ calendarMirror }) => {
        for (const { task, hasEvent } of rows)
          if (hasEvent) await calendarMirror.saveEvent(newEvent(task.householdId, task.id, 'a', 'LIVE'));
      });
    });

    test('are found as eligible exactly if the function isEligible returns true', async () => {
      const found = await inOne(persistence(), ({ calendarMirror }) =>
        calendarMirror.eligibleIds(home.household.id),
      );
      const expected = idsOf(({ task }) => isEligible(task));
      expect(expected.length).toBeGreaterThan(20);
      expect([...found].toSorted()).toEqual(expected);
    });

    test('are due if they are pending and have an event, need one, or are no longer eligible', async () => {
      const found = await inOne(persistence(), ({ calendarMirror }) =>
        calendarMirror.due(home.household.id, WINDOW, NOON, 1000),
      );
      const expected = idsOf(
        ({ task, hasEvent }) =>
          task.googleSyncStatus === 'PENDING' && (hasEvent || isCreatable(task, WINDOW) || !isEligible(task)),
      );
      expect(expected.length).toBeGreaterThan(20);
      expect(found.map(({ occurrence }) => occurrence?.id).toSorted()).toEqual(expected);
    });

    test('are counted if they are shared and have an event or need one', async () => {
      const health = await inOne(persistence(), ({ calendarLinks }) =>
        calendarLinks.health(home.household.id, WINDOW),
      );
      const count = (status: Occurrence['googleSyncStatus']) =>
        idsOf(
          ({ task, hasEvent }) =>
            task.googleSyncStatus === status &&
            task.visibility === 'SHARED' &&
            (hasEvent || isCreatable(task, WINDOW)),
        ).length;
      expect(count('PENDING')).toBeGreaterThan(20);
      expect(health).toMatchObject({
        pending: count('PENDING'),
        blocked: count('BLOCKED'),
        failed: count('ERROR'),
      });
    });
  });
};
