import type { MemberCaller } from '../../../../application/shared/caller.js';
import type { Member } from '../../../../domain/households/household.js';
import { mayActOn } from '../../../../domain/households/rights.js';
import type { CivilDate } from '../../../../domain/shared/civil-date.js';
import { sameJson } from '../../../../domain/shared/json.js';
import type { Occurrence } from '../../../../domain/tasks/occurrence.js';
import type { PersonalReading, Reading } from '../reading.js';

/** No member may have a future turn on a day on which they are away, not here yet, or no longer here. */
export function turnsOfAbsent({ rows, members, series }: Reading, today: CivilDate): string[] {
  const ended = new Set(series.filter((one) => one.ended).map(({ id }) => id));
  const planned = rows.filter(
    ({ seriesId, status, deletedAt, isException, swappedTo, balancedTo, date }) =>
      seriesId !== null &&
      !ended.has(seriesId) &&
      status === 'TODO' &&
      deletedAt === null &&
      (!isException || swappedTo !== null || balancedTo !== null) &&
      date !== null &&
      date >= today,
  );
  return planned.flatMap(({ id, date, responsibleMemberIds }) =>
    members
      .filter((member) => responsibleMemberIds.includes(member.id) && date !== null && !isHere(member, date))
      .map((member) => `${id} on ${date} is the turn of ${member.name}, who is not there`),
  );
}

/** Returns true if the member is in the household on this day and not away. */
function isHere({ leftAt, awayPeriods, activeFrom, activeUntil }: Member, date: CivilDate): boolean {
  return (
    leftAt === null &&
    (activeFrom === null || activeFrom <= date) &&
    (activeUntil === null || date <= activeUntil) &&
    !awayPeriods.some(({ from, to }) => from <= date && (to === null || date <= to))
  );
}

/**
 * In the balance, done and expected minutes must both add up to the total, and the balance must be the same
 * for every member.
 */
export function wrongBalance(people: readonly PersonalReading[]): string[] {
  const balances = people.flatMap(({ shown }) => (shown === null ? [] : [shown.balance]));
  return balances.flatMap(({ totalMinutes, members }) => {
    const sum = (figure: 'difference' | 'doneMinutes' | 'expectedMinutes') =>
      members.reduce((total, member) => total + member[figure], 0);
    const [difference, done, expected] = [sum('difference'), sum('doneMinutes'), sum('expectedMinutes')];
    return [
      ...(difference === 0 ? [] : [`the differences of all add up to ${difference}`]),
      ...(done === totalMinutes && expected === totalMinutes
        ? []
        : [
            `the total is ${totalMinutes} minutes, but the members did ${done} and are expected to do ${expected}`,
          ]),
      ...(sameJson({ totalMinutes, members }, balances[0]) ? [] : ['the balance differs between members']),
    ];
  });
}

/** Returns what a child or a guest has changed although it does not belong to them. */
export function beyondTheirs(before: Reading, after: Reading, caller: MemberCaller): string[] {
  const earlier = new Map(before.rows.map((row) => [row.id, row]));
  const left = new Set(after.rows.map(({ id }) => id));
  const acted = new Set<string | null>();
  const problems = after.rows.flatMap((row) => {
    const old = earlier.get(row.id);
    if (old === undefined || sameJson(old, row)) return [];
    acted.add(row.seriesId);
    const changed = (Object.keys(row) as (keyof Occurrence)[]).filter(
      (field) => !TICKED.has(field) && !sameJson(old[field], row[field]),
    );
    return [
      ...(mayActOn(caller, old) ? [] : [`a ${caller.group} has changed ${row.id}, which is another's`]),
      ...changed.map((field) => `a ${caller.group} has changed ${field} of ${row.id}`),
    ];
  });
  // In a series that repeats after completion, a tick creates or removes the next row. That is allowed.
  const isNext = ({ seriesId }: Occurrence) => seriesId !== null && acted.has(seriesId);
  const made = after.rows.filter((row) => !earlier.has(row.id) && !isNext(row));
  const foreign = made.filter(
    ({ createdBy, responsibleMemberIds: theirs }) =>
      createdBy !== caller.memberId || theirs.some((id) => id !== caller.memberId),
  );
  const gone = before.rows.filter((row) => !left.has(row.id) && !isNext(row));
  const rest = ({ household, members, dayCalendars, people }: Reading) => ({
    ...{ household, dayCalendars },
    members: members.map((member) => ({ ...member, hasPin: false })),
    shown: people.map(
      ({ shown }) => shown && [shown.categories, shown.templates, shown.pauses, shown.invitations],
    ),
  });
  return [
    ...problems,
    ...foreign.map(({ id }) => `a ${caller.group} has made ${id} for others`),
    ...gone.map(({ id }) => `a ${caller.group} has removed ${id}`),
    ...(sameJson(rest(before), rest(after)) ? [] : [`a ${caller.group} has changed the household`]),
  ];
}

/** The fields that a tick may change. Reopening also computes the turn again. */
const TICKED: ReadonlySet<keyof Occurrence> = new Set([
  ...([
    'status',
    'statusAt',
    'skippedReason',
    'completedAt',
    'completedBy',
    'completedFor',
    'doneBy',
  ] as const),
  ...([
    'checklist',
    'finishedPrivately',
    'responsibleMemberIds',
    'turnReason',
    'turnOf',
    'swappedTo',
  ] as const),
  ...(['version', 'syncVersion', 'syncedVersion', 'googleSyncStatus', 'updatedAt', 'updatedBy'] as const),
]);
