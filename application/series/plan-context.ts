import type { AwayPeriods } from '../../domain/rotation/away.js';
import { absencesOf } from '../../domain/households/away.js';
import type { Household, Member } from '../../domain/households/household.js';
import type { PlanContext } from '../../domain/series/series.js';
import { civilMomentAt, type Instant } from '../../domain/shared/zone.js';

/** What planning needs to know of a household at an instant. */
export function planContext(household: Household, away: AwayPeriods, now: Instant): PlanContext {
  return { today: civilMomentAt(household.timeZone, now).date, firstDayOfWeek: household.weekStartsOn, away };
}

export function awayPeriodsOf(members: readonly Member[]): AwayPeriods {
  return new Map(members.map((member) => [member.id, absencesOf(member)]));
}
