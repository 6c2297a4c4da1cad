import { describe, expect, test } from '@jest/globals';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import { searchedWords } from '../../../domain/search/match.js';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { aStoredHome, inOne, storeTasks, type Contract, type Home } from '../persistence.js';

const TODAY = civilDate('2026-03-10');

export const searchReaderContract: Contract = (persistence) => {
  const task = ({ household, members }: Home, fields: Partial<Occurrence>): Occurrence =>
    anOccurrence({ householdId: household.id, createdBy: members[0].id, ...fields });
  const found = async ({ household }: Home, viewer: MemberId, q: string, limit = 20) => {
    const search = { viewer, words: searchedWords(q), today: TODAY };
    return persistence().readers.search.tasks(household.id, search, limit);
  };

  describe('a search', () => {
    test('finds tasks by all words, in title or notes, without case and accents, titles first', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const [member] = home.members;
      const tasks = {
        inNotes: task(home, { title: 'Party', notes: 'bake the ÉCLAIR\ncake 100%_' }),
        inside: task(home, { title: 'The cake, éclair', date: civilDate('2026-03-11') }),
        first: task(home, { title: 'Éclair cake', date: civilDate('2026-04-01') }),
        half: task(home, { title: 'Eclair' }),
      };
      await storeTasks(persistence(), ...Object.values(tasks), task(other, { title: 'eclair cake' }));
      const ids = async (q: string, limit?: number) =>
        (await found(home, member.id, q, limit)).map(({ occurrenceId }) => occurrenceId);
      expect(await ids('ECLAIR cake')).toEqual([tasks.first.id, tasks.inside.id, tasks.inNotes.id]);
      expect(await ids('eclair cake', 2)).toEqual([tasks.first.id, tasks.inside.id]);
      expect(await ids('100%_')).toEqual([tasks.inNotes.id]);
      expect(await ids('%')).toEqual([tasks.inNotes.id]);
      expect(await ids('nothing')).toEqual([]);
      expect(await found(home, member.id, 'eclair cake')).toContainEqual({
        taskId: tasks.first.taskId,
        seriesId: null,
        occurrenceId: tasks.first.id,
        title: 'Éclair cake',
        date: '2026-04-01',
        responsibleMemberIds: [],
      });
    });

    test('returns open tasks from today on first, then overdue and done ones, nearest date first', async () => {
      const home = await aStoredHome(persistence());
      const [member] = home.members;
      const on = (date: string | null, fields: Partial<Occurrence> = {}) =>
        task(home, { title: 'Cook', date: date === null ? null : civilDate(date), ...fields });
      const done = { status: 'DONE', completedAt: NOON, completedBy: member.id } as const;
      const inOrder = [
        on('2026-03-10'),
        on('2026-03-12'),
        on(null),
        on('2026-03-09'),
        on('2026-03-01'),
        on('2026-03-08', done),
        on('2026-02-01', done),
      ];
      await storeTasks(persistence(), ...inOrder.toReversed());
      expect((await found(home, member.id, 'cook')).map(({ occurrenceId }) => occurrenceId)).toEqual(
        inOrder.map(({ id }) => id),
      );
    });

    test('excludes personal tasks of other members and tasks in the trash', async () => {
      const home = await aStoredHome(persistence());
      const [author, other] = home.members;
      const personal = task(home, { title: 'Gift', visibility: 'PERSONAL' });
      const trashed = { deletedAt: NOON, status: 'CANCELLED', statusBeforeDeletion: 'TODO' } as const;
      await storeTasks(persistence(), personal, task(home, { title: 'Gift', ...trashed }));
      expect((await found(home, author.id, 'gift')).map(({ taskId }) => taskId)).toEqual([personal.taskId]);
      expect(await found(home, other.id, 'gift')).toEqual([]);
    });

    test('returns members and categories only of the searched household, and no former members', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const [member, former] = home.members;
      const category = {
        id: anId(),
        name: 'Kitchen',
        color: null,
        icon: null,
        createdBy: member.id,
        createdAt: NOON,
      };
      await inOne(persistence(), async ({ households, categories }) => {
        await households.saveMember({ ...member, displayName: 'Zoé' });
        await households.saveMember({ ...former, leftAt: NOON });
        await categories.insert({ ...category, householdId: home.household.id } as never);
      });
      const names = await persistence().readers.search.names(home.household.id);
      expect(names).toContainEqual({ kind: 'MEMBER', id: member.id, title: 'Zoé' });
      expect(names).toContainEqual({ kind: 'CATEGORY', id: category.id, title: 'Kitchen' });
      expect(names).toHaveLength(3);
      expect(names.map(({ id }) => id)).not.toContain(former.id);
      expect(await persistence().readers.search.names(other.household.id)).toHaveLength(3);
    });
  });
};
