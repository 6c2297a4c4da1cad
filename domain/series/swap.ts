import type { CivilDate } from '../shared/civil-date.js';
import type { HouseholdId, MemberId, OccurrenceId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import { NOT_REASSIGNED } from '../tasks/reassignment.js';
import { namedByRule, type Occurrence } from '../tasks/occurrence.js';
import type { RowPatch } from './plan.js';

export const SWAP_STATUSES = ['OPEN', 'ACCEPTED', 'DECLINED'] as const;
export type SwapStatus = (typeof SWAP_STATUSES)[number];

/** How many answered swap requests of one offered turn are kept when somebody offers the turn again. */
export const ANSWERED_SWAPS_KEPT = 20;

export type SwapId = string & { readonly __id: 'swap' };

/**
 * A request to exchange a turn with another occurrence. One of the assignees of that occurrence answers it.
 */
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

/** The current values of a turn in a swap request. */
export type SwapTurn = Pick<Occurrence, 'title' | 'date' | 'time' | 'responsibleMemberIds'>;
/** A swap request with the turn that the requester offers and the turn that they want instead. */
export type SwapView = Swap & { readonly offered: SwapTurn; readonly wanted: SwapTurn };

type Turns = Pick<Occurrence, 'id'> & SwapTurn;

/** Combines a request with its two turns, which may be passed in either order. */
export function viewSwap(swap: Swap, [one, other]: readonly [Turns, Turns]): SwapView {
  const isOffered = one.id === swap.occurrenceId;
  return { ...swap, offered: pickTurn(isOffered ? one : other), wanted: pickTurn(isOffered ? other : one) };
}

function pickTurn({ title, date, time, responsibleMemberIds }: SwapTurn): SwapTurn {
  return { title, date, time, responsibleMemberIds };
}

type Exchanged = Pick<Occurrence, 'visibility' | 'status' | 'deletedAt' | 'responsibleMemberIds' | 'date'>;

/**
 * Returns true if a swap request is still valid: both turns are shared, open and not in the past, the offered
 * one belongs to the requester, and the wanted one to somebody else. A request that is no longer valid is
 * declined automatically.
 *
 * @param today the current date in the household's time zone
 */
export function isSwapValid(
  { requestedBy }: Pick<Swap, 'requestedBy'>,
  offered: Exchanged,
  asked: Exchanged,
  today: CivilDate,
): boolean {
  return (
    [offered, asked].every((one) => isToDoForAll(one) && !isPastTurn(one, today)) &&
    offered.responsibleMemberIds.includes(requestedBy) &&
    asked.responsibleMemberIds.length > 0 &&
    !asked.responsibleMemberIds.includes(requestedBy)
  );
}

export function isPastTurn({ date }: Pick<Occurrence, 'date'>, today: CivilDate): boolean {
  return date !== null && date < today;
}

function isToDoForAll({ visibility, status, deletedAt }: Exchanged): boolean {
  return visibility === 'SHARED' && status === 'TODO' && deletedAt === null;
}

/**
 * Plans a swap: two members take each other's turns. Other members who share one of the turns keep it. Both
 * occurrences become exceptions, so that replanning does not undo the swap.
 */
export function planSwap(
  offered: TurnAsItIs,
  asked: TurnAsItIs,
  { asker, answerer }: { readonly asker: MemberId; readonly answerer: MemberId },
): readonly [RowPatch, RowPatch] {
  return [taking(offered, asker, answerer), taking(asked, answerer, asker)];
}

type TurnAsItIs = Pick<Occurrence, 'seriesId' | 'responsibleMemberIds' | 'turnReason' | 'turnOf'>;

function taking(turn: TurnAsItIs, from: MemberId, to: MemberId): RowPatch {
  const members = [...new Set(turn.responsibleMemberIds.map((id) => (id === from ? to : id)))];
  return {
    responsibleMemberIds: members,
    turnReason: 'SWAP',
    turnOf: turn.seriesId === null ? null : namedByRule(turn),
    ...NOT_REASSIGNED,
    ...(turn.seriesId !== null && { swappedTo: members }),
    isException: true,
  };
}
