import type { HouseholdId, OccurrenceId, UserId } from '../../domain/shared/ids.js';
import type { Page, PageRequest } from '../../domain/shared/page.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { Swap, SwapId } from '../../domain/series/swap.js';

export interface SwapReader {
  /** Those whose two occurrences the viewer may see, newest first; sort key: [-createdAt, id]. */
  list(householdId: HouseholdId, viewer: UserId, page: PageRequest): Promise<Page<Swap>>;
}

export interface SwapRepository extends SwapReader {
  /** null when the household has no such swap. */
  find(householdId: HouseholdId, id: SwapId): Promise<Swap | null>;
  /** Locked until the transaction ends; null when the household has no such swap. */
  findForUpdate(householdId: HouseholdId, id: SwapId): Promise<Swap | null>;
  /** An open one for the same two occurrences, in whichever order, or null. */
  findOpen(householdId: HouseholdId, one: OccurrenceId, other: OccurrenceId): Promise<Swap | null>;
  insert(swap: Swap): Promise<void>;
  save(swap: Swap): Promise<void>;
  /** An unknown one changes nothing. */
  remove(householdId: HouseholdId, id: SwapId): Promise<void>;
  /** Declines, by nobody, the open ones of the household that no longer stand (`swapStands` of domain/tasks/swap). */
  declineFallen(householdId: HouseholdId, at: Instant): Promise<void>;
}
