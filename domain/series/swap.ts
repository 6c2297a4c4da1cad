import type { HouseholdId, MemberId, OccurrenceId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';

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

type Exchanged = Pick<Occurrence, 'visibility' | 'status' | 'deletedAt' | 'responsibleMemberIds'>;

/**
 * Whether a request still means what it meant when it was made: both turns are shared and to do, the one that is
 * offered is the asker's and the other is somebody else's. One that no longer does is declined by itself.
 */
export function swapStands(
  { requestedBy }: Pick<Swap, 'requestedBy'>,
  offered: Exchanged,
  asked: Exchanged,
): boolean {
  return (
    [offered, asked].every(isToDoForAll) &&
    offered.responsibleMemberIds.includes(requestedBy) &&
    asked.responsibleMemberIds.length > 0 &&
    !asked.responsibleMemberIds.includes(requestedBy)
  );
}

function isToDoForAll({ visibility, status, deletedAt }: Exchanged): boolean {
  return visibility === 'SHARED' && status === 'TODO' && deletedAt === null;
}
