import { describe, expect, test } from '@jest/globals';
import type { MemberId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { Visibility } from '../../../domain/shared/visibility.js';
import type { SeriesRecord } from '../../../domain/series/series.js';
import { DAY, NOON } from '../../builders/instants.js';
import { anOccurrence, aQuery } from '../../builders/occurrence.js';
import { aRowOf, aSeries } from '../../builders/series.js';
import { aStoredHome, storeRows, storeSeries, storeTasks, type Contract } from '../persistence.js';

export const departureContract: Contract = (persistence) => {
  const stored = ({ householdId, id, createdBy }: Occurrence) =>
    persistence().readers.occurrences.find(householdId, id, createdBy);

  describe('the data of a member who leaves', () => {
    test('is removed if it is PERSONAL, also in the trash, and otherwise kept', async () => {
      const [home, foreign] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const [leaver, other] = home.members;
      const mine = { householdId: home.household.id, createdBy: leaver.id };
      const personal = { ...mine, visibility: 'PERSONAL' as const };
      const gone = [
        anOccurrence(personal),
        anOccurrence({ ...personal, status: 'CANCELLED', deletedAt: NOON, statusBeforeDeletion: 'TODO' }),
        anOccurrence({ ...personal, status: 'DONE', completedAt: NOON, completedBy: leaver.id }),
      ];
      const kept = [
        anOccurrence(mine),
        anOccurrence({ ...personal, createdBy: other.id }),
        anOccurrence({
          householdId: foreign.household.id,
          createdBy: foreign.members[0].id,
          visibility: 'PERSONAL',
        }),
      ];
      await storeTasks(persistence(), ...gone, ...kept);
      await persistence().unitOfWork.run(({ occurrences }) =>
        occurrences.removePersonal(home.household.id, leaver.id, 1_000),
      );
      for (const occurrence of gone) expect(await stored(occurrence)).toBeNull();
      for (const occurrence of kept) expect(await stored(occurrence)).toEqual(occurrence);
    });

    test('is removed if it belongs to a PERSONAL series', async () => {
      const { household, members } = await aStoredHome(persistence());
      const [leaver, other] = members;
      const by = (createdBy: MemberId, visibility: Visibility, fields: Partial<SeriesRecord> = {}) =>
        aSeries({ householdId: household.id, createdBy, template: { visibility }, ...fields });
      const [gone, empty, shared, others] = [
        by(leaver.id, 'PERSONAL'),
        by(leaver.id, 'PERSONAL', { ended: true, endedAt: NOON }),
        by(leaver.id, 'SHARED'),
        by(other.id, 'PERSONAL'),
      ];
      const kept = [aRowOf(shared, 0), aRowOf(others, 0)] as const;
      await storeSeries(persistence(), gone, empty, shared, others);
      await storeRows(persistence(), aRowOf(gone, 0), aRowOf(gone, 1), ...kept);
      await persistence().unitOfWork.run(({ occurrences }) =>
        occurrences.removePersonal(household.id, leaver.id, 1_000),
      );
      const found = ({ id, createdBy }: SeriesRecord) =>
        persistence().readers.series.find(household.id, id, createdBy);
      expect(await found(gone)).toBeNull();
      expect(await found(empty)).toBeNull();
      expect(await found(shared)).toEqual(shared);
      expect(await found(others)).toEqual(others);
      const listed = await persistence().readers.occurrences.list(
        household.id,
        aQuery({ viewer: leaver.id }),
        { limit: 10, after: null },
      );
      expect(listed.rows).toEqual([kept[0]]);
      expect(await stored(kept[1])).toEqual(kept[1]);
    });

    const row = (name: string, fields: Partial<Occurrence>, loses: boolean) => ({
      name,
      fields,
      loses,
      outcome: loses ? 'is removed' : 'stays',
    });
    const trashed = { status: 'CANCELLED', deletedAt: NOON } as const;
    test.each([
      row('open', {}, true),
      row('skipped', { status: 'SKIPPED', skippedReason: 'MANUAL' }, false),
      row('done', { status: 'DONE', completedAt: NOON }, false),
      row('open and in the trash', { ...trashed, statusBeforeDeletion: 'TODO' }, true),
      row('done and in the trash', { ...trashed, statusBeforeDeletion: 'DONE', completedAt: NOON }, false),
    ])(
      'an assignment of the member $outcome if the occurrence is $name [T-A6]',
      async ({ fields, loses }) => {
        const { household, members } = await aStoredHome(persistence());
        const [leaver, other] = members;
        const base = { householdId: household.id, createdBy: other.id, turnReason: 'MANUAL' as const };
        const alone = anOccurrence({ ...base, ...fields, responsibleMemberIds: [leaver.id] });
        const together = anOccurrence({ ...base, ...fields, responsibleMemberIds: [leaver.id, other.id] });
        const untouched = anOccurrence({ ...base, ...fields, responsibleMemberIds: [other.id] });
        await storeTasks(persistence(), alone, together, untouched);
        await persistence().unitOfWork.run(({ occurrences }) =>
          occurrences.unassign(household.id, leaver.id, { now: NOON + DAY, by: leaver.id }, 1_000),
        );
        const mutation = {
          version: 2,
          syncVersion: 2,
          googleSyncStatus: 'PENDING',
          updatedAt: NOON + DAY,
          updatedBy: leaver.id,
        };
        expect(await stored(alone)).toEqual({
          ...alone,
          ...(loses && { ...mutation, responsibleMemberIds: [], turnReason: null }),
        });
        expect(await stored(together)).toEqual({
          ...together,
          ...(loses && { ...mutation, responsibleMemberIds: [other.id] }),
        });
        expect(await stored(untouched)).toEqual(untouched);
      },
    );

    test('is kept in another household of the same person', async () => {
      const [home, foreign] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const elsewhere = anOccurrence({
        householdId: foreign.household.id,
        createdBy: foreign.members[0].id,
        responsibleMemberIds: [home.members[0].id],
      });
      await storeTasks(persistence(), elsewhere);
      await persistence().unitOfWork.run(({ occurrences }) =>
        occurrences.unassign(home.household.id, home.members[0].id, { now: NOON, by: null }, 1_000),
      );
      expect(await stored(elsewhere)).toEqual(elsewhere);
    });
  });
};
