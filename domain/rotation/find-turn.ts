import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import { type AwayPeriods, isAway, type Turn } from './away.js';
import { slotAt, slotsAhead } from './responsible.js';
import { modulo } from '../shared/modulo.js';
import { namedMembers, UNASSIGNED } from './rotation.js';
import { segmentAt, type Segment } from './segment.js';
import { findStandIns } from './stand-ins.js';
import type { TurnDates } from './turn-dates.js';

/** A turn that people gave to others than the rule names, and that nobody has touched since. */
export type GivenTurn = { readonly to: readonly MemberId[]; readonly by: 'SWAP' | 'BALANCE' };

/** What turns are a function of, but for the absences. */
export type TurnRule = { readonly segments: readonly Segment[]; readonly dates: TurnDates };

/**
 * Whose turn it is with absences laid over the pure result. Of people who share the turn, the present ones do it;
 * when all are away, the turns of their absence go round among those of the rotation who are present, each for that date
 * alone: no other turn moves. Everyone away: nobody, which still says AWAY. `date` is that of the rule, `on` the one on
 * which it is done: absences count on that.
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
 * Whose turn it is that was given `to` its holders: those of them who are there, and when all are away one of those of the
 * rotation who are present, counted from the first of the holders on by the place of the turn in its series.
 */
export function findGivenTurn(
  { segments }: Pick<TurnRule, 'segments'>,
  index: number,
  date: CivilDate,
  { to: holders, by }: GivenTurn,
  away: AwayPeriods,
): Omit<Turn, 'turnReason'> & { readonly turnReason: GivenTurn['by'] | 'AWAY' } {
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
 * Whom the rule names, of those whom it names still: an earlier rotation may have people who left since, or who are not to
 * see a task that is its author's by now. The next slot of it that has somebody left follows, or else whoever begins
 * the rotation in force. It is asked only of what was closed under that rotation and is open again.
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
