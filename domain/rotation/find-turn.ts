import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import { type AwayPeriods, isAway, type Turn } from './away.js';
import { slotAt, slotsAhead } from './responsible.js';
import { modulo } from '../shared/modulo.js';
import { namedMembers, UNASSIGNED } from './rotation.js';
import { segmentAt, type Segment } from './segment.js';
import { findStandIns } from './stand-ins.js';
import type { TurnDates } from './turn-dates.js';

/** A turn that a swap or a rebalance gave to members other than those whom the rotation names. */
export type Reassignment = { readonly to: readonly MemberId[]; readonly by: 'SWAP' | 'BALANCE' };

/**
 * The data of a series that determines its turns, together with the absences and the first day of the week of the
 * household.
 */
export type TurnRule = { readonly segments: readonly Segment[]; readonly dates: TurnDates };

/**
 * Returns who is responsible for the occurrence `index`, taking absences into account.
 *
 * 1. The rotation names the members who are due (see `responsible`).
 * 2. If some of them are away on `on`, the others do it.
 * 3. If all of them are away, a stand-in does it (see `findStandIns`). Only this occurrence is reassigned;
 * the turns of all other dates stay.
 * 4. If every member of the rotation is away, nobody is responsible, but `turnReason` is still 'AWAY'.
 *
 * @param date the date that the rule gives this occurrence
 * @param on the date on which the occurrence is done, which differs from `date` if it was moved. Absences are
 *   checked on this date.
 */
export function findTurn(
  { segments, dates }: TurnRule,
  index: number,
  date: CivilDate,
  { firstDayOfWeek, away }: { readonly firstDayOfWeek: Weekday; readonly away: AwayPeriods },
  on: CivilDate = date,
): Turn {
  const segment = segmentAt(segments, index);
  const due = segment === null ? [] : dueNow(segments, segment, index, date, firstDayOfWeek);
  if (segment === null || due.length === 0)
    return { responsibleMemberIds: [], turnReason: null, turnOf: null };
  const there = due.filter((member) => !isAway(away, member, on));
  if (there.length === due.length) return { responsibleMemberIds: due, turnReason: 'ROTATION', turnOf: null };
  const responsibleMemberIds =
    there.length > 0 ? there : findStandIns({ segment, dates, firstDayOfWeek, away }, index, on, due);
  return { responsibleMemberIds, turnReason: 'AWAY', turnOf: due };
}

/**
 * Returns the assignees of a turn that a swap or a rebalance gave to other members. Those of them who are present do
 * it. If all of them are away, a present member of the rotation does it. Stand-ins are chosen in the order of the
 * rotation, starting after the first of the absent members, and the occurrence `index` decides which one it is. So
 * several such turns are shared among the present members.
 */
export function findReassignedTurn(
  { segments }: Pick<TurnRule, 'segments'>,
  index: number,
  date: CivilDate,
  { to: holders, by }: Reassignment,
  away: AwayPeriods,
): Omit<Turn, 'turnReason'> & { readonly turnReason: Reassignment['by'] | 'AWAY' } {
  const isHere = (member: MemberId) => !isAway(away, member, date);
  const there = holders.filter(isHere);
  if (there.length === holders.length) return { responsibleMemberIds: holders, turnReason: by, turnOf: null };
  const order = [...namedMembers(segmentAt(segments, index)?.rotation ?? UNASSIGNED)];
  const first = order.findIndex((member) => holders.includes(member)) + 1;
  const present = [...order.slice(first), ...order.slice(0, first)].filter(isHere);
  const standIn = present[modulo(index, present.length)];
  const others = standIn === undefined ? [] : [standIn];
  return {
    responsibleMemberIds: there.length > 0 ? there : others,
    turnReason: 'AWAY',
    turnOf: holders,
  };
}

/**
 * Returns the members whom the rotation names, without those who are no longer in the current rotation. An old
 * segment may name members who have left, or who may no longer see the task. If no member of the due slot remains,
 * the next slot with a remaining member is used, or else the slot that the current rotation names.
 */
function dueNow(
  segments: readonly Segment[],
  segment: Segment,
  index: number,
  date: CivilDate,
  firstDayOfWeek: Weekday,
): readonly MemberId[] {
  const due = slotAt(segment, index, date, firstDayOfWeek);
  const inForce = segments.at(-1);
  if (inForce === undefined || inForce === segment) return due;
  const named = namedMembers(inForce.rotation);
  const steps = slotsAhead(segment.rotation);
  for (let ahead = 0; ahead < steps; ahead += 1) {
    const staying = slotAt(segment, index, date, firstDayOfWeek, ahead).filter((one) => named.has(one));
    if (staying.length > 0) return staying;
  }
  return slotAt(inForce, Math.max(index, inForce.fromIndex), date, firstDayOfWeek);
}
