import type { AwayPeriod, AwayPeriods } from '../rotation/away.js';
import { addDays, civilDate } from '../shared/civil-date.js';
import type { Problem } from '../shared/problem.js';
import type { AwayPeriodId } from '../shared/ids.js';
import type { Absence, Member } from './household.js';

/** Of one member, whether past or to come. */
export const AWAY_PERIODS_LIMIT = 50;

/** What is wrong with periods whose dates are each well formed. */
export function awayProblems(periods: readonly AwayPeriod[]): Problem[] {
  return periods.flatMap(({ from, to }, i) =>
    to === null || from <= to
      ? []
      : [{ field: `awayPeriods.${i}.to`, rule: 'order', message: 'must not be before the first day' }],
  );
}

/** By first day, then last, without an end at last; periods may overlap, since someone may be away for two reasons. */
export function inOrder(periods: readonly Absence[]): Absence[] {
  return [...periods].sort(
    (a, b) => compare(a.from, b.from) || compare(a.to ?? END_OF_TIME, b.to ?? END_OF_TIME),
  );
}

/** The periods with the ids that those of the same days have already, and new ones for the others. */
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

/** What says on which days a member is there. */
export type Presence = Pick<Member, 'leftAt' | 'awayPeriods' | 'activeFrom' | 'activeUntil'>;

/**
 * When a member can take no turn: in their absences, before their first day and after their last; and once they have
 * left, always.
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

/** Sorts after every date. */
const END_OF_TIME = '9999';

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
