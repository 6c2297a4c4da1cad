import { describe, expect, test } from '@jest/globals';
import type { HouseholdId } from '../../../domain/shared/ids.js';
import type { JournalEntry } from '../../../domain/sync/journal.js';
import { anId } from '../../builders/ids.js';
import { anOccurrence } from '../../builders/occurrence.js';
import { aStoredHome, type Contract, type Home } from '../persistence.js';

export const changeFeedContract: Contract = (persistence) => {
  const write = (...journal: readonly JournalEntry[]) =>
    persistence().unitOfWork.run(({ changes }) => changes.write(journal, null));
  const made = ({ household }: Home, author: string, visibility: 'SHARED' | 'PERSONAL'): JournalEntry => {
    const after = anOccurrence({ householdId: household.id, createdBy: author as never, visibility });
    return { kind: 'occurrence', householdId: household.id, id: after.id, before: null, after };
  };
  const news = (householdId: HouseholdId, ...from: readonly (readonly [never, number])[]) =>
    persistence().readers.changeFeed.news(householdId, new Map(from));

  describe('change streams of a household', () => {
    test('report their last change number, and the last change number of each kind of row that changed since a given number', async () => {
      const home = await aStoredHome(persistence());
      const [ana, ben, eve] = home.members.map(({ id }) => id) as [never, never, never];
      const everyone = null as never;
      await write(made(home, ana, 'SHARED'), made(home, ana, 'SHARED'));
      const start = (await news(home.household.id, [everyone, 0])).get(everyone)?.head ?? NaN;
      await write(made(home, ben, 'SHARED'), made(home, ben, 'PERSONAL'));
      const category = { householdId: home.household.id, id: anId<never>() };
      await write({
        ...category,
        kind: 'category',
        before: null,
        after: { ...category, name: 'x' } as never,
      });
      const found = await news(home.household.id, [everyone, start], [ana, 0], [ben, 0], [eve, 7]);
      const of = (audience: never) => {
        const { head, kinds = [] } = found.get(audience) ?? {};
        return { head, kinds: kinds.toSorted((a, b) => a.seq - b.seq) };
      };
      expect(of(everyone)).toEqual({
        head: start + 2,
        kinds: [
          { seq: start + 1, kind: 'occurrence' },
          { seq: start + 2, kind: 'category' },
        ],
      });
      expect(of(ben)).toEqual({ head: 1, kinds: [{ seq: 1, kind: 'occurrence' }] });
      expect([found.has(ana), found.has(eve)]).toEqual([false, false]);
      const at = await news(home.household.id, [everyone, start + 2], [ben, 1]);
      expect([...at.values()]).toEqual(
        expect.arrayContaining([
          { head: start + 2, kinds: [] },
          { head: 1, kinds: [] },
        ]),
      );
      expect(at.size).toBe(2);
    });

    test('contain no change of another household, even if the personal stream of one of its members is requested', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      await write(made(other, other.members[0].id, 'PERSONAL'));
      expect((await news(home.household.id, [other.members[0].id as never, 0])).size).toBe(0);
      expect((await news(home.household.id)).size).toBe(0);
    });
  });
};
