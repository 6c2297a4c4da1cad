import { describe, expect, test } from '@jest/globals';
import type { Category } from '../../../domain/households/household.js';
import type { MemberId, OccurrenceId } from '../../../domain/shared/ids.js';
import { aCategory } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { DAY, NOON } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { tryToModify } from '../try-to-modify.js';
import {
  aStoredHome,
  outcomes,
  storeTasks,
  throughPages,
  times,
  type Contract,
  type Home,
} from '../persistence.js';

export const categoryRepositoryContract: Contract = (persistence) => {
  const of = ({ household, members }: Home, fields: Partial<Category> = {}) =>
    aCategory({ householdId: household.id, createdBy: members[0].id, ...fields });
  const insert = (category: Category) =>
    persistence()
      .unitOfWork.run(({ categories }) => categories.insert(category))
      .then(() => category);
  const find = ({ householdId, id }: Pick<Category, 'householdId' | 'id'>) =>
    persistence().unitOfWork.run(({ categories }) => categories.findForUpdate(householdId, id));
  const remove = ({ householdId, id }: Pick<Category, 'householdId' | 'id'>, by: MemberId | null = null) =>
    persistence().unitOfWork.run(({ categories }) =>
      categories.remove(householdId, id, { now: NOON + DAY, by }),
    );
  const list = (home: Home, limit = 10) =>
    throughPages((page) => persistence().readers.categories.list(home.household.id, page), limit);

  describe('categories', () => {
    test('are found with all their fields', async () => {
      const home = await aStoredHome(persistence());
      const category = await insert(
        of(home, { name: 'Été', color: '#aabbcc', icon: 'sun', createdAt: NOON + 1 }),
      );
      expect(await find(category)).toEqual(category);
      expect(await list(home)).toEqual([category]);
    });

    test('of another household are neither found nor removed', async () => {
      const [home, foreign] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const category = await insert(of(home));
      const asked = { householdId: foreign.household.id, id: category.id };
      expect(await find(asked)).toBeNull();
      expect(await remove(asked)).toBe(false);
      expect(await list(foreign)).toEqual([]);
      expect(await find(category)).toEqual(category);
    });

    test('are returned as null if they do not exist, and are not created when they are saved', async () => {
      const home = await aStoredHome(persistence());
      const unknown = of(home);
      await persistence().unitOfWork.run(({ categories }) => categories.save(unknown));
      expect(await find(unknown)).toBeNull();
      expect(await remove(unknown)).toBe(false);
    });

    test.each([1, 2, 4, 5, 10])(
      'are listed by name without case and accents, in pages of %i',
      async (limit) => {
        const home = await aStoredHome(persistence());
        const names = ['zoo', 'Été', 'eta', 'ÉTÉ 2', 'Apple'];
        for (const name of names) await insert(of(home, { name }));
        expect((await list(home, limit)).map(({ name }) => name)).toEqual([
          'Apple',
          'eta',
          'Été',
          'ÉTÉ 2',
          'zoo',
        ]);
      },
    );

    test('are listed by id if their names differ only in accents', async () => {
      const home = await aStoredHome(persistence());
      const [first, second] = [of(home, { name: 'Cote' }), of(home, { name: 'Côté' })];
      await insert(second);
      await insert(first);
      expect(await list(home, 1)).toEqual([first, second]);
    });

    test('cannot have the same name in a household, ignoring case', async () => {
      const home = await aStoredHome(persistence());
      const [garden, kitchen] = [await insert(of(home, { name: 'Été' })), await insert(of(home))];
      const taken = { code: 'CATEGORY_NAME_TAKEN' };
      await expect(insert(of(home, { name: 'ÉTÉ' }))).rejects.toMatchObject(taken);
      await expect(
        persistence().unitOfWork.run(({ categories }) => categories.save({ ...kitchen, name: 'été' })),
      ).rejects.toMatchObject(taken);
      expect(await list(home)).toHaveLength(2);
      await insert(of(await aStoredHome(persistence()), { name: garden.name }));
    });

    test('are created only once when 20 parallel requests use the same name', async () => {
      const home = await aStoredHome(persistence());
      const { succeeded, codes } = await outcomes(times(20, () => insert(of(home, { name: 'Garden' }))));
      expect(succeeded).toBe(1);
      expect(new Set(codes)).toEqual(new Set(['CATEGORY_NAME_TAKEN']));
    });

    test('are inserted once by 20 parallel calls of findOrInsert', async () => {
      const home = await aStoredHome(persistence());
      const findOrInsert = (name: string) =>
        persistence().unitOfWork.run(({ categories }) => categories.findOrInsert(of(home, { name })));
      const found = await Promise.all(times(20, (i) => findOrInsert(i % 2 ? 'Garden' : 'GARDEN')));
      expect(new Set(found.map(({ id }) => id)).size).toBe(1);
      expect(await list(home)).toEqual([found[0]]);
      expect(await findOrInsert('garden')).toEqual(found[0]);
    });

    test('are saved with all fields, even if only the case of their name changes', async () => {
      const home = await aStoredHome(persistence());
      const category = await insert(of(home, { name: 'garden' }));
      const changed = { ...category, name: 'Garden', color: '#000000', icon: 'leaf' };
      await persistence().unitOfWork.run(({ categories }) => categories.save(changed));
      expect(await find(category)).toEqual(changed);
    });

    test('are removed from their tasks when they are deleted, and the versions of these tasks increase by one', async () => {
      const home = await aStoredHome(persistence());
      const [garden, kitchen] = [await insert(of(home)), await insert(of(home))];
      const base = { householdId: home.household.id, createdBy: home.members[0].id };
      const synced = { version: 4, syncVersion: 3, syncedVersion: 3, googleSyncStatus: 'SYNCED' as const };
      const task = anOccurrence({ ...base, ...synced, categoryId: garden.id });
      const trashed = anOccurrence({ ...base, ...synced, categoryId: garden.id, deletedAt: NOON });
      const other = anOccurrence({ ...base, ...synced, categoryId: kitchen.id });
      await storeTasks(persistence(), task, trashed, other);

      expect(await remove(garden, base.createdBy)).toBe(true);

      const stored = (id: typeof task.id) =>
        persistence().readers.occurrences.find(base.householdId, id, base.createdBy);
      const mutation = {
        categoryId: null,
        version: 5,
        syncVersion: 4,
        googleSyncStatus: 'PENDING',
        updatedAt: NOON + DAY,
        updatedBy: base.createdBy,
      };
      expect(await stored(task.id)).toEqual({ ...task, ...mutation });
      expect(await stored(trashed.id)).toEqual({ ...trashed, ...mutation });
      expect(await stored(other.id)).toEqual(other);
      expect(await list(home)).toEqual([kitchen]);
    });

    test('can be removed from their tasks in batches', async () => {
      const home = await aStoredHome(persistence());
      const garden = await insert(of(home));
      const base = { householdId: home.household.id, createdBy: home.members[0].id, categoryId: garden.id };
      const tasks = times(3, () => anOccurrence(base));
      await storeTasks(persistence(), ...tasks);
      const clear = (after: OccurrenceId | null) =>
        persistence().unitOfWork.run(async ({ categories }) => {
          const { householdId, createdBy: by } = base;
          return categories.clear(householdId, garden.id, { now: NOON + DAY, by }, { after, limit: 2 });
        });
      const [, second, third] = tasks.map(({ id }) => id).toSorted();
      expect(await clear(third!)).toEqual({ count: 0, last: third });
      expect(await clear(null)).toEqual({ count: 2, last: second });
      expect(await clear(second!)).toEqual({ count: 1, last: third });
      expect(await clear(null)).toEqual({ count: 0, last: null });
      expect(await find(garden)).toEqual(garden);
      const [first] = tasks;
      const stored = await persistence().readers.occurrences.find(
        base.householdId,
        first!.id,
        base.createdBy,
      );
      expect(stored).toMatchObject({ categoryId: null, version: first!.version + 1, updatedAt: NOON + DAY });
    });

    test('can be deleted while tasks with these categories are created in parallel', async () => {
      const home = await aStoredHome(persistence());
      const category = await insert(of(home));
      const base = { householdId: home.household.id, createdBy: home.members[0].id };
      const tasks = times(10, () => anOccurrence({ ...base, categoryId: category.id }));
      const [removed, ...stored] = await Promise.allSettled([
        remove(category),
        ...tasks.map((task) => storeTasks(persistence(), task)),
      ]);
      expect(removed.status).toBe('fulfilled');
      for (const [i, { status }] of stored.entries()) {
        const { id } = tasks[i]!;
        const found = await persistence().readers.occurrences.find(base.householdId, id, base.createdBy);
        if (status === 'fulfilled') expect(found).toMatchObject({ categoryId: null, version: 2 });
        else expect(found).toBeNull();
      }
    });

    test('stay unchanged when a returned object is modified', async () => {
      const category = await insert(of(await aStoredHome(persistence())));
      tryToModify((await find(category))!, { name: 'changed' });
      expect(await find(category)).toEqual(category);
    });

    test('are returned as null for an unknown id', async () => {
      const { household } = await aStoredHome(persistence());
      expect(await find({ householdId: household.id, id: anId() })).toBeNull();
    });
  });
};
