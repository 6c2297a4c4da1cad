import type { PauseRepository } from '../../../../application/days/ports.js';
import type { Pause } from '../../../../domain/days/pause.js';
import type { HouseholdId, MemberId, PauseId } from '../../../../domain/shared/ids.js';
import { InMemoryLimitedRepository } from '../households/quota-guard.js';
import { toKey } from '../store.js';

export class InMemoryPauseRepository extends InMemoryLimitedRepository implements PauseRepository {
  async list(householdId: HouseholdId, viewer: MemberId): Promise<readonly Pause[]> {
    const all = await this.lockAll(householdId);
    return all.filter(({ visibility, createdBy }) => visibility === 'SHARED' || createdBy === viewer);
  }

  async lockAll(householdId: HouseholdId): Promise<readonly Pause[]> {
    return this.store.pauses
      .filter((pause) => pause.householdId === householdId)
      .sort((a, b) => (`${a.from} ${a.id}` < `${b.from} ${b.id}` ? -1 : 1));
  }

  async find(householdId: HouseholdId, id: PauseId): Promise<Pause | null> {
    return this.store.pauses.get(toKey(householdId, id)) ?? null;
  }

  async insert(pause: Pause): Promise<void> {
    await this.quota.reserveRow('pauses', pause.householdId, pause.createdBy);
    this.store.pauses.set(toKey(pause.householdId, pause.id), pause);
  }

  async save(pause: Pause): Promise<void> {
    this.store.pauses.update(toKey(pause.householdId, pause.id), () => pause);
  }

  async remove(householdId: HouseholdId, id: PauseId): Promise<void> {
    this.store.pauses.delete(toKey(householdId, id));
  }
}
