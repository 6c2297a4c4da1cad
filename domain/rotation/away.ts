import { addDays, type CivilDate, laterDate } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';

/** Civil dates of the household, both ends included; `to` is null until further notice. */
export type AwayPeriod = {
  readonly from: CivilDate;
  readonly to: CivilDate | null;
  /** The member's last day is over, and they are not expected back: their slots in rotations close. */
  readonly isFinal?: true;
};
/** Members who are never away may be missing. */
export type AwayPeriods = ReadonlyMap<MemberId, readonly AwayPeriod[]>;

export const NOBODY_AWAY: AwayPeriods = new Map();

/** Why these people are responsible, of the values of an occurrence's `turnReason`; null when nobody is. */
export type Turn = {
  readonly responsibleMemberIds: readonly MemberId[];
  readonly turnReason: 'ROTATION' | 'AWAY' | 'PAUSE' | null;
  /** With AWAY and PAUSE: whom the rule named. */
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

function covers({ from, to }: AwayPeriod, date: CivilDate): boolean {
  return from <= date && (to === null || date <= to);
}

export function isAway(away: AwayPeriods, member: MemberId, date: CivilDate): boolean {
  return away.get(member)?.some((period) => covers(period, date)) ?? false;
}

/** The last day of a member who is not expected back after it; null if there is none. */
export function lastDayOf(away: AwayPeriods, member: MemberId): CivilDate | null {
  const final = away.get(member)?.find(({ isFinal }) => isFinal === true);
  return final === undefined ? null : addDays(final.from, -1);
}

/**
 * Since when all of them have been away without a day between, of members who are on that date. Periods that overlap or
 * follow each other are one absence.
 */
export function absentSince(away: AwayPeriods, members: readonly MemberId[], date: CivilDate): CivilDate {
  return members.map((member) => startOfAbsence(away.get(member) ?? [], date)).reduce(laterDate);
}

function startOfAbsence(periods: readonly AwayPeriod[], date: CivilDate): CivilDate {
  const earlier = periods.find(({ from, to }) => from < date && (to === null || to >= addDays(date, -1)));
  return earlier === undefined ? date : startOfAbsence(periods, earlier.from);
}
