import type { CalendarDay } from '../../domain/days/calendar.js';
import { coversDate } from '../../domain/days/pause.js';
import { type EditPreview, previewChanges } from '../../domain/series/preview.js';
import type { DayCalendarId, PauseId } from '../../domain/shared/ids.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import { listOpen, listTouched, untouched } from '../series/touched.js';
import { householdNow, type MemberCaller } from '../shared/caller.js';
import { validationFailed } from '../shared/errors.js';
import { joining, rehearse } from '../shared/rehearse.js';
import type { UnitOfWorkScope } from '../shared/unit-of-work.js';
import type { Ports } from '../use-case-ports.js';
import { type CalendarEdit, deleteDayCalendar, editDayCalendar, setDays } from './manage-calendars.js';
import { endPause } from './pauses.js';

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

/** What {@link endPause} would do. Kept is what lies within the pause, of what it holds. */
export function previewPauseEnd(ports: Ports) {
  return (caller: MemberCaller, id: PauseId): Promise<EditPreview> =>
    rehearse(ports.unitOfWork, async (unit) => {
      await endPause(joining(ports, unit))(caller, id);
      const { date: today } = householdNow(caller, ports.clock);
      const held = listHeld(unit, id);
      const open = await listOpen(ports, unit, caller, { from: today });
      const within = open.filter(held);
      const touched = listTouched(unit, caller);
      return previewChanges(touched, untouched(within, touched), today);
    });
}

/** Whether an occurrence lies within the pause that has just ended, and is one of those that it held. */
function listHeld({ journal }: UnitOfWorkScope, id: PauseId): (row: Occurrence) => boolean {
  const entries = journal.entries();
  const [pause] = entries.flatMap((one) => (one.kind === 'pause' ? (one.before ?? []) : []));
  const series = new Set(
    entries.flatMap((one) =>
      one.kind === 'series' && one.before?.pauses.some((held) => held.id === id) ? one.before.id : [],
    ),
  );
  const tasks = new Set(pause?.tasks.map((one) => one.id));
  return ({ id: row, seriesId, date }) =>
    date !== null &&
    pause !== undefined &&
    coversDate(pause, date) &&
    (seriesId === null ? tasks.has(row) : series.has(seriesId));
}
