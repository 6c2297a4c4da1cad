import { describe, expect, test } from '@jest/globals';
import type { Household } from '../../../domain/households/household.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { aCategory, aHousehold, anInvitation } from '../../builders/household.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { aRowOf, aSeries, aSwap } from '../../builders/series.js';
import {
  aStoredHome,
  outcomes,
  storeRows,
  storeSeries,
  storeTasks,
  times,
  type Contract,
  type Home,
} from '../persistence.js';

export const householdLifecycleContract: Contract = (persistence) => {
  const find = ({ id }: Pick<Household, 'id'>) =>
    persistence().unitOfWork.run(({ households }) => households.findForUpdate(id));
  const remove = ({ id }: Pick<Household, 'id'>) =>
    persistence().unitOfWork.run(({ households }) => households.remove(id));

  /** Stores a household with a row of every kind that belongs to a household. */
  async function aFullHome() {
    const home = await aStoredHome(persistence());
    const base = { householdId: home.household.id, createdBy: home.members[0].id };
    const category = aCategory(base);
    const task = anOccurrence({ ...base, categoryId: category.id });
    const invitation = anInvitation(base);
    const scope = { userId: base.createdBy, householdId: base.householdId, route: 'createTask', key: anId() };
    await persistence().unitOfWork.run(async (work) => {
      await work.categories.insert(category);
      await work.invitations.insert(invitation);
    });
    const series = aSeries(base);
    const row = aRowOf(series, 0);
    await storeTasks(persistence(), task);
    await storeSeries(persistence(), series);
    await storeRows(persistence(), row);
    const swap = aSwap({
      householdId: base.householdId,
      occurrenceId: task.id,
      withOccurrenceId: row.id,
      requestedBy: base.createdBy,
    });
    await persistence().unitOfWork.run(({ swaps }) => swaps.insert(swap));
    const response = { status: 201, headers: {}, body: { title: 'kept' } };
    await persistence().idempotencyStore.keep(scope, { fingerprint: 'fingerprint', keptAt: NOON, response });
    return { ...home, category, task, invitation, scope };
  }

  async function whatIsLeft({
    household,
    members,
    task,
    invitation,
    scope,
  }: Awaited<ReturnType<typeof aFullHome>>) {
    const { readers } = persistence();
    const page = { limit: 10, after: null };
    return {
      household: await find(household),
      listed: (await readers.households.listOf(members[0].id, page)).rows.length,
      members: (await readers.households.members(household.id, { withFormer: true })).length,
      categories: (await readers.categories.list(household.id, page)).rows.length,
      invitations: (await readers.invitations.list(household.id, page)).rows.length,
      series: (await readers.series.list(household.id, members[0].id, page)).rows.length,
      swaps: (await readers.swaps.list(household.id, members[0].id, page)).rows.length,
      byToken: await persistence().unitOfWork.run(({ invitations }) =>
        invitations.findByTokenHash(invitation.tokenHash),
      ),
      task: await readers.occurrences.find(household.id, task.id, task.createdBy),
      isAnswerKept:
        (await readers.operations.findByIdempotencyKey(household.id, members[0].id, {
          ...{ credential: scope.route, key: scope.key, answerKeptFor: scope.userId },
        })) !== null,
      account: (await readers.accounts.find(members[0].id)) !== null,
    };
  }

  describe('a household', () => {
    test('is found and saved with all its fields, and not created when an unknown household is saved', async () => {
      const { household } = await aStoredHome(persistence());
      expect(await find(household)).toEqual(household);
      const changed = aHousehold({
        id: household.id,
        name: 'Été',
        timeZone: 'Asia/Tokyo' as TimeZone,
        locale: 'fr',
        weekStartsOn: 'su',
        calendarTitleFormat: '{title}',
        createdAt: NOON + 1,
      });
      const unknown = aHousehold();
      await persistence().unitOfWork.run(async ({ households }) => {
        await households.save(changed);
        await households.save(unknown);
      });
      expect(await find(household)).toEqual(changed);
      expect(await find(unknown)).toBeNull();
    });

    test('is removed with all its data, and other households are unchanged', async () => {
      const [gone, kept] = [await aFullHome(), await aFullHome()];
      await remove(gone.household);
      await remove({ id: anId() });
      expect(await whatIsLeft(gone)).toEqual({
        household: null,
        listed: 0,
        members: 0,
        categories: 0,
        invitations: 0,
        series: 0,
        swaps: 0,
        byToken: null,
        task: null,
        isAnswerKept: false,
        account: true,
      });
      expect(await whatIsLeft(kept)).toEqual({
        household: kept.household,
        listed: 1,
        members: 3,
        categories: 1,
        invitations: 1,
        series: 1,
        swaps: 1,
        byToken: kept.invitation,
        task: kept.task,
        isAnswerKept: true,
        account: true,
      });
    });

    test('is unchanged if its removal is rolled back', async () => {
      const home = await aFullHome();
      const work = persistence().unitOfWork.run(async ({ households }) => {
        await households.remove(home.household.id);
        throw new Error('no');
      });
      await expect(work).rejects.toThrow('no');
      expect(await whatIsLeft(home)).toMatchObject({ members: 3, task: home.task, isAnswerKept: true });
    });

    test('rejects rows that are added while it is removed', async () => {
      const home = await aFullHome();
      const base = { householdId: home.household.id, createdBy: home.members[0].id };
      const add = (i: number) =>
        i % 2 === 0
          ? storeTasks(persistence(), anOccurrence(base))
          : persistence().unitOfWork.run(({ categories }) => categories.insert(aCategory(base)));
      const adding = times(10, add);
      const removal = remove(home.household);
      const later = times(10, add);
      await removal;
      const { codes } = await outcomes([...adding, ...later]);
      expect(codes.filter((code) => code !== 'HOUSEHOLD_NOT_FOUND')).toEqual([]);
      expect(await find(home.household)).toBeNull();
    });

    test('makes other changes wait while it is locked', async () => {
      const { household }: Home = await aStoredHome(persistence());
      const rename = () =>
        persistence().unitOfWork.run(async ({ households }) => {
          const found = (await households.findForUpdate(household.id))!;
          await households.save({ ...found, name: `${found.name}+` });
        });
      await Promise.all(times(10, rename));
      expect((await find(household))?.name).toBe(`${household.name}${'+'.repeat(10)}`);
    });
  });
};
