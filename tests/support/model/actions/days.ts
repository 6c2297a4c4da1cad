import type { PauseRequest } from '../../../../application/days/pauses.js';
import type { MemberCaller } from '../../../../application/shared/caller.js';
import type { CalendarDay } from '../../../../domain/days/calendar.js';
import type { PauseMode } from '../../../../domain/days/pause.js';
import { SHIFT_THEN, SHIFT_WHEN, type Shift } from '../../../../domain/days/shift.js';
import { addDays, type CivilDate } from '../../../../domain/shared/civil-date.js';
import { ALL } from '../../application/home.js';
import type { Village } from '../village.js';
import { as, choose, membersOf, NOTHING, pick, somebody, today, type Action, type Draw } from './action.js';

/**
 * Returns a random setting for how a chore avoids the days of the day calendars, or null if there are no
 * calendars.
 */
export async function shiftOf(
  { useCases }: Village,
  caller: MemberCaller,
  { which, other, how }: Pick<Draw, 'which' | 'other' | 'how'>,
): Promise<Shift | null> {
  const calendars = await useCases.listDayCalendars(caller);
  const calendarIds = calendars.slice(which % Math.max(calendars.length, 1)).map(({ id }) => id);
  if (calendarIds.length === 0) return null;
  return {
    calendarIds,
    when: choose([...SHIFT_WHEN], how),
    then: choose([...SHIFT_THEN], other),
    restDays: choose([[], ['su'], ['sa', 'su']], other + how),
  };
}

/**
 * Returns random days for a calendar: single days, several days in a row, and sometimes more days in a row
 * than a date can be postponed by.
 */
export function daysFrom(first: CivilDate, { which, other, how }: Draw): CalendarDay[] {
  const from = (days: number) => addDays(first, days);
  return [
    { from: from(which % 12), to: from((which % 12) + (how % 4)), name: 'Feast' },
    { from: from(10 + (other % 20)), to: from(10 + (other % 20)), name: 'Strike' },
    ...(how % 5 === 0 ? [{ from: from(30), to: from(60), name: 'Summer' }] : []),
  ].slice(how % 3);
}

async function pauseOf(village: Village, caller: MemberCaller, draw: Draw): Promise<PauseRequest> {
  const { which, other, how } = draw;
  const { rows } = await village.useCases.listSeries(caller, ALL);
  const some = rows.filter((_one, place) => (place + which) % 3 !== 0).map(({ series }) => series.id);
  const from = addDays(today(caller, village), which % 12);
  const mode = choose<PauseMode>(['skip', 'later', 'assign'], how);
  return {
    from,
    to: other % 5 === 0 ? null : addDays(from, other % 19),
    seriesIds: other % 2 === 0 || some.length === 0 ? null : some,
    mode,
    assignTo: mode === 'assign' ? await somebody(village, draw) : null,
    note: null,
  };
}

export const DAYS_ACTIONS = {
  'shift by days': as((village, caller, { which, other, how }) =>
    village.useCases.shiftByDays(caller, {
      days: choose([7, 1, -3, 30, -20], which),
      from: addDays(today(caller, village), other % 25),
      what: { kind: 'all' },
      oneOff: how % 2 === 0,
    }),
  ),
  pause: as(async (village, caller, draw) =>
    village.useCases.createPause(caller, await pauseOf(village, caller, draw)),
  ),
  'preview a pause': as(async (village, caller, draw) =>
    village.useCases.previewPause(caller, await pauseOf(village, caller, draw)),
  ),
  'end a pause': as(async ({ useCases }, caller, { which }) => {
    const pause = pick(await useCases.listPauses(caller), which);
    return pause === undefined ? NOTHING : useCases.endPause(caller, pause.id);
  }),
  'keep a day calendar': as(async (village, caller, draw) => {
    const { useCases } = village;
    const calendar = pick(await useCases.listDayCalendars(caller), draw.whom);
    if (calendar !== undefined && draw.which % 4 === 0)
      return useCases.deleteDayCalendar(caller, calendar.id);
    const ignored = draw.other % 2 === 0 ? ['Strike'] : [];
    if (calendar !== undefined && draw.which % 4 === 1)
      return useCases.editDayCalendar(caller, calendar.id, { ignored });
    const days = daysFrom(today(caller, village), draw);
    return useCases.createDayCalendar(caller, { name: 'Closing days', days, ignored, url: null });
  }),
  'set its days': as(async (village, caller, draw) => {
    const { useCases } = village;
    const calendar = pick(await useCases.listDayCalendars(caller), draw.whom);
    if (calendar === undefined) return NOTHING;
    return useCases.setDays(caller, calendar.id, daysFrom(today(caller, village), draw));
  }),
  'add an absence': as(async (village, caller, draw) => {
    const { which, other, how } = draw;
    const from = addDays(today(caller, village), (which % 15) - 2);
    const to = how % 2 === 0 ? null : addDays(from, other % 9);
    return village.useCases.addAbsence(caller, await somebody(village, draw), { from, to });
  }),
  'change an absence': as(async (village, caller, { which, other, how }) => {
    const absence = await someAbsence(village, which);
    if (absence === undefined) return NOTHING;
    if (how % 4 === 0) return village.useCases.removeAbsence(caller, absence.of, absence.id);
    const to = addDays(today(caller, village), (other % 14) - 1);
    return village.useCases.editAbsence(caller, absence.of, absence.id, choose([{ to }, { to: null }], how));
  }),
} as const satisfies Record<string, Action>;

async function someAbsence(village: Village, which: number) {
  const absences = (await membersOf(village)).flatMap(({ id: of, awayPeriods }) =>
    awayPeriods.map(({ id }) => ({ of, id })),
  );
  return pick(absences, which);
}
