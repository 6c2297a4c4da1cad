import { addDays, type CivilDate, laterDate } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';

/** An absence as civil dates of the household, both inclusive. `to` is null if the end is unknown. */
export type AwayPeriod = {
  readonly from: CivilDate;
  readonly to: CivilDate | null;
  /**
   * True if the member is not expected back: the day before `from` is their last day. Their slots in rotations are
   * then removed.
   */
  readonly isFinal?: true;
};
/** The absences of each member. A member without absences may have no entry. */
export type AwayPeriods = ReadonlyMap<MemberId, readonly AwayPeriod[]>;

export const NOBODY_AWAY: AwayPeriods = new Map();

/**
 * The assignees of an occurrence, and why they are assigned. The reason is one of the `turnReason` values of
 * an occurrence. It is null if the rotation assigns nobody.
 */
export type Turn = {
  readonly responsibleMemberIds: readonly MemberId[];
  readonly turnReason: 'ROTATION' | 'AWAY' | 'PAUSE' | null;
  /** The members whose turn it is, if an absence (AWAY) or a pause (PAUSE) changes the assignees; otherwise null. */
  readonly turnOf: readonly MemberId[] | null;
};

export function samePeople(one: readonly MemberId[], other: readonly MemberId[]): boolean {
  return one.length === other.length && one.every((member) => other.includes(member));
}

/** Returns true if both turns have the same assignees and replace the same members. */
export function sameTurn(one: Omit<Turn, 'turnReason'>, other: Omit<Turn, 'turnReason'>): boolean {
  return (
    samePeople(one.responsibleMemberIds, other.responsibleMemberIds) &&
    (one.turnOf === null) === (other.turnOf === null) &&
    samePeople(one.turnOf ?? [], other.turnOf ?? [])
  );
}

function covers({ from, to }: AwayPeriod, date: CivilDate): boolean {
  return from <= date && (to === null || date <= to);
}

export function isAway(away: AwayPeriods, member: MemberId, date: CivilDate): boolean {
  return away.get(member)?.some((period) => covers(period, date)) ?? false;
}

/** Returns the last day of a member who is not expected back. Returns null if the member is expected back. */
export function lastDayOf(away: AwayPeriods, member: MemberId): CivilDate | null {
  const final = away.get(member)?.find(({ isFinal }) => isFinal === true);
  return final === undefined ? null : addDays(final.from, -1);
}

/**
 * Returns the first day of the uninterrupted absence that these members share on `date`. All of them must be
 * away on that date. Periods that overlap or directly follow each other count as one absence.
 */
export function absentSince(away: AwayPeriods, members: readonly MemberId[], date: CivilDate): CivilDate {
  return members.map((member) => startOfAbsence(away.get(member) ?? [], date)).reduce(laterDate);
}

function startOfAbsence(periods: readonly AwayPeriod[], date: CivilDate): CivilDate {
  const earlier = periods.find(({ from, to }) => from < date && (to === null || to >= addDays(date, -1)));
  return earlier === undefined ? date : startOfAbsence(periods, earlier.from);
}
