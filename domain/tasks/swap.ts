import type { HouseholdId, MemberId, OccurrenceId } from '../shared/ids.js';
import type { SortKey } from '../shared/page.js';
import type { Instant } from '../shared/zone.js';

export const SWAP_STATUSES = ['OPEN', 'ACCEPTED', 'DECLINED'] as const;
export type SwapStatus = (typeof SWAP_STATUSES)[number];

export type SwapId = string & { readonly __id: 'swap' };

/** Somebody asks to exchange a turn; one of the other's people answers. */
export type Swap = {
  readonly id: SwapId;
  readonly householdId: HouseholdId;
  readonly occurrenceId: OccurrenceId;
  readonly withOccurrenceId: OccurrenceId;
  readonly requestedBy: MemberId;
  readonly status: SwapStatus;
  readonly createdAt: Instant;
  readonly answeredBy: MemberId | null;
  readonly answeredAt: Instant | null;
};

/** The order of lists: newest first. */
export function swapKey({ createdAt, id }: Pick<Swap, 'createdAt' | 'id'>): SortKey {
  return [-createdAt, id];
}
