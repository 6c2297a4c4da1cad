import { isDeepStrictEqual } from 'node:util';
import type { MemberCaller } from '../../../application/shared/caller.js';
import { toSeriesRow, toSeriesRows } from '../../../domain/series/plan.js';
import { listAwayPeriods } from '../../../domain/households/away.js';
import { planContext } from '../../../domain/series/series.js';
import type { SeriesRecord } from '../../../domain/series/series.js';
import { planTurns } from '../../../domain/series/turns.js';
import { civilMomentAt, type Instant } from '../../../domain/shared/zone.js';
import { personalProblems } from '../../../domain/tasks/task-visibility.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { brokenByDays } from './invariants/days.js';
import { wronglyDisplayed } from './invariants/displays.js';
import { beyondTheirs, turnsOfAbsent, wrongBalance } from './invariants/people.js';
import type { PersonalReading, Reading } from './reading.js';

/** Returns the violated invariants of a reading, each as a sentence. */
export function brokenBy(reading: Reading, now: Instant): readonly string[] {
  const { household, rows, series, people } = reading;
  if (household === null) return [];
  const { date: today } = civilMomentAt(household.timeZone, now);
  const ofSeries = (id: string) => rows.filter(({ seriesId }) => seriesId === id);
  return [
    ...rows.flatMap((row) => personalProblems(row).map(({ message }) => `${row.id}: ${message}`)),
    ...people.flatMap((person) => wronglyShown(reading, person)),
    ...differingStatistics(people),
    ...series.flatMap(({ id }) => sharedPlaces(id, ofSeries(id))),
    ...series.flatMap((one) => wrongTurns(reading, one, ofSeries(one.id), now)),
    ...series.flatMap((one) => brokenByDays(reading, one, today)),
    ...turnsOfAbsent(reading, today),
    ...wrongBalance(people),
    ...wronglyDisplayed(reading),
    ...leftBehind(reading),
    ...rows.flatMap(halfDone),
  ];
}

/** Finds PERSONAL tasks that are shown to another member, and deleted tasks outside the trash. */
function wronglyShown({ rows }: Reading, { memberId, lists }: PersonalReading): string[] {
  const hidden = new Set(
    rows.filter((row) => row.visibility === 'PERSONAL' && row.createdBy !== memberId).map(({ id }) => id),
  );
  const deleted = new Set(rows.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id));
  const named = [
    ...lists.occurrences.map(({ id }) => id),
    ...lists.swaps.flatMap((swap) => [swap.occurrenceId, swap.withOccurrenceId]),
    ...lists.notifications.flatMap(({ occurrenceId }) => occurrenceId ?? []),
  ];
  const open = lists.swaps.filter(({ status }) => status === 'OPEN');
  return [
    ...[...named, ...lists.trash.map(({ id }) => id)]
      .filter((id) => hidden.has(id))
      .map((id) => `${memberId} is shown ${id}, which is another's alone`),
    ...lists.series
      .filter(({ template, createdBy }) => template.visibility === 'PERSONAL' && createdBy !== memberId)
      .map(({ id }) => `${memberId} is shown the series ${id}, which is another's alone`),
    ...lists.occurrences.filter(({ id }) => deleted.has(id)).map(({ id }) => `${id} is listed, but deleted`),
    ...open
      .filter((swap) => [swap.occurrenceId, swap.withOccurrenceId].some((id) => deleted.has(id)))
      .map(({ id }) => `the swap ${id} is open, but a turn of it is deleted`),
  ];
}

/** The statistics of shared tasks must be the same for every member. */
function differingStatistics(people: readonly PersonalReading[]): string[] {
  const [first, ...others] = people.flatMap(({ shown }) => (shown === null ? [] : [shown.statistics]));
  const shared = (statistics: NonNullable<typeof first>) => ({ ...statistics, personal: null });
  return others.some((other) => first && !isDeepStrictEqual(shared(other), shared(first)))
    ? ['the statistics of shared tasks differ between members']
    : [];
}

/** No two rows of a series that are not deleted may have the same original date or the same index. */
function sharedPlaces(seriesId: string, rows: readonly Occurrence[]): string[] {
  const live = rows.filter(({ deletedAt }) => deletedAt === null);
  return [
    ...twice(live.map(({ originalDate, originalTime }) => `${originalDate} ${originalTime}`)).map(
      (date) => `${seriesId}: two rows of ${date}`,
    ),
    ...twice(live.map(({ seriesIndex }) => seriesIndex)).map(
      (index) => `${seriesId}: two rows of index ${index}`,
    ),
  ];
}

