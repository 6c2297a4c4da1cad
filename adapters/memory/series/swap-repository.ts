import type { SwapRepository } from '../../../application/series/ports.js';
import type { HouseholdId, OccurrenceId, UserId } from '../../../domain/shared/ids.js';
import { newestFirst, type Page, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { isVisibleTo } from '../../../domain/tasks/occurrence.js';
import { swapStands, type Swap, type SwapId } from '../../../domain/series/swap.js';
import { pageFrom } from '../page.js';
import { keyOf, type Store } from '../store.js';

export class InMemorySwapRepository implements SwapRepository {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  list(householdId: HouseholdId, viewer: UserId, page: PageRequest): Promise<Page<Swap>> {
    const sees = (id: OccurrenceId) => {
      const occurrence = this.#store.occurrences.get(keyOf(householdId, id));
      return occurrence !== undefined && isVisibleTo(occurrence, viewer);
    };
    const swaps = this.#store.swaps.filter(
      (swap) => swap.householdId === householdId && sees(swap.occurrenceId) && sees(swap.withOccurrenceId),
    );
    return Promise.resolve(pageFrom(swaps, page, newestFirst));
  }

  findForUpdate(householdId: HouseholdId, id: SwapId): Promise<Swap | null> {
    return this.find(householdId, id);
  }

  find(householdId: HouseholdId, id: SwapId): Promise<Swap | null> {
    return Promise.resolve(this.#store.swaps.get(keyOf(householdId, id)) ?? null);
  }

  findOpen(householdId: HouseholdId, one: OccurrenceId, other: OccurrenceId): Promise<Swap | null> {
    const [open] = this.#store.swaps.filter(
      (swap) => swap.householdId === householdId && isOpenBetween(swap, one, other),
    );
    return Promise.resolve(open ?? null);
  }

  async insert(swap: Swap): Promise<void> {
    await this.#refuseSecond(swap);
    this.#store.swaps.set(keyOf(swap.householdId, swap.id), swap);
  }

  async save(swap: Swap): Promise<void> {
    if (this.#store.swaps.has(keyOf(swap.householdId, swap.id))) await this.insert(swap);
  }

  remove(householdId: HouseholdId, id: SwapId): Promise<void> {
    this.#store.swaps.delete(keyOf(householdId, id));
    return Promise.resolve();
  }

  async declineFallen(householdId: HouseholdId, at: Instant): Promise<void> {
    const of = (id: OccurrenceId) => this.#store.occurrences.get(keyOf(householdId, id));
    const fallen = this.#store.swaps.filter((swap) => {
      const [offered, asked] = [of(swap.occurrenceId), of(swap.withOccurrenceId)];
      const stands = offered !== undefined && asked !== undefined && swapStands(swap, offered, asked);
      return swap.householdId === householdId && swap.status === 'OPEN' && !stands;
    });
    for (const swap of fallen) await this.save({ ...swap, status: 'DECLINED', answeredAt: at });
  }

  /** What a unique index refuses in a database. */
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
