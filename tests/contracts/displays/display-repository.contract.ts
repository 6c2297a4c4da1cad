import { describe, expect, test } from '@jest/globals';
import type { DisplayRepository } from '../../../application/displays/ports.js';
import { DISPLAY_IDLE_MS, type Display } from '../../../domain/displays/display.js';
import type { Pin } from '../../../domain/displays/pin.js';
import { PAIRING_LIFE_MS, type Pairing } from '../../../domain/displays/pairing.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import { anId } from '../../builders/ids.js';
import { NOON } from '../../builders/instants.js';
import { aStoredHome, inOne, times, type Contract, type Home } from '../persistence.js';

export const displayRepositoryContract: Contract = (persistence) => {
  const aDisplay = ({ household, members }: Home, fields: Partial<Display> = {}): Display => ({
    id: anId(),
    householdId: household.id,
    kind: 'DISPLAY',
    name: 'Kitchen',
    memberId: null,
    tokenHash: anId(),
    createdBy: members[0].id,
    createdAt: NOON,
    lastSeenAt: NOON,
    firstDate: null,
    lastDate: null,
    expiresAt: null,
    ...fields,
  });
  const aPass = (home: Home, fields: Partial<Display> = {}): Display =>
    aDisplay(home, {
      kind: 'PASS',
      memberId: home.members[1].id,
      firstDate: '2026-11-21' as CivilDate,
      lastDate: '2026-11-22' as CivilDate,
      expiresAt: NOON + 1_000,
      ...fields,
    });
  const aPairing = ({ householdId, id }: Display, fields: Partial<Pairing> = {}): Pairing => ({
    codeHash: anId(),
    householdId,
    displayId: id,
    expiresAt: NOON + 1_000,
    ...fields,
  });
  const within = <T>(work: (displays: DisplayRepository) => Promise<T>) =>
    inOne(persistence(), ({ displays }) => work(displays));
  const insert = (...displays: readonly Display[]) =>
    within(async (repository) => {
      for (const display of displays) await repository.insert(display);
    });
  const readers = () => persistence().readers.displays;

  describe('displays', () => {
    test('are listed oldest first, only in their household, and found by their ids', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const [old, pass] = [aDisplay(home, { createdAt: NOON - 1 }), aPass(home)];
      const elsewhere = aDisplay(other);
      await insert(pass, old, elsewhere);
      expect(await readers().list(home.household.id)).toEqual([old, pass]);
      const found = await readers().findAll([pass, elsewhere, { ...pass, id: anId() }]);
      expect(new Set(found)).toEqual(new Set([pass, elsewhere]));
    });

    test('are opened by their token, and act as the chosen member or as the member of the guest link', async () => {
      const home = await aStoredHome(persistence());
      const [display, pass] = [aDisplay(home), aPass(home)];
      await insert(display, pass);
      const [one, two] = home.members;
      const open = ({ tokenHash }: Display, chosen: typeof one.id | null) =>
        readers().open(tokenHash!, chosen);
      const { household } = home;
      expect(await open(display, null)).toEqual({ display, household, actor: null });
      const actor = { memberId: one.id, role: one.role, group: one.group, pinSetAt: null };
      expect(await open(display, one.id)).toEqual({ display, household, actor });
      expect((await open(pass, one.id))?.actor?.memberId).toBe(two.id);
      expect((await open(display, anId()))?.actor).toBeNull();
      expect(await readers().open('unknown', one.id)).toBeNull();
      await inOne(persistence(), ({ households }) => households.saveMember({ ...one, leftAt: NOON }));
      expect((await open(display, one.id))?.actor).toBeNull();
    });

    test('are paired once, even by parallel requests', async () => {
      const home = await aStoredHome(persistence());
      const display = aDisplay(home, { tokenHash: null });
      const pairing = aPairing(display);
      await insert(display);
      await within((displays) => displays.insertPairing(pairing));
      const taken = await Promise.all(times(5, () => within((all) => all.takePairing(pairing.codeHash))));
      expect(taken.filter((one) => one !== null)).toEqual([pairing]);
      const paired = { ...display, tokenHash: 'hash', lastSeenAt: NOON + 1 };
      await within((displays) => displays.save(paired));
      expect(await within((all) => all.findForUpdate(home.household.id, display.id))).toEqual(paired);
      expect(await within((all) => all.findForUpdate(home.household.id, anId()))).toBeNull();
      await within((displays) => displays.touch(home.household.id, display.id, NOON + 2));
      expect(await readers().list(home.household.id)).toEqual([{ ...paired, lastSeenAt: NOON + 2 }]);
    });

    test('can be removed once, only in their household, and are removed with the household', async () => {
      const [home, other] = [await aStoredHome(persistence()), await aStoredHome(persistence())];
      const [display, another] = [aDisplay(home), aDisplay(home)];
      await insert(display, another);
      await within((displays) => displays.insertPairing(aPairing(display)));
      const remove = ({ household }: Home) => within((displays) => displays.remove(household.id, display.id));
      expect(await remove(other)).toBe(false);
      expect(await remove(home)).toBe(true);
      expect(await remove(home)).toBe(false);
      expect(await readers().list(home.household.id)).toEqual([another]);
      await within((displays) => displays.insertPairing(aPairing(another)));
      await inOne(persistence(), ({ households }) => households.remove(home.household.id));
      expect(await readers().list(home.household.id)).toEqual([]);
    });

    test('store one PIN for each member, and a new PIN replaces it', async () => {
      const home = await aStoredHome(persistence());
      const display = aDisplay(home);
      await insert(display);
      const [one, other] = home.members;
      const pin: Pin = {
        ...{ householdId: home.household.id, memberId: one.id, hash: 'hash', setBy: other.id, setAt: NOON },
        ...{ guesses: [{ displayId: display.id, at: NOON }], lockedAt: null },
      };
      const find = () => within((displays) => displays.findPinForUpdate(home.household.id, one.id));
      expect(await find()).toBeNull();
      await within((displays) => displays.savePin(pin));
      await within((displays) => displays.savePin({ ...pin, setAt: NOON + 1, lockedAt: NOON + 2 }));
      expect(await find()).toEqual({ ...pin, setAt: NOON + 1, lockedAt: NOON + 2 });
      expect((await readers().open(display.tokenHash!, one.id))?.actor?.pinSetAt).toBe(NOON + 1);
      await within((displays) => displays.removePin(home.household.id, one.id));
      expect(await find()).toBeNull();
      await within((displays) => displays.savePin(pin));
      await inOne(persistence(), ({ households }) => households.remove(home.household.id));
      expect(await find()).toBeNull();
    });

    test('that are guest links are removed with their member', async () => {
      const home = await aStoredHome(persistence());
      const [display, theirs, others] = [
        aDisplay(home),
        aPass(home),
        aPass(home, { memberId: home.members[0].id }),
      ];
      await insert(display, theirs, others);
      const gone = await within((all) => all.removePassesOf(home.household.id, home.members[1].id));
      expect(gone).toEqual([theirs.id]);
      expect(new Set(await readers().list(home.household.id))).toEqual(new Set([display, others]));
    });

    test('are purged if they have expired, are idle or were never paired', async () => {
      const home = await aStoredHome(persistence());
      const [live, awaited] = [
        aDisplay(home),
        aDisplay(home, { tokenHash: null, lastSeenAt: null, createdAt: NOON - PAIRING_LIFE_MS + 1 }),
      ];
      await insert(
        ...[live, awaited],
        aPass(home, { expiresAt: NOON }),
        aDisplay(home, { lastSeenAt: NOON - DISPLAY_IDLE_MS }),
        aDisplay(home, { tokenHash: null, lastSeenAt: null, createdAt: NOON - PAIRING_LIFE_MS }),
      );
      await within((displays) => displays.insertPairing(aPairing(awaited)));
      await within((displays) => displays.purge(NOON));
      expect(new Set(await readers().list(home.household.id))).toEqual(new Set([live, awaited]));
      await within((displays) => displays.purge(NOON + 1));
      expect(await readers().list(home.household.id)).toEqual([live]);
    });
  });
};
