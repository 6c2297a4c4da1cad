import type { CivilDate } from '../shared/civil-date.js';
import type { HouseholdId, MemberId, OccurrenceId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import { NOT_GIVEN } from '../tasks/given-turn.js';
import { namedByRule, type Occurrence } from '../tasks/occurrence.js';
import type { RowPatch } from './plan.js';

export const SWAP_STATUSES = ['OPEN', 'ACCEPTED', 'DECLINED'] as const;
export type SwapStatus = (typeof SWAP_STATUSES)[number];

/** Of the answered requests that offer one turn, so many are still told of. */
export const ANSWERED_SWAPS_KEPT = 20;

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

/** What is exchanged, as it is now. */
export type SwapTurn = Pick<Occurrence, 'title' | 'date' | 'time' | 'responsibleMemberIds'>;
/** A request with the turn that the asker offers and the one that they want for it. */
export type SwapView = Swap & { readonly offered: SwapTurn; readonly wanted: SwapTurn };

type Turns = Pick<Occurrence, 'id'> & SwapTurn;

/** The request with its two turns, in whichever order they come. */
export function viewSwap(swap: Swap, [one, other]: readonly [Turns, Turns]): SwapView {
  const isOffered = one.id === swap.occurrenceId;
  return { ...swap, offered: pickTurn(isOffered ? one : other), wanted: pickTurn(isOffered ? other : one) };
}

function pickTurn({ title, date, time, responsibleMemberIds }: SwapTurn): SwapTurn {
  return { title, date, time, responsibleMemberIds };
}

type Exchanged = Pick<Occurrence, 'visibility' | 'status' | 'deletedAt' | 'responsibleMemberIds' | 'date'>;

/**
 * Whether a request still means what it meant when it was made: both turns are shared, to do and not of a day that
 * has passed, the one that is offered is the asker's and the other is somebody else's. One that no longer does is
 * declined by itself. `today` is the household's.
 */
export function swapStands(
  { requestedBy }: Pick<Swap, 'requestedBy'>,
  offered: Exchanged,
  asked: Exchanged,
  today: CivilDate,
): boolean {
  return (
    [offered, asked].every((one) => isToDoForAll(one) && !hasPassed(one, today)) &&
    offered.responsibleMemberIds.includes(requestedBy) &&
    asked.responsibleMemberIds.length > 0 &&
    !asked.responsibleMemberIds.includes(requestedBy)
  );
}

export function hasPassed({ date }: Pick<Occurrence, 'date'>, today: CivilDate): boolean {
  return date !== null && date < today;
}

function isToDoForAll({ visibility, status, deletedAt }: Exchanged): boolean {
  return visibility === 'SHARED' && status === 'TODO' && deletedAt === null;
}

/**
 * Two members take each other's turn; who shares a turn with one of them keeps it. Both occurrences become exceptions,
 * so that no regeneration undoes the swap.
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
    ...NOT_GIVEN,
    ...(turn.seriesId !== null && { swappedTo: members }),
    isException: true,
  };
}
