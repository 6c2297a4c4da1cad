import type { DisplayRepository, OpenedDisplay } from '../../../../application/displays/ports.js';
import { DISPLAY_IDLE_MS, type Display } from '../../../../domain/displays/display.js';
import type { Pin } from '../../../../domain/displays/pin.js';
import { PAIRING_LIFE_MS, type Pairing } from '../../../../domain/displays/pairing.js';
import type { DisplayId, HouseholdId, MemberId } from '../../../../domain/shared/ids.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import { InMemoryLimitedRepository } from '../households/quota-guard.js';
import { toKey } from '../store.js';

export class InMemoryDisplayRepository extends InMemoryLimitedRepository implements DisplayRepository {
  async list(householdId: HouseholdId): Promise<readonly Display[]> {
    return this.store.displays
      .filter((one) => one.householdId === householdId)
      .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  async open(tokenHash: string, chosen: MemberId | null): Promise<OpenedDisplay | null> {
    const [display] = this.store.displays.filter((one) => one.tokenHash === tokenHash);
    const household = display && this.store.households.get(display.householdId);
    if (display === undefined || household === undefined) return null;
    const who = display.memberId ?? chosen;
    const member = who === null ? undefined : this.store.members.get(toKey(household.id, who));
    if (member?.leftAt !== null) return { display, household, actor: null };
    const { id: memberId, role, group } = member;
    const pinSetAt = this.store.memberPins.get(toKey(household.id, memberId))?.setAt ?? null;
    return { display, household, actor: { memberId, role, group, pinSetAt } };
  }

  async findAll(keys: readonly Pick<Display, 'householdId' | 'id'>[]): Promise<readonly Display[]> {
    return keys.flatMap(({ householdId, id }) => this.store.displays.get(toKey(householdId, id)) ?? []);
  }

  async insert(display: Display): Promise<void> {
    const kind = display.kind === 'PASS' ? 'passes' : 'displays';
    await this.quota.reserveRow(kind, display.householdId, display.createdBy);
    this.store.displays.set(toKey(display.householdId, display.id), display);
  }

  async save(display: Display): Promise<void> {
    this.store.displays.update(toKey(display.householdId, display.id), () => display);
  }

  async findForUpdate(householdId: HouseholdId, id: DisplayId): Promise<Display | null> {
    return this.store.displays.get(toKey(householdId, id)) ?? null;
  }

  async touch(householdId: HouseholdId, id: DisplayId, at: Instant): Promise<void> {
    this.store.displays.update(toKey(householdId, id), (display) => ({ ...display, lastSeenAt: at }));
  }

  async remove(householdId: HouseholdId, id: DisplayId): Promise<boolean> {
    this.store.displayPairings.deleteWhere(({ displayId }) => displayId === id);
    return this.store.displays.delete(toKey(householdId, id));
  }

  async removePassesOf(householdId: HouseholdId, memberId: MemberId): Promise<readonly DisplayId[]> {
    const isTheirs = (one: Display) => one.householdId === householdId && one.memberId === memberId;
    const ids = this.store.displays.filter(isTheirs).map(({ id }) => id);
    this.store.displays.deleteWhere(isTheirs);
    return ids;
  }

  async findPinForUpdate(householdId: HouseholdId, memberId: MemberId): Promise<Pin | null> {
    return this.store.memberPins.get(toKey(householdId, memberId)) ?? null;
  }

  async savePin(pin: Pin): Promise<void> {
    this.store.memberPins.set(toKey(pin.householdId, pin.memberId), pin);
  }

  async removePin(householdId: HouseholdId, memberId: MemberId): Promise<void> {
    this.store.memberPins.delete(toKey(householdId, memberId));
  }

  async insertPairing(pairing: Pairing): Promise<void> {
    this.store.displayPairings.set(pairing.codeHash, pairing);
  }

  async takePairing(codeHash: string): Promise<Pairing | null> {
    const pairing = this.store.displayPairings.get(codeHash) ?? null;
    this.store.displayPairings.delete(codeHash);
    return pairing;
  }

  async purge(now: Instant): Promise<void> {
    const { displays, displayPairings } = this.store;
    displayPairings.deleteWhere(({ expiresAt }) => expiresAt <= now);
    displays.deleteWhere(
      ({ expiresAt, lastSeenAt, createdAt, tokenHash }) =>
        (expiresAt !== null && expiresAt <= now) ||
        (lastSeenAt ?? createdAt) <= now - DISPLAY_IDLE_MS ||
        (tokenHash === null && createdAt <= now - PAIRING_LIFE_MS),
    );
  }
}
