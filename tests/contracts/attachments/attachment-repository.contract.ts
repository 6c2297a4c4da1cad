import { describe, expect, test } from '@jest/globals';
import type { Attachment } from '../../../domain/attachments/attachment.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { anId } from '../../builders/ids.js';
import { DAY, NOON } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { aStoredHome, inOne, storeTasks, throughPages, type Contract, type Home } from '../persistence.js';

export const attachmentRepositoryContract: Contract = (persistence) => {
  async function aTask(home: Home, fields: Partial<Occurrence> = {}): Promise<Occurrence> {
    const task = anOccurrence({ householdId: home.household.id, createdBy: home.members[0].id, ...fields });
    await storeTasks(persistence(), task);
    return task;
  }
  const aFile = (task: Occurrence, fields: Partial<Attachment> = {}): Attachment => ({
    id: anId(),
    householdId: task.householdId,
    taskId: task.taskId,
    fileName: 'notes.txt',
    contentType: 'text/plain',
    size: 5,
    sha256: 'a'.repeat(64),
    createdBy: task.createdBy,
    createdAt: NOON,
    ...fields,
  });
  const hold = (...files: readonly Attachment[]) =>
    inOne(persistence(), async ({ attachments }) => {
      for (const { id, householdId, taskId, size, createdBy, createdAt } of files)
        await attachments.reserve({ id, householdId, taskId, size, createdBy, createdAt });
    });
  const store = async (...files: readonly Attachment[]) => {
    await hold(...files);
    await inOne(persistence(), async ({ attachments }) => {
      for (const file of files) expect(await attachments.complete(file)).toBe(true);
    });
  };
  const list = ({ householdId, taskId }: Occurrence, limit = 10) =>
    throughPages((page) => persistence().readers.attachments.list(householdId, taskId, page), limit);
  const find = (file: Attachment, viewer = file.createdBy) =>
    persistence().readers.attachments.find(file.householdId, file.id, viewer);

  describe('the number of files of tasks', () => {
    test('includes only completed uploads, and no tasks without files', async () => {
      const home = await aStoredHome(persistence());
      const [one, two, none] = [await aTask(home), await aTask(home), await aTask(home)];
      await store(aFile(one), aFile(one), aFile(two));
      await hold(aFile(two), aFile(none));
      const ids = [one, two, none].map(({ taskId }) => taskId);
      const counts = await inOne(persistence(), ({ attachments }) =>
        attachments.countOf(home.household.id, ids),
      );
      expect(counts).toEqual(
        new Map([
          [one.taskId, 2],
          [two.taskId, 1],
        ]),
      );
    });
  });

  describe('attachments', () => {
    test('are found with all fields only after their upload, but count towards the used storage before that', async () => {
      const home = await aStoredHome(persistence());
      const [task, other] = [await aTask(home), await aTask(home)];
      const file = aFile(task);
      await hold(file, aFile(other, { size: 7 }));
      expect(await find(file)).toBeNull();
      expect(await list(task)).toEqual([]);
      const usage = () =>
        inOne(persistence(), ({ attachments }) => attachments.usage(home.household.id, task.taskId));
      expect(await usage()).toEqual({ bytes: 12, storedBytes: 0, files: 1 });
      const whole = { ...file, size: 3 };
      const complete = () => inOne(persistence(), ({ attachments }) => attachments.complete(whole));
      expect(await complete()).toBe(true);
      expect(await complete()).toBe(false);
      expect(await find(file)).toEqual(whole);
      expect(await list(task)).toEqual([whole]);
      expect(await usage()).toEqual({ bytes: 10, storedBytes: 3, files: 1 });
    });

    test.each([1, 2, 4])('are listed newest first, then by id, in pages of %i', async (limit) => {
      const task = await aTask(await aStoredHome(persistence()));
      const files = [NOON, NOON + 1, NOON, NOON + DAY].map((createdAt) => aFile(task, { createdAt }));
      await store(...files.toReversed());
      const listed = await list(task, limit);
      expect(listed.map(({ id }) => files.findIndex((file) => file.id === id))).toEqual([3, 1, 0, 2]);
    });

    test('are visible to members who see an occurrence of their task outside of the trash', async () => {
      const home = await aStoredHome(persistence());
      const [author, other] = home.members;
      const [shared, personal, trashed] = [
        aFile(await aTask(home)),
        aFile(await aTask(home, { visibility: 'PERSONAL' })),
        aFile(await aTask(home, { deletedAt: NOON })),
      ];
      await store(shared, personal, trashed);
      const seen = async (viewer: typeof author.id) =>
        (
          await throughPages(
            (page) => persistence().readers.attachments.listSeen(home.household.id, viewer, page),
            10,
          )
        ).map(({ id }) => id);
      expect((await seen(author.id)).sort()).toEqual([shared.id, personal.id].sort());
      expect(await seen(other.id)).toEqual([shared.id]);
      expect(await find(personal, other.id)).toBeNull();
      expect(await find(trashed)).toBeNull();
      expect(await find({ ...shared, householdId: anId() })).toBeNull();
    });

    test('are counted in a field of the occurrence of their task', async () => {
      const home = await aStoredHome(persistence());
      const task = await aTask(home);
      await store(aFile(task), aFile(task));
      await hold(aFile(task));
      await inOne(persistence(), ({ attachments }) =>
        attachments.saveFileCount(home.household.id, task.taskId, { now: NOON + 5, by: task.createdBy }),
      );
      const found = await persistence().readers.occurrences.find(home.household.id, task.id, task.createdBy);
      expect(found).toEqual({
        ...task,
        attachmentCount: 2,
        version: task.version + 1,
        updatedAt: NOON + 5,
        updatedBy: task.createdBy,
      });
    });

    test('are reported as a change for the author alone if the task is personal', async () => {
      const home = await aStoredHome(persistence());
      const concerned = async (task: Occurrence) =>
        inOne(persistence(), ({ attachments }) =>
          attachments.saveFileCount(home.household.id, task.taskId, { now: NOON, by: null }),
        );
      const personal = await aTask(home, { visibility: 'PERSONAL' });
      expect(await concerned(personal)).toEqual(personal.createdBy);
      expect(await concerned(await aTask(home))).toBeNull();
    });

    test('are removed by the first call only', async () => {
      const home = await aStoredHome(persistence());
      const task = await aTask(home);
      const [file, kept] = [aFile(task), aFile(task)];
      await store(file, kept);
      const remove = () =>
        inOne(persistence(), ({ attachments }) => attachments.remove(home.household.id, file.id));
      expect(await remove()).toBe(true);
      expect(await remove()).toBe(false);
      expect(await list(task)).toEqual([kept]);
      const known = await inOne(persistence(), ({ attachments }) =>
        attachments.known(home.household.id, [file.id, kept.id]),
      );
      expect(known).toEqual(new Set([kept.id]));
    });

    test('of the personal tasks of a former member are removed, and no other attachments', async () => {
      const home = await aStoredHome(persistence());
      const [one, other] = home.members;
      const files = [
        aFile(await aTask(home, { visibility: 'PERSONAL' })),
        aFile(await aTask(home)),
        aFile(await aTask(home, { visibility: 'PERSONAL', createdBy: other.id })),
      ] as const;
      await store(...files);
      const gone = await inOne(persistence(), ({ attachments }) =>
        attachments.removePersonal(home.household.id, one.id),
      );
      expect(gone).toEqual([files[0].id]);
      expect(await find(files[1])).not.toBeNull();
      expect(await find(files[2])).not.toBeNull();
    });

    test('of unfinished uploads are purged in batches', async () => {
      const task = await aTask(await aStoredHome(persistence()));
      const old = NOON - 9_000 * DAY;
      const file = aFile(task, { createdAt: old });
      await store(file);
      await hold(
        ...[1, 2, 3].map(() => aFile(task, { createdAt: old })),
        aFile(task, { createdAt: old + 1 }),
      );
      const purge = () =>
        inOne(persistence(), ({ attachments }) => attachments.purgeReservations(old + 1, 2));
      expect(await purge()).toBe(2);
      expect(await purge()).toBe(1);
      expect(await purge()).toBe(0);
      expect(await list(task)).toEqual([file]);
    });

    test('are removed when the last occurrence of their task is purged from the trash', async () => {
      const home = await aStoredHome(persistence());
      const before = NOON - 8_000 * DAY;
      const [gone, young, alive] = [
        aFile(await aTask(home, { deletedAt: before - 1 })),
        aFile(await aTask(home, { deletedAt: before })),
        aFile(await aTask(home)),
      ];
      await store(gone, young, alive);
      const purge = () => inOne(persistence(), ({ occurrences }) => occurrences.purgeTrash(before, 10));
      expect(await purge()).toEqual({
        count: 1,
        files: [{ householdId: home.household.id, fileIds: [gone.id] }],
      });
      expect(await purge()).toEqual({ count: 0, files: [] });
      const known = await inOne(persistence(), ({ attachments }) =>
        attachments.known(home.household.id, [gone.id, young.id, alive.id]),
      );
      expect(known).toEqual(new Set([young.id, alive.id]));
    });
  });
};
