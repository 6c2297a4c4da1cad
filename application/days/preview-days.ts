import type { CalendarDay } from '../../domain/days/calendar.js';
import { coversDate } from '../../domain/days/pause.js';
import { type EditPreview, joinPreviews, previewChanges, previewPart } from '../../domain/series/preview.js';
import type { DayCalendarId, PauseId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { rehearseWork } from '../bulk/bulk-work.js';
import { listOpen, listTouched, untouched } from '../series/touched.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { validationFailed } from '../shared/errors.js';
import { joining, rehearse } from '../shared/rehearse.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import type { Ports } from '../use-case-ports.js';
import { type CalendarEdit, deleteDayCalendar, editDayCalendar, setDays } from './manage-calendars.js';
import { takeResumeStep } from './pause-steps.js';
import { beginResume } from './pauses.js';

/*
 * What would become of dates if days were others: the change itself, in a transaction that is rolled back, with its errors.
 */

/** What {@link setDays} would do. Kept is what is to come of series that keep out of these days. */
export function previewDays(ports: Ports) {
  return (caller: MemberCaller, id: DayCalendarId, days: readonly CalendarDay[]): Promise<EditPreview> =>
    previewCalendar(ports, caller, id, (within) => setDays(within)(caller, id, days));
}

/** What {@link editDayCalendar} would do, kept as for {@link previewDays}; VALIDATION_FAILED for an address. */
export function previewCalendarEdit(ports: Ports) {
  return async (
    caller: MemberCaller,
    id: DayCalendarId,
    { url, ...edit }: CalendarEdit,
  ): Promise<EditPreview> => {
    if (url !== undefined) throw validationFailed([NOT_FETCHED]);
    return previewCalendar(ports, caller, id, (within) => editDayCalendar(within)(caller, id, edit));
  };
}

const NOT_FETCHED = {
  field: 'url',
  rule: 'dryRun',
  message: 'which days are there is known once they are fetched',
};

/** What {@link deleteDayCalendar} would do, kept as for {@link previewDays}. */
export function previewCalendarDeletion(ports: Ports) {
  return (caller: MemberCaller, id: DayCalendarId): Promise<EditPreview> =>
    previewCalendar(ports, caller, id, (within) => deleteDayCalendar(within)(caller, id));
}

function previewCalendar(
  ports: Ports,
  caller: MemberCaller,
  id: DayCalendarId,
  change: (within: Ports) => Promise<unknown>,
): Promise<EditPreview> {
  return rehearse(ports.unitOfWork, async (unit) => {
    await change(joining(ports, unit));
    const { date: today } = householdNow(caller, ports.clock);
    const watching = await listWatching(unit, caller, id);
    const open = watching.size === 0 ? [] : await listOpen(ports, unit, caller, { from: today });
    const theirs = open.filter(({ seriesId }) => seriesId !== null && watching.has(seriesId));
    const touched = listTouched(unit, caller);
    return previewChanges(touched, untouched(theirs, touched), today);
  });
}

/** The series that keep out of days of the calendar, or have until now. */
async function listWatching(
  { series, journal }: UnitOfWorkScope,
  { household }: MemberCaller,
  id: DayCalendarId,
) {
  const before = journal.entries().flatMap((entry) => (entry.kind === 'series' ? (entry.before ?? []) : []));
  const watching = [...before, ...(await series.withShift(household.id))].filter(({ shift }) =>
    shift?.calendarIds.includes(id),
  );
  return new Set(watching.map((one) => one.id));
}

/** What {@link endPause} would do. Kept is what lies within the pause, of what it holds. Of many series the first are looked at. */
export function previewPauseEnd(ports: Ports) {
  return async (caller: MemberCaller, id: PauseId): Promise<EditPreview> => {
    const { date: today } = householdNow(caller, ports.clock);
    const take = takeResumeStep(ports);
    const { results, isComplete } = await rehearseWork(
      ports.unitOfWork,
      async (scope) => ({ actor: caller, work: await beginResume(ports, scope, caller, id) }),
      async (scope, actor, work) => {
        const { left } = await take(scope, actor, work);
        const touched = listTouched(scope, caller);
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
        const open = await listOpen(ports, scope, caller, { from: from < today ? today : from, to });
        return { left, result: previewPart(touched, untouched(open.filter(isHeld), touched).length, today) };
      },
    );
    return { ...joinPreviews(results, 0), isComplete };
  };
}
