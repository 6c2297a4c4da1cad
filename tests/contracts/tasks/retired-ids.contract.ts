import { describe, expect, test } from '@jest/globals';
import type { OccurrenceId, TaskId } from '../../../domain/shared/ids.js';
import type { RetiredId } from '../../../domain/sync/journal.js';
import { anId } from '../../builders/ids.js';
import { DAY, NOON } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { aStoredHome, storeTasks, type Contract, type Home } from '../persistence.js';

export const retiredIdsContract: Contract = (persistence) => {
  const isTaken = ({ household }: Home, occurrenceId: string, taskId: string = anId()) =>
    persistence().unitOfWork.run(({ tasks }) =>
      tasks.isTaken(household.id, {
        occurrenceId: occurrenceId as OccurrenceId,
        taskId: taskId as TaskId,
      }),
    );
  const retire = (ids: readonly RetiredId[]) =>
    persistence().unitOfWork.run(({ tasks }) => tasks.retire(ids));
  const forgetRetired = (now: number, limit = 10) =>
    persistence().unitOfWork.run(({ tasks }) => tasks.forgetRetired(now, limit));
  const retired = (
    { household }: Home,
    kind: RetiredId['kind'],
    fields: Partial<RetiredId> = {},
  ): RetiredId => ({
    ...{ householdId: household.id, kind, id: anId(), expiresAt: null },
    ...fields,
  });

  describe('ids of occurrences and tasks', () => {
    test('are reserved in their household while a stored row uses them', async () => {
      const [home, elsewhere] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const { household, members } = home;
      const row = anOccurrence({
        ...{ householdId: household.id, createdBy: members[0].id, visibility: 'PERSONAL' },
      });
      await storeTasks(persistence(), row);
      expect(await isTaken(home, row.id)).toBe(true);
      expect(await isTaken(home, anId(), row.taskId)).toBe(true);
      expect(await isTaken(home, row.taskId, row.id)).toBe(false);
      expect(await isTaken(elsewhere, row.id, row.taskId)).toBe(false);
    });

    test('stay reserved in their household for their kind of row once tasks.retire has stored them', async () => {
      const [home, elsewhere] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const [occurrence, task] = [retired(home, 'occurrence'), retired(home, 'task')];
      await retire([occurrence, task, retired(elsewhere, 'task')]);
      await retire([task]);
      expect(await isTaken(home, occurrence.id)).toBe(true);
      expect(await isTaken(home, anId(), task.id)).toBe(true);
      expect(await isTaken(home, task.id, occurrence.id)).toBe(false);
      expect(await isTaken(elsewhere, occurrence.id, task.id)).toBe(false);
    });

    test('that were retired are deleted in batches after their reservation has expired', async () => {
      const home = await aStoredHome(persistence());
      const old = [1, 2, 3].map((days) => retired(home, 'task', { expiresAt: NOON - days * DAY }));
      const kept = [retired(home, 'task', { expiresAt: NOON + DAY }), retired(home, 'occurrence')];
      await retire([...old, ...kept]);
      expect(await forgetRetired(NOON, 2)).toBe(2);
      expect(await forgetRetired(NOON)).toBe(1);
      expect(await forgetRetired(NOON)).toBe(0);
      for (const { id } of old) expect(await isTaken(home, anId(), id)).toBe(false);
      expect(await isTaken(home, kept[1]!.id, kept[0]!.id)).toBe(true);
    });
  });
};
