import type { RuleDate } from '../recurrence/expand.js';
import { type Turn, turnOf } from '../rotation/away.js';
import { type NextOccurrence, continueTurns, startTurns } from '../rotation/continue-turns.js';
import { responsible } from '../rotation/responsible.js';
import { type Rotation, membersOf, rotationWith, rotationWithout } from '../rotation/rotation.js';
import { type Segment, segmentAt } from '../rotation/segment.js';
import { addDays, type CivilDate, type Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import { END_OF_CALENDAR, firstDate, isRule, seriesDates } from './dates.js';
import { NOTHING_TO_DO, type RowChange, type SeriesPlan, change } from './plan.js';
import {
  type PlanContext,
  type SeriesRow,
  type SeriesState,
  isOpen,
  isReplannable,
  replannableRows,
} from './series.js';

/** Whose turn it is at that index and date, absences included. */
export function turnIn(
  series: Pick<SeriesState, 'segments'>,
  index: number,
  date: CivilDate,
  context: PlanContext,
): Turn {
  return turnOf(series.segments, index, date, context.firstDayOfWeek, context.away);
}

/**
 * The turns again, after a change of members or absences: only open, future rows that nobody changed on their own,
 * and of those only the ones whose people really differ.
 */
export function replanTurns(
  series: SeriesState,
  rows: readonly SeriesRow[],
  context: PlanContext,
): readonly RowChange[] {
  return rows.flatMap((row) => {
    if (!isReplannable(row, series, context) || row.date === null) return [];
    const turn = turnIn(series, row.seriesIndex, row.date, context);
    return samePeople(turn.responsibleMemberIds, row.responsibleMemberIds) ? [] : [change(row, turn)];
  });
}

/** {@link replanTurns} as a plan: what an edited absence changes. */
export function planTurns(series: SeriesState, rows: readonly SeriesRow[], context: PlanContext): SeriesPlan {
  return { ...NOTHING_TO_DO, change: replanTurns(series, rows, context) };
}

/**
 * The segments after an edit. A rotation whose offset somebody changed begins as it is written; with any other, and
 * when only the dates moved, whoever is due next stays due.
 */
export function segmentsAfter(
  segments: readonly Segment[],
  next: NextOccurrence,
  rotation: Rotation | undefined,
  firstDayOfWeek: Weekday,
): readonly Segment[] {
  const current = segmentAt(segments, next.index)?.rotation;
  if (rotation !== undefined) {
    const restarts =
      current?.kind === 'turns' && rotation.kind === 'turns' && current.offset !== rotation.offset;
    const anew = restarts ? startTurns : continueTurns;
    return anew(segments, next, rotation, firstDayOfWeek);
  }
  // A roster names people by weekday, a fixed rotation by name: there the date decides, or nothing does.
  if (current?.kind !== 'turns') return segments;
  const due = responsible(segments, next.index, next.dueDate, firstDayOfWeek);
  const now = responsible(segments, next.index, next.date, firstDayOfWeek);
  return samePeople(due, now) ? segments : continueTurns(segments, next, current, firstDayOfWeek);
}

export function samePeople(one: readonly MemberId[], other: readonly MemberId[]): boolean {
  return one.length === other.length && one.every((member) => other.includes(member));
}

/**
 * A member leaves: the turns go on without them from the first unfinished future occurrence, where whoever is due
 * next (or the leaver's successor) comes first. From open rows that are not planned again (exceptions, overdue
 * ones) they alone are taken, which may leave those unassigned. Finished rows keep their names.
 */
export function planMemberLeft(
  series: SeriesState,
  rows: readonly SeriesRow[],
  member: MemberId,
  context: PlanContext,
): SeriesPlan {
  const plan = planRotation(series, rows, (rotation) => rotationWithout(rotation, member), context);
  return { ...plan, change: [...plan.change, ...withoutMember(series, rows, member, context)] };
}

/** A member joins the turns: at the end of the order, past turns unchanged. */
export function planMemberJoined(
  series: SeriesState,
  rows: readonly SeriesRow[],
  member: MemberId,
  context: PlanContext,
): SeriesPlan {
  return planRotation(series, rows, (rotation) => rotationWith(rotation, member), context);
}

function planRotation(
  series: SeriesState,
  rows: readonly SeriesRow[],
  edit: (rotation: Rotation) => Rotation,
  context: PlanContext,
): SeriesPlan {
  const current = series.segments.at(-1)?.rotation;
  const rotation = current && edit(current);
  if (current === undefined || rotation === undefined) return NOTHING_TO_DO;
  const [before, after] = [membersOf(current), membersOf(rotation)];
  if (before.size === after.size) return NOTHING_TO_DO;
  const row = replannableRows(series, rows, context)[0];
  const coming = firstDate(series, series.horizon);
  const index = row?.seriesIndex ?? coming?.index ?? series.nextIndex;
  const date = row?.originalDate ?? coming?.date ?? context.today;
  const next = { index, dueDate: date, date };
  const segments = continueTurns(series.segments, next, rotation, context.firstDayOfWeek);
  return {
    ...NOTHING_TO_DO,
    series: { segments },
    change: replanTurns({ ...series, segments }, rows, context),
  };
}

function withoutMember(
  series: SeriesState,
  rows: readonly SeriesRow[],
  member: MemberId,
  context: PlanContext,
): readonly RowChange[] {
  return rows
    .filter((row) => isOpen(row) && !isReplannable(row, series, context))
    .filter((row) => row.responsibleMemberIds.includes(member))
    .map((row) => {
      const responsibleMemberIds = row.responsibleMemberIds.filter((id) => id !== member);
      const unassigned = responsibleMemberIds.length === 0;
      return change(row, unassigned ? { responsibleMemberIds, turnReason: null } : { responsibleMemberIds });
    });
}

/** The next dates and their turns, beyond the horizon too: a yearly series has no row yet for most of the year. */
export function upcomingDates(
  series: SeriesState,
  from: CivilDate,
  limit: number,
  context: PlanContext,
): readonly (RuleDate & Turn)[] {
  const found: (RuleDate & Turn)[] = [];
  if (series.ended || limit < 1) return found;
  const excluded = new Set(series.excludedDates);
  for (const { date, index } of seriesDates(series, from, END_OF_CALENDAR)) {
    if (!excluded.has(date)) found.push({ date, index, ...turnIn(series, index, date, context) });
    if (found.length === limit) break;
  }
  return found;
}

/**
 * The dates from today on. Of a series after completion only the open one is known: its horizon is the day after the
 * newest row.
 */
export function comingDates(series: SeriesState, limit: number, context: PlanContext): readonly CivilDate[] {
  if (series.ended) return [];
  if (!isRule(series.recurrence)) return [addDays(series.horizon, -1)];
  return upcomingDates(series, context.today, limit, context).map(({ date }) => date);
}
