import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import { slotAt, slotsAhead } from './responsible.js';
import { namedMembers } from './rotation.js';
import { segmentAt, type Segment } from './segment.js';

/** Civil dates of the household, both ends included. */
export type AwayPeriod = { readonly from: CivilDate; readonly to: CivilDate };
/** Members who are never away may be missing. */
export type AwayPeriods = ReadonlyMap<MemberId, readonly AwayPeriod[]>;

/** Why these people are responsible, of the values of an occurrence's `turnReason`; null when nobody is. */
export type Turn = {
  readonly responsibleMemberIds: readonly MemberId[];
  readonly turnReason: 'ROTATION' | 'AWAY' | null;
  /** With AWAY: whom the rule named. */
  readonly turnOf: readonly MemberId[] | null;
};

export function samePeople(one: readonly MemberId[], other: readonly MemberId[]): boolean {
  return one.length === other.length && one.every((member) => other.includes(member));
}

/** Whether the same people do it, in place of the same people. */
export function sameTurn(one: Omit<Turn, 'turnReason'>, other: Omit<Turn, 'turnReason'>): boolean {
  return (
    samePeople(one.responsibleMemberIds, other.responsibleMemberIds) &&
    (one.turnOf === null) === (other.turnOf === null) &&
    samePeople(one.turnOf ?? [], other.turnOf ?? [])
  );
}

export function isAway(away: AwayPeriods, member: MemberId, date: CivilDate): boolean {
  return away.get(member)?.some(({ from, to }) => from <= date && date <= to) ?? false;
}

/**
 * Whose turn it is with absences laid over the pure result. Of people who share the turn, the present ones do it;
 * when all are away, the next slot of the rotation that has somebody present takes it, for this date alone: no
 * other turn moves. Everyone away: nobody, which still says AWAY.
 */
export function findTurn(
  segments: readonly Segment[],
  index: number,
  date: CivilDate,
  firstDayOfWeek: Weekday,
  away: AwayPeriods,
): Turn {
  const segment = segmentAt(segments, index);
  const due = segment === null ? [] : dueNow(segments, segment, index, date, firstDayOfWeek);
  if (segment === null || due.length === 0)
    return { responsibleMemberIds: [], turnReason: null, turnOf: null };
  const present = (members: readonly MemberId[]) => members.filter((member) => !isAway(away, member, date));
  let there = present(due);
  if (there.length === due.length) return { responsibleMemberIds: due, turnReason: 'ROTATION', turnOf: null };
  const steps = slotsAhead(segment.rotation);
  for (let ahead = 1; there.length === 0 && ahead < steps; ahead += 1)
    there = present(slotAt(segment, index, date, firstDayOfWeek, ahead));
  return { responsibleMemberIds: there, turnReason: 'AWAY', turnOf: due };
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
