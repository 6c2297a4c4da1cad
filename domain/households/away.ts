import type { AwayPeriod, AwayPeriods } from '../rotation/away.js';
import { addDays, civilDate } from '../shared/civil-date.js';
import { type Problem, problem } from '../shared/problem.js';
import type { AwayPeriodId } from '../shared/ids.js';
import type { Absence, Member } from './household.js';

/** The maximum number of absences per member, past and future. */
export const AWAY_PERIODS_LIMIT = 50;

/** Returns the problems of a member's absences. Each date has already been validated by itself. */
export function awayProblems(periods: readonly AwayPeriod[]): Problem[] {
  return periods.flatMap(({ from, to }, i) =>
    to === null || from <= to
      ? []
      : [problem(`awayPeriods.${i}.to`, 'order', 'must not be before the first day')],
  );
}

/**
 * Sorts absences by first day, then by last day, with open-ended ones last. Absences may overlap, because a
 * member can be away for two reasons.
 */
export function sortAbsences(periods: readonly Absence[]): Absence[] {
  return [...periods].sort(
    (a, b) => compare(a.from, b.from) || compare(a.to ?? END_OF_TIME, b.to ?? END_OF_TIME),
  );
}

/**
 * Gives each absence an id. An absence with the same days as a stored one keeps its id. All others get a new
 * id.
 */
export function identifyPeriods(
  periods: readonly AwayPeriod[],
  known: readonly Absence[],
  nextId: () => AwayPeriodId,
): Absence[] {
  const left = [...known];
  return periods.map(({ from, to }) => {
    const place = left.findIndex((one) => one.from === from && one.to === to);
    const [same] = place < 0 ? [] : left.splice(place, 1);
    return { id: same?.id ?? nextId(), from, to };
  });
}

/** The fields that determine on which days a member is in the household. */
export type Presence = Pick<Member, 'leftAt' | 'awayPeriods' | 'activeFrom' | 'activeUntil'>;

/**
 * Returns the periods in which a member takes no turn. These are their absences, the time before their first
 * day, and the time after their last day. For a member who has left, it is all time.
 */
export function listAbsences({
  leftAt,
  awayPeriods,
  activeFrom,
  activeUntil,
}: Presence): readonly AwayPeriod[] {
  if (leftAt !== null) return FOR_EVER;
  if (activeFrom === null && activeUntil === null) return awayPeriods;
  return [
    ...(activeFrom === null ? [] : [{ from: BEGINNING, to: addDays(activeFrom, -1) }]),
    ...awayPeriods,
    ...(activeUntil === null ? [] : [{ from: addDays(activeUntil, 1), to: null, isFinal: true as const }]),
  ];
}

export function listAwayPeriods(members: readonly Member[]): AwayPeriods {
  return new Map(members.map((member) => [member.id, listAbsences(member)]));
}

const BEGINNING = civilDate('0001-01-01');
const FOR_EVER: readonly AwayPeriod[] = [{ from: BEGINNING, to: null }];

/** A key that sorts after every date. */
const END_OF_TIME = '9999';

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
