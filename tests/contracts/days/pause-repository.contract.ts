import { describe, expect, test } from '@jest/globals';
import type { Pause } from '../../../domain/days/pause.js';
import { aPause } from '../../builders/days.js';
import { anId } from '../../builders/ids.js';
import { aStoredHome, inOne, times, type Contract, type Home } from '../persistence.js';

export const pauseRepositoryContract: Contract = (persistence) => {
  const insert = (...pauses: readonly Pause[]) =>
    inOne(persistence(), async (scope) => {
      for (const pause of pauses) await scope.pauses.insert(pause);
    });
  const list = ({ household }: Home, viewer = household.id as string) =>
    persistence().readers.pauses.list(household.id, viewer as Pause['createdBy']);

  describe('pauses', () => {
    test('are listed by their first day, and personal pauses only to their author', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const { id: householdId } = home.household;
      const author = anId<Pause['createdBy']>();
      const [late, early] = [
        aPause({ householdId, tasks: [], note: 'Été "' }),
        aPause({ householdId, from: '2027-01-01' as Pause['from'], to: null, seriesIds: [anId(), anId()] }),
      ];
      const personal = aPause({ householdId, visibility: 'PERSONAL', createdBy: author });
      await insert(late, early, personal, aPause({ householdId: other.household.id }));
      expect(await list(home)).toEqual([early, late]);
      expect((await list(home, author)).map(({ id }) => id)).toEqual([
        early.id,
        ...[late, personal].map(({ id }) => id).sort(),
      ]);
      const locked = await inOne(persistence(), ({ pauses }) => pauses.lockAll(householdId));
      expect(locked).toHaveLength(3);
      expect(await inOne(persistence(), ({ pauses }) => pauses.find(householdId, late.id))).toEqual(late);
      expect(await inOne(persistence(), ({ pauses }) => pauses.find(householdId, anId()))).toBeNull();
    });

    test('can be overwritten and removed only in their household, and are deleted with it', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const { id: householdId } = home.household;
      const [first, second] = times(2, () => aPause({ householdId }));
      await insert(first!, second!);
      const changed = { ...second!, note: 'Back on Sunday', affected: { ...second!.affected, kept: 2 } };
      await inOne(persistence(), async ({ pauses }) => {
        await pauses.save(changed);
        await pauses.save(aPause({ householdId }));
        await pauses.remove(other.household.id, first!.id);
      });
      expect(await list(home)).toHaveLength(2);
      await inOne(persistence(), ({ pauses }) => pauses.remove(householdId, first!.id));
      expect(await list(home)).toEqual([changed]);
      await inOne(persistence(), ({ households }) => households.remove(householdId));
      expect(await list(home)).toEqual([]);
    });
  });
};
