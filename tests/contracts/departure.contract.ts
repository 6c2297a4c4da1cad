import { describe, expect, test } from '@jest/globals';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { anId } from '../builders/ids.js';
import { DAY, NOON } from '../builders/instants.js';
import { anOccurrence } from '../builders/occurrence.js';
import { aStoredHome, storeTasks, type Contract } from './persistence.js';

export const departureContract: Contract = (persistence) => {
  const stored = ({ householdId, id, createdBy }: Occurrence) =>
    persistence().readers.occurrences.find(householdId, id, createdBy);

  describe('what belongs to someone who leaves', () => {
    test('V-09 is removed where it is PERSONAL, in the trash too, and nowhere else', async () => {
      const [home, foreign] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const [leaver, other] = home.members;
      const mine = { householdId: home.household.id, createdBy: leaver.id };
      const personal = { ...mine, visibility: 'PERSONAL' as const };
      const gone = [
        anOccurrence(personal),
        anOccurrence({ ...personal, status: 'CANCELLED', deletedAt: NOON, statusBeforeDeletion: 'TODO' }),
        anOccurrence({ ...personal, status: 'DONE', completedAt: NOON, completedBy: leaver.id }),
        anOccurrence({ ...personal, seriesId: anId(), seriesIndex: 0 }),
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
        occurrences.removePersonal(home.household.id, leaver.id),
      );
      for (const occurrence of gone) expect(await stored(occurrence)).toBeNull();
      for (const occurrence of kept) expect(await stored(occurrence)).toEqual(occurrence);
    });

    const row = (name: string, fields: Partial<Occurrence>, loses: boolean) => ({ name, fields, loses });
    const trashed = { status: 'CANCELLED', deletedAt: NOON } as const;
    test.each([
      row('open', {}, true),
      row('skipped', { status: 'SKIPPED', skippedReason: 'MANUAL' }, true),
      row('done', { status: 'DONE', completedAt: NOON }, false),
      row('open and in the trash', { ...trashed, statusBeforeDeletion: 'TODO' }, true),
      row('done and in the trash', { ...trashed, statusBeforeDeletion: 'DONE', completedAt: NOON }, false),
      row('planned by a series', { seriesId: anId(), seriesIndex: 3 }, false),
      row('an exception of a series', { seriesId: anId(), seriesIndex: 3, isException: true }, true),
    ])('T-A6 an occurrence that is $name loses them: $loses', async ({ fields, loses }) => {
      const { household, members } = await aStoredHome(persistence());
      const [leaver, other] = members;
      const base = { householdId: household.id, createdBy: other.id, turnReason: 'MANUAL' as const };
      const alone = anOccurrence({ ...base, ...fields, responsibleMemberIds: [leaver.id] });
      const together = anOccurrence({ ...base, ...fields, responsibleMemberIds: [leaver.id, other.id] });
      const untouched = anOccurrence({ ...base, ...fields, responsibleMemberIds: [other.id] });
      await storeTasks(persistence(), alone, together, untouched);
      await persistence().unitOfWork.run(({ occurrences }) =>
        occurrences.unassign(household.id, leaver.id, NOON + DAY),
      );
      const mutation = { version: 2, syncVersion: 2, googleSyncStatus: 'PENDING', updatedAt: NOON + DAY };
      expect(await stored(alone)).toEqual({
        ...alone,
        ...(loses && { ...mutation, responsibleMemberIds: [], turnReason: null }),
      });
      expect(await stored(together)).toEqual({
        ...together,
        ...(loses && { ...mutation, responsibleMemberIds: [other.id] }),
      });
      expect(await stored(untouched)).toEqual(untouched);
    });

    test('stays in another household, where the same person may be a member', async () => {
      const [home, foreign] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const elsewhere = anOccurrence({
        householdId: foreign.household.id,
        createdBy: foreign.members[0].id,
        responsibleMemberIds: [home.members[0].id],
      });
      await storeTasks(persistence(), elsewhere);
      await persistence().unitOfWork.run(({ occurrences }) =>
        occurrences.unassign(home.household.id, home.members[0].id, NOON),
      );
      expect(await stored(elsewhere)).toEqual(elsewhere);
    });
  });
};
