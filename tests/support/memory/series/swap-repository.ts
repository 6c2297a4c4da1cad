import type { SwapRepository } from '../../../../application/series/ports.js';
import type { HouseholdId, OccurrenceId, MemberId } from '../../../../domain/shared/ids.js';
import { newestFirst, type Page, type PageRequest } from '../../../../domain/shared/page.js';
import { civilMomentAt, type Instant } from '../../../../domain/shared/zone.js';
import { isVisibleTo, type Occurrence } from '../../../../domain/tasks/occurrence.js';
import {
  isSwapValid,
  viewSwap,
  type Swap,
  type SwapId,
  type SwapStatus,
  type SwapView,
} from '../../../../domain/series/swap.js';
import { pageFrom } from '../page.js';
import { toKey, InMemoryRepository } from '../store.js';

export class InMemorySwapRepository extends InMemoryRepository implements SwapRepository {
  async list(
    householdId: HouseholdId,
    viewer: MemberId,
    page: PageRequest,
    status: SwapStatus | null = null,
  ): Promise<Page<SwapView>> {
    const swaps = this.store.swaps
      .filter((swap) => swap.householdId === householdId && (status === null || swap.status === status))
      .flatMap((swap) => {
        const [one, other] = this.#turnsOf(swap);
        const isSeen = one && other && isVisibleTo(one, viewer) && isVisibleTo(other, viewer);
        return isSeen ? [viewSwap(swap, [one, other])] : [];
      });
    return pageFrom(swaps, page, newestFirst);
  }

  findForUpdate(householdId: HouseholdId, id: SwapId): Promise<Swap | null> {
    return this.find(householdId, id);
  }

  async find(householdId: HouseholdId, id: SwapId): Promise<Swap | null> {
    return this.store.swaps.get(toKey(householdId, id)) ?? null;
  }

  async findOpen(householdId: HouseholdId, one: OccurrenceId, other: OccurrenceId): Promise<Swap | null> {
    const [open] = this.store.swaps.filter(
      (swap) => swap.householdId === householdId && isOpenBetween(swap, one, other),
    );
    return open ?? null;
  }

  async insert(swap: Swap): Promise<void> {
    await this.#refuseSecond(swap);
    this.store.swaps.set(toKey(swap.householdId, swap.id), swap);
  }

  async save(swap: Swap): Promise<void> {
    if (this.store.swaps.has(toKey(swap.householdId, swap.id))) await this.insert(swap);
  }

  async remove(householdId: HouseholdId, id: SwapId): Promise<void> {
    this.store.swaps.delete(toKey(householdId, id));
  }

  async forgetAnswered(householdId: HouseholdId, offered: OccurrenceId, kept: number): Promise<void> {
    const answered = this.store.swaps
      .filter(
        (swap) => swap.householdId === householdId && swap.occurrenceId === offered && swap.status !== 'OPEN',
      )
      .sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
    for (const { id } of answered.slice(kept)) await this.remove(householdId, id);
  }

  async declineFallen(householdId: HouseholdId | null, at: Instant): Promise<number> {
    const fallen = this.store.swaps.filter(
      (swap) =>
        (householdId === null || swap.householdId === householdId) &&
        swap.status === 'OPEN' &&
        !this.#stands(swap, at),
    );
    for (const swap of fallen) await this.save({ ...swap, status: 'DECLINED', answeredAt: at });
    return fallen.length;
  }

  #stands(swap: Swap, at: Instant): boolean {
    const household = this.store.households.get(swap.householdId);
    const [offered, asked] = this.#turnsOf(swap);
    if (household === undefined || offered === undefined || asked === undefined) return false;
    return isSwapValid(swap, offered, asked, civilMomentAt(household.timeZone, at).date);
  }

  #turnsOf({ householdId, ...swap }: Swap): readonly [Occurrence | undefined, Occurrence | undefined] {
    const of = (id: OccurrenceId) => this.store.occurrences.get(toKey(householdId, id));
    return [of(swap.occurrenceId), of(swap.withOccurrenceId)];
  }

  /**
   * Throws an error if there is already an open swap of these occurrences. The unique index in PostgreSQL does the
   * same.
   */
  async #refuseSecond({ id, householdId, occurrenceId, withOccurrenceId, status }: Swap): Promise<void> {
    const open = await this.findOpen(householdId, occurrenceId, withOccurrenceId);
    if (status === 'OPEN' && open !== null && open.id !== id)
      throw new Error(`Occurrences ${occurrenceId} and ${withOccurrenceId} have an open swap`);
  }
}

function isOpenBetween(swap: Swap, one: OccurrenceId, other: OccurrenceId): boolean {
  const pair = [swap.occurrenceId, swap.withOccurrenceId];
  return swap.status === 'OPEN' && pair.includes(one) && pair.includes(other) && one !== other;
}