const twice = <T>(values: readonly T[]): T[] =>
  values.filter((value, place) => values.indexOf(value) !== place);

/** The turns of open rows that nobody changed must be those that the rotation gives now. */
function wrongTurns(
  { household, members }: Reading,
  series: SeriesRecord,
  rows: readonly Occurrence[],
  now: Instant,
): string[] {
  if (household === null) return [];
  const active = members.filter(({ leftAt }) => leftAt === null);
  const context = planContext(household, listAwayPeriods(active), now);
  return planTurns(series, toSeriesRows(rows, series), context).change.map(
    ({ id, set }) => `${series.id}: the turn of ${id} should be ${JSON.stringify(set)}`,
  );
}

/** A task is done if and only if it says who did it and when. No member is counted twice. */
function halfDone(row: Occurrence): string[] {
  const { id, status, statusBeforeDeletion, completedFor, completedAt, doneBy } = row;
  const was = statusBeforeDeletion ?? status;
  const isDone = was === 'DONE';
  const doers = doneBy.map(({ memberId }) => memberId);
  return [
    ...(isDone === (completedFor !== null && completedAt !== null)
      ? []
      : [`${id} is ${status}, completed for ${completedFor}`]),
    ...twice(doers).map((doer) => `${id} was done twice by ${doer}`),
    ...(was === 'TODO' || isDone ? [] : doers.map((doer) => `${id} is ${status}, and done by ${doer}`)),
  ];
}

/** A former member must not be responsible for open tasks, nor have tasks, feeds, notifications or swaps. */
function leftBehind({ members, rows, people }: Reading): string[] {
  const left = new Set<string>(members.filter(({ leftAt }) => leftAt !== null).map(({ id }) => id));
  const theirs = rows.filter(
    ({ status, responsibleMemberIds }) =>
      status === 'TODO' && responsibleMemberIds.some((id) => left.has(id)),
  );
  return [
    ...theirs.map(({ id }) => `${id} is still to be done by somebody who has left`),
    ...rows
      .filter(({ visibility, createdBy }) => visibility === 'PERSONAL' && left.has(createdBy))
      .map(({ id }) => `${id} is still there for somebody who has left`),
    ...people
      .filter(({ memberId }) => left.has(memberId))
      .flatMap(({ memberId, lists }) => [
        ...lists.feeds.map(({ id }) => `the feed ${id} of ${memberId}, who has left, is still open`),
        ...lists.notifications.map(({ id }) => `${memberId}, who has left, still has the notification ${id}`),
        ...lists.swaps
          .filter(({ status, requestedBy }) => status === 'OPEN' && requestedBy === memberId)
          .map(({ id }) => `the swap ${id} of ${memberId}, who has left, is still open`),
      ]),
  ];
}

export type Done = {
  /** The member who made the request. null means nobody of the household. */
  readonly by: MemberCaller | null;
  /** True if the request was refused, or if it was only a preview. */
  readonly changesNothing: boolean;
};

/** Returns violations that no step may cause. */
export function brokenByStep(
  before: Reading,
  after: Reading,
  { by, changesNothing }: Done,
): readonly string[] {
  if (changesNothing && !isDeepStrictEqual(before, after))
    return ['a request that was refused or only a preview has changed something'];
  if (by !== null && by.group !== 'ADULT') return beyondTheirs(before, after, by);
  const earlier = new Map(before.rows.map((row) => [row.id, row]));
  const changed = after.rows.flatMap((row) => {
    const old = earlier.get(row.id);
    if (old === undefined || isDeepStrictEqual(content(old), content(row))) return [];
    return row.version > old.version ? [] : [`${row.id} has changed, but its version has not grown`];
  });
  return [...changed, ...lostWork(before, after)];
}

/** Finds shared dates of a series that a member had changed and that neither exist nor are in the trash. */
function lostWork(before: Reading, after: Reading): string[] {
  if (after.household === null) return [];
  const left = new Set(after.rows.map(({ id }) => id));
  const series = new Map(before.series.map((one) => [one.id, one]));
  return before.rows.flatMap((row) => {
    const own = row.seriesId === null ? undefined : series.get(row.seriesId);
    const isTouched = own !== undefined && (toSeriesRow(row, own)?.isTouched ?? false);
    const isLost = isTouched && row.deletedAt === null && row.visibility === 'SHARED' && !left.has(row.id);
    return isLost ? [`${row.id}, which somebody had touched, is gone`] : [];
  });
}

/** Returns the fields whose changes increase the version. */
function content(row: Occurrence): object {
  return { ...row, attachmentCount: 0, googleSyncStatus: null, syncVersion: 0, syncedVersion: 0 };
}
