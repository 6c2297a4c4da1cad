import type { CalendarDay } from '../../domain/days/calendar.js';
import { coversDate } from '../../domain/days/pause.js';
import { type EditPreview, joinPreviews, previewPart } from '../../domain/series/preview.js';
import { isSeriesVisibleTo } from '../../domain/series/series.js';
import type { DayCalendarId, PauseId } from '../../domain/shared/ids.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { Household } from '../../domain/households/household.js';
import { isVisibleTo, type Occurrence } from '../../domain/tasks/occurrence.js';
import { dryRunWork } from '../bulk/bulk-work.js';
import { countRows, eachOpenOccurrence, isUnchangedRow, listChanges } from '../series/changed-occurrences.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { invalidField } from '../shared/errors.js';
import type { UnitOfWorkScope } from '../composition/unit-of-work.js';
import type { Ports } from '../composition/use-case-ports.js';
import { type DaysWork, onlyVisible, takeDaysStep } from './follow-days.js';
import {
  beginCalendarDeletion,
  beginCalendarEdit,
  beginSettingDays,
  type CalendarEdit,
} from './manage-calendars.js';
import { type PauseWork, takeResumeStep } from './pause-steps.js';
import { beginResume } from './pauses.js';

/*
 * A preview carries out the change itself in a transaction that is rolled back, so it throws the same errors.
 */

/**
 * Returns what {@link setDays} would change. The count `kept` contains the open occurrences from today on that would
 * not change, of the series that avoid days of this calendar.
 */
export function previewDays(ports: Ports) {
  return (caller: MemberCaller, id: DayCalendarId, days: readonly CalendarDay[]): Promise<EditPreview> =>
    previewFollowing(ports, caller, (scope) => beginSettingDays(ports, scope, caller, id, days));
}

/**
 * Returns what {@link editDayCalendar} would change, like {@link previewDays}. Throws VALIDATION_FAILED if the edit
 * contains an address.
 */
export function previewCalendarEdit(ports: Ports) {
  return async (
    caller: MemberCaller,
    id: DayCalendarId,
    { url, ...edit }: CalendarEdit,
  ): Promise<EditPreview> => {
    if (url !== undefined) throw notFetched();
    return previewFollowing(ports, caller, (scope) => beginCalendarEdit(ports, scope, caller, id, edit));
  };
}

const notFetched = () =>
  invalidField(
    'url',
    'dryRun',
    'must not be sent in a dry run, because the days of an address are fetched only after the change',
  );

/** Returns what {@link deleteDayCalendar} would change, like {@link previewDays}. */
export function previewCalendarDeletion(ports: Ports) {
  return (caller: MemberCaller, id: DayCalendarId): Promise<EditPreview> =>
    previewFollowing(ports, caller, (scope) => beginCalendarDeletion(ports, scope, caller, id));
}

/**
 * Returns how series would change after a change of special days or of the first day of the week. Of many series,
 * only the first are included. `begin` returns the household if it changes the household.
 */
export async function previewFollowing(
  ports: Ports,
  caller: MemberCaller,
  begin: (scope: UnitOfWorkScope) => Promise<{ readonly household?: Household; readonly work: DaysWork }>,
): Promise<EditPreview> {
  const { date: today } = householdNow(caller, ports.clock);
  const { results, isComplete } = await dryRunWork(
    ports.unitOfWork,
    async (scope) => {
      const { household = caller.household, work } = await begin(scope);
      return { actor: { household, memberId: caller.memberId }, work: onlyVisible(work) };
    },
    async (scope, actor, work: DaysWork) => {
      const looked: Occurrence[] = [];
      const take = takeDaysStep(ports, ({ occurrences }) => void looked.push(...occurrences));
      const { left } = await take(scope, actor, work);
      const touched = listChanges(scope, caller);
      const open = looked.filter((row) => isVisibleTo(row, caller.memberId) && isToCome(row, today));
      return { left, result: previewPart(touched, open.filter(isUnchangedRow(touched)).length, today) };
    },
  );
  return { ...joinPreviews(results, 0), isComplete };
}

const isToCome = ({ status, deletedAt, date }: Occurrence, today: CivilDate) =>
  status === 'TODO' && deletedAt === null && date !== null && date >= today;

/**
 * Returns what {@link endPause} would change. The count `kept` contains the open occurrences on days of the pause,
 * from today on, that would not change. Of many series, only the first are included.
 */
export function previewPauseEnd(ports: Ports) {
  return async (caller: MemberCaller, id: PauseId): Promise<EditPreview> => {
    const { date: today } = householdNow(caller, ports.clock);
    const take = takeResumeStep(ports);
    const { results, isComplete } = await dryRunWork(
      ports.unitOfWork,
      async (scope) => {
        const work = await beginResume(ports, scope, caller, id);
        return { actor: caller, work: await onlyVisiblePaused(scope, caller, work) };
      },
      async (scope, actor, work) => {
        const { left } = await take(scope, actor, work);
        const touched = listChanges(scope, caller);
        const handled = new Set<string>(
          left === null
            ? work.seriesIds
            : work.seriesIds.slice(0, work.seriesIds.length - left.seriesIds.length),
        );
        const tasks = new Set<string>(
          work.taskIds.slice(0, work.taskIds.length - (left?.taskIds.length ?? 0)),
        );
        const isHeld = ({ id: row, seriesId, date }: Occurrence) =>
          date !== null &&
          coversDate(work.pause, date) &&
          (seriesId === null ? tasks.has(row) : handled.has(seriesId));
        const { from, to } = work.pause;
        const within = eachOpenOccurrence(ports, scope, caller, { from: from < today ? today : from, to });
        const isKept = isUnchangedRow(touched);
        const kept = await countRows(within, (row) => isHeld(row) && isKept(row));
        return { left, result: previewPart(touched, kept, today) };
      },
    );
    return { ...joinPreviews(results, 0), isComplete };
  };
}

/**
 * Returns the work without series and tasks that are hidden from the caller. A pause that another member created may
 * contain such series and tasks.
 */
async function onlyVisiblePaused(
  { series, occurrences }: Pick<UnitOfWorkScope, 'series' | 'occurrences'>,
  { household, memberId }: MemberCaller,
  work: PauseWork,
): Promise<PauseWork> {
  const heldSeries = await series.findAll(household.id, work.seriesIds);
  const heldTasks = await occurrences.findAllForUpdate(household.id, work.taskIds, memberId);
  const visibleIds = new Set<string>([
    ...heldSeries.filter((one) => isSeriesVisibleTo(one, memberId)).map(({ id }) => id),
    ...heldTasks.flatMap((one) => one?.id ?? []),
  ]);
  const isVisible = (id: string) => visibleIds.has(id);
  return { ...work, seriesIds: work.seriesIds.filter(isVisible), taskIds: work.taskIds.filter(isVisible) };
}
