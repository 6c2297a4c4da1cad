import { describe, expect, test } from '@jest/globals';
import { civilDate } from '../../../domain/shared/civil-date.js';
import { civilTime } from '../../../domain/shared/civil-time.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { viewSwap, type Swap, type SwapStatus } from '../../../domain/series/swap.js';
import { anId } from '../../builders/ids.js';
import { DAY, NOON } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { aSwap } from '../../builders/series.js';
import { tryToModify } from '../try-to-modify.js';
import {
  aStoredHome,
  inOne,
  storeTasks,
  throughPages,
  times,
  type Contract,
  type Home,
} from '../persistence.js';

export const swapRepositoryContract: Contract = (persistence) => {
  async function storedTasks(home: Home, ...fields: Partial<Occurrence>[]): Promise<Occurrence[]> {
    const base = { householdId: home.household.id, createdBy: home.members[0].id };
    const tasks = fields.map((some) => anOccurrence({ ...base, ...some }));
    await storeTasks(persistence(), ...tasks);
    return tasks;
  }
  const between = (one: Occurrence, other: Occurrence, fields: Partial<Swap> = {}) =>
    aSwap({
      householdId: one.householdId,
      occurrenceId: one.id,
      withOccurrenceId: other.id,
      requestedBy: one.createdBy,
      ...fields,
    });
  async function aHomeWithTwo() {
    const home = await aStoredHome(persistence());
    const [one, other] = (await storedTasks(home, {}, {})) as [Occurrence, Occurrence];
    return { home, one, other };
  }
  const insert = (...swaps: readonly Swap[]) =>
    inOne(persistence(), async (scope) => {
      for (const swap of swaps) await scope.swaps.insert(swap);
    });
  const save = (swap: Swap) => inOne(persistence(), ({ swaps }) => swaps.save(swap));
  const find = ({ householdId, id }: Swap) =>
    inOne(persistence(), ({ swaps }) => swaps.findForUpdate(householdId, id));
  const findOpen = (one: Occurrence, other: Occurrence, householdId = one.householdId) =>
    inOne(persistence(), ({ swaps }) => swaps.findOpen(householdId, one.id, other.id));
  const views = ({ household, members }: Home, viewer = members[0].id, limit = 10, status?: SwapStatus) =>
    throughPages((page) => persistence().readers.swaps.list(household.id, viewer, page, status), limit);
  const list = async (...asked: Parameters<typeof views>): Promise<Swap[]> =>
    (await views(...asked)).map((view) => {
      const swap: Record<string, unknown> = { ...view };
      delete swap['offered'];
      delete swap['wanted'];
      return swap as unknown as Swap;
    });

  describe('swaps', () => {
    test('are found with all their fields', async () => {
      const { home, one, other } = await aHomeWithTwo();
      const open = between(one, other);
      const answered = between(other, one, {
        requestedBy: home.members[1].id,
        status: 'ACCEPTED',
        createdAt: NOON - 1,
        answeredBy: home.members[2].id,
        answeredAt: NOON + 1,
      });
      await insert(open, answered);
      expect(await find(open)).toEqual(open);
      expect(await find(answered)).toEqual(answered);
      expect(await list(home)).toEqual([open, answered]);
    });

    test('are saved with all their fields, and not created when an unknown swap is saved', async () => {
      const { home, one, other } = await aHomeWithTwo();
      const swap = between(one, other);
      await insert(swap);
      const answered: Swap = {
        ...swap,
        occurrenceId: other.id,
        withOccurrenceId: one.id,
        requestedBy: home.members[1].id,
        status: 'DECLINED',
        createdAt: NOON + 5,
        answeredBy: home.members[2].id,
        answeredAt: NOON + 9,
      };
      await save(answered);
      expect(await find(swap)).toEqual(answered);
      const unknown = between(one, other);
      await save(unknown);
      expect(await find(unknown)).toBeNull();
    });

    test('of another household are neither found nor changed', async () => {
      const { home, one, other } = await aHomeWithTwo();
      const foreign = await aStoredHome(persistence());
      const swap = between(one, other);
      await insert(swap);
      const elsewhere = { ...swap, householdId: foreign.household.id };
      expect(await find(elsewhere)).toBeNull();
      expect(await findOpen(one, other, foreign.household.id)).toBeNull();
      expect(await list(foreign, home.members[0].id)).toEqual([]);
      await save({ ...elsewhere, status: 'DECLINED', answeredAt: NOON });
      expect(await find(swap)).toEqual(swap);
      expect(await find({ ...swap, id: anId() })).toBeNull();
    });

    test('that are open are found by their two occurrences, given in either order', async () => {
      const { home, one, other } = await aHomeWithTwo();
      const [third] = (await storedTasks(home, {})) as [Occurrence];
      const answered = between(one, other, { status: 'DECLINED', answeredAt: NOON });
      await insert(answered, between(one, third));
      expect(await findOpen(one, other)).toBeNull();
      const open = between(other, one);
      await insert(open);
      expect(await findOpen(one, other)).toEqual(open);
      expect(await findOpen(other, one)).toEqual(open);
      expect(await findOpen(other, third)).toBeNull();
      expect(await findOpen(one, one)).toBeNull();
    });

    test('cannot be open twice for the same two occurrences', async () => {
      const { home, one, other } = await aHomeWithTwo();
      const [open, declined] = [
        between(one, other),
        between(one, other, { status: 'DECLINED', answeredAt: NOON }),
      ];
      await insert(open, declined);
      await expect(insert(between(other, one))).rejects.toThrow();
      await expect(save({ ...declined, status: 'OPEN', answeredAt: null })).rejects.toThrow();
      await save(open);
      expect(await list(home)).toEqual([open, declined]);
    });

    test.each([1, 2, 3, 6, 7])('are listed newest first, then by id, in pages of %i', async (limit) => {
      const { home, one, other } = await aHomeWithTwo();
      const swaps = [NOON, NOON + 1, NOON, NOON + DAY, NOON - 1, NOON].map((createdAt) =>
        between(one, other, { createdAt, status: 'ACCEPTED', answeredAt: NOON }),
      );
      await insert(...swaps.toReversed());
      const listed = await list(home, home.members[1].id, limit);
      expect(listed.map(({ id }) => swaps.findIndex((swap) => swap.id === id))).toEqual([3, 1, 0, 2, 5, 4]);
    });

    test('are listed only to members who can see both occurrences, even if one of them is in the trash', async () => {
      const home = await aStoredHome(persistence());
      const [author, other] = home.members;
      const [shared, personal, trashed] = (await storedTasks(
        home,
        {},
        { visibility: 'PERSONAL' },
        { deletedAt: NOON },
      )) as [Occurrence, Occurrence, Occurrence];
      const hidden = [between(shared, personal), between(personal, trashed)];
      const shown = between(shared, trashed);
      await insert(...hidden, shown);
      expect(await list(home, author.id)).toEqual([...hidden, shown]);
      expect(await list(home, other.id)).toEqual([shown]);
      expect(await list(home, other.id, 1)).toEqual([shown]);
    });

    test('are listed with the current state of both occurrences, and can be filtered by status', async () => {
      const home = await aStoredHome(persistence());
      const [one, other] = (await storedTasks(
        home,
        { title: 'Bins', date: civilDate('2026-03-12'), time: civilTime('19:00') },
        { title: 'Glass' },
      )) as [Occurrence, Occurrence];
      const open = between(one, other);
      const declined = between(other, one, { status: 'DECLINED', createdAt: NOON - 1, answeredAt: NOON });
      await insert(open, declined);
      const moved = { ...one, title: 'All bins', responsibleMemberIds: [home.members[2].id] };
      await inOne(persistence(), ({ occurrences }) => occurrences.save(moved));
      const [first, second] = [viewSwap(open, [moved, other]), viewSwap(declined, [moved, other])];
      expect(first).toMatchObject({
        offered: { title: 'All bins', time: '19:00' },
        wanted: { title: 'Glass' },
      });
      expect(second).toMatchObject({ offered: { title: 'Glass' }, wanted: { date: '2026-03-12' } });
      expect(await views(home)).toEqual([first, second]);
      expect(await views(home, home.members[1].id, 1, 'OPEN')).toEqual([first]);
      expect(await views(home, home.members[1].id, 1, 'DECLINED')).toEqual([second]);
      expect(await views(home, home.members[1].id, 1, 'ACCEPTED')).toEqual([]);
    });

    test('are declined after the day of an occurrence has ended in the time zone of its household', async () => {
      const homes = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const decline = (at: string, household: Home | null = null) =>
        inOne(persistence(), ({ swaps: all }) =>
          all.declineFallen(household?.household.id ?? null, Date.parse(at)),
        );
      // Declines the requests that other tests have left open.
      await decline('2026-03-10T22:59:59Z');
      const swaps = await Promise.all(
        homes.map(async (home) => {
          const [asker, answerer] = home.members;
          const [today, tomorrow, undated] = (await storedTasks(
            home,
            { responsibleMemberIds: [asker.id], date: civilDate('2026-03-10'), allDay: true },
            { responsibleMemberIds: [answerer.id], date: civilDate('2026-03-11'), allDay: true },
            { responsibleMemberIds: [answerer.id] },
          )) as [Occurrence, Occurrence, Occurrence];
          const own = [between(today, tomorrow), between(today, undated)];
          await insert(...own);
          return own;
        }),
      );
      const zone = homes[0]!.household.timeZone;
      expect(zone).toBe('Europe/Paris');
      expect(await decline('2026-03-10T22:59:59Z')).toBe(0);
      expect(await decline('2026-03-10T23:00:00Z', homes[0])).toBe(2);
      expect(await decline('2026-03-10T23:00:00Z')).toBe(2);
      expect(await decline('2026-03-10T23:00:00Z')).toBe(0);
      for (const swap of swaps.flat())
        expect(await find(swap)).toEqual({
          ...swap,
          status: 'DECLINED',
          answeredAt: Date.parse('2026-03-10T23:00:00Z'),
        });
    });

    test('are accepted by only one of 10 parallel transactions that first lock the swap and check that it is open', async () => {
      const { one, other } = await aHomeWithTwo();
      const swap = between(one, other);
      await insert(swap);
      const answers = await Promise.all(
        times(10, () =>
          inOne(persistence(), async ({ swaps }) => {
            const found = (await swaps.findForUpdate(swap.householdId, swap.id))!;
            if (found.status !== 'OPEN') return false;
            await swaps.save({ ...found, status: 'ACCEPTED', answeredAt: NOON });
            return true;
          }),
        ),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
    });

    type Ends = (offered: Occurrence, asked: Occurrence, home: Home) => Partial<Occurrence>[];
    test.each<[string, Ends]>([
      ['nothing changed', () => [{}, {}]],
      ['the offered occurrence is skipped', () => [{ status: 'SKIPPED' }, {}]],
      ['the other occurrence is skipped', () => [{}, { status: 'SKIPPED' }]],
      ['one occurrence is in the trash', () => [{ status: 'CANCELLED', deletedAt: NOON }, {}]],
      ['one occurrence is personal', () => [{}, { visibility: 'PERSONAL' }]],
      [
        'the offered occurrence has another assignee',
        (_, { responsibleMemberIds }) => [{ responsibleMemberIds }, {}],
      ],
      ['the other occurrence is unassigned', () => [{}, { responsibleMemberIds: [] }]],
      [
        'both occurrences have the same assignee',
        ({ responsibleMemberIds }) => [{}, { responsibleMemberIds }],
      ],
      [
        'a turn has one more assignee',
        (_, __, { members }) => [{ responsibleMemberIds: [members[0].id, members[2].id] }, {}],
      ],
    ])(
      'are declined automatically if they have become impossible, and stay open otherwise: %s',
      async (name, ends) => {
        const home = await aStoredHome(persistence());
        const [asker, answerer] = home.members;
        const [offered, asked] = (await storedTasks(
          home,
          { responsibleMemberIds: [asker.id] },
          { responsibleMemberIds: [answerer.id], createdBy: answerer.id },
        )) as [Occurrence, Occurrence];
        const open = between(offered, asked);
        const answered = between(offered, asked, { status: 'ACCEPTED', answeredAt: NOON });
        await insert(open, answered);
        const [one = {}, two = {}] = ends(offered, asked, home);
        const [after, theirs] = [
          { ...offered, ...one },
          { ...asked, ...two },
        ];
        await inOne(persistence(), async ({ tasks, occurrences, swaps }) => {
          await tasks.seriesForUpdate(home.household.id, theirs.taskId);
          await tasks.saveVisibility(home.household.id, theirs.taskId, theirs.visibility);
          await occurrences.saveAll([after, theirs]);
          await swaps.declineFallen(home.household.id, NOON + DAY);
        });
        const stands = ['nothing changed', 'a turn has one more assignee'].includes(name);
        expect(await find(open)).toEqual(
          stands ? open : { ...open, status: 'DECLINED', answeredAt: NOON + DAY },
        );
        expect(await find(answered)).toEqual(answered);
      },
    );

    test('that were answered and offer a given occurrence are deleted, except for a given number of the newest', async () => {
      const { home, one, other } = await aHomeWithTwo();
      const answered = times(3, (at) =>
        between(one, other, { status: 'DECLINED', answeredAt: NOON, createdAt: NOON + at }),
      );
      const open = between(one, other, { createdAt: NOON - 1 });
      const back = between(other, one, { status: 'DECLINED', answeredAt: NOON, createdAt: NOON - 2 });
      await insert(...answered, open, back);
      const forget = (kept: number) =>
        inOne(persistence(), ({ swaps }) => swaps.forgetAnswered(home.household.id, one.id, kept));
      await forget(3);
      expect(await list(home)).toHaveLength(5);
      await forget(1);
      expect(await list(home)).toEqual([answered[2], open, back]);
    });

    test('are removed only if the given household is their own', async () => {
      const { home, one, other } = await aHomeWithTwo();
      const swap = between(one, other);
      await insert(swap);
      await inOne(persistence(), ({ swaps }) => swaps.remove(anId(), swap.id));
      expect(await find(swap)).toEqual(swap);
      await inOne(persistence(), ({ swaps }) => swaps.remove(home.household.id, swap.id));
      expect(await find(swap)).toBeNull();
    });

    test('are neither stored nor changed by a unit of work that fails', async () => {
      const { one, other } = await aHomeWithTwo();
      const [stored, added] = [between(one, other), between(other, one)];
      await insert(stored);
      const run = inOne(persistence(), async ({ swaps }) => {
        await swaps.save({ ...stored, status: 'ACCEPTED', answeredAt: NOON });
        await swaps.insert(added);
        throw new Error('surprise');
      });
      await expect(run).rejects.toThrow('surprise');
      expect(await find(stored)).toEqual(stored);
      expect(await find(added)).toBeNull();
    });

    test('stay unchanged when a returned or saved object is modified', async () => {
      const { home, one, other } = await aHomeWithTwo();
      const given = between(one, other);
      await insert(given);
      const kept = structuredClone(given);
      for (const swap of [given, (await find(kept))!, (await findOpen(one, other))!, (await list(home))[0]!])
        tryToModify(swap, { requestedBy: home.members[2].id });
      expect(await find(kept)).toEqual(kept);
    });
  });
};
