import type { RuleDate } from '../recurrence/expand.js';
import { NOBODY_AWAY, samePeople, sameTurn, type Turn } from '../rotation/away.js';
import { type NextOccurrence, continueTurns, startTurns } from '../rotation/continue-turns.js';
import { findSwappedTurn, findTurn } from '../rotation/find-turn.js';
import { responsible } from '../rotation/responsible.js';
import { type Rotation, namedMembers, rotationWithout } from '../rotation/rotation.js';
import { type Segment, segmentAt } from '../rotation/segment.js';
import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import { whoStays } from '../tasks/departure.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { type Begun, END_OF_CALENDAR, firstDate, isRule, seriesDates } from './dates.js';
import { turnDates } from './turn-dates.js';
import { NOTHING_TO_DO, type RowChange, type SeriesPlan, change, toSeriesRow } from './plan.js';
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
  series: Pick<SeriesState, 'segments' | 'recurrence' | 'start' | 'startIndex'>,
  index: number,
  date: CivilDate,
  context: Pick<PlanContext, 'firstDayOfWeek' | 'away'>,
): Turn {
  return findTurn({ segments: series.segments, dates: turnDates(series) }, index, date, context);
}

/** The turn of a row that may be replanned. Who is away on the day of what waits for a date, nobody knows. */
export function turnOfRow(series: SeriesState, row: SeriesRow, context: PlanContext): Turn {
  const { seriesIndex, date, originalDate } = row;
  if (date === null) return turnIn(series, seriesIndex, originalDate, withNobodyAway(context));
  return turnIn(series, seriesIndex, date, context);
}

export function withNobodyAway<C extends Pick<PlanContext, 'away'>>(context: C): C {
  return { ...context, away: NOBODY_AWAY };
}

/**
 * The turns again, after a change of members or absences: only open, future rows that nobody changed on their own,
 * and of those only the ones whose people really differ, or whom they replace. Of a series that has ended none.
 */
export function planTurns(series: SeriesState, rows: readonly SeriesRow[], context: PlanContext): SeriesPlan {
  if (series.ended) return NOTHING_TO_DO;
  const changed = rows.flatMap((row) => {
    const turn = isSwapped(row, context)
      ? swappedTurn(series, row, context)
      : isReplannable(row, series, context)
        ? turnOfRow(series, row, context)
        : null;
    return turn === null || sameTurn(turn, row) ? [] : [change(row, turn)];
  });
  return { ...NOTHING_TO_DO, change: changed };
}

/** Whether somebody has it by a swap that nobody has touched since, and it is to come. */
function isSwapped(row: SeriesRow, { today }: PlanContext): boolean {
  return row.swappedTo !== null && isOpen(row) && row.date !== null && row.date >= today;
}

/** Whose turn a swapped one is, absences included; as long as its holders are there, the rule's people gave it away. */
function swappedTurn(series: SeriesState, row: SeriesRow, context: PlanContext) {
  const { seriesIndex: index, date, swappedTo } = row;
  if (date === null || swappedTo === null) return null;
  const turn = findSwappedTurn(series, index, date, swappedTo, context.away);
  if (turn.turnReason === 'AWAY') return turn;
  const { turnOf, responsibleMemberIds } = turnIn(series, index, date, context);
  return { ...turn, turnOf: turnOf ?? responsibleMemberIds };
}

/**
 * An occurrence that is to do again, with the people that what happened meanwhile leaves it: those whom the rule names
 * today, absences included; of one that is past, was changed on its own, or whose series has ended, those of its people
 * who are `members` still.
 * `series`: its own, as it is now.
 */
export function toDoAgain(
  occurrence: Occurrence,
  series: SeriesState | null,
  members: ReadonlySet<MemberId>,
  context: PlanContext,
): Occurrence {
  const row = toSeriesRow(occurrence);
  if (series !== null && !series.ended && row !== null && isReplannable(row, series, context)) {
    const turn = turnOfRow(series, row, context);
    return sameTurn(turn, occurrence) ? occurrence : { ...occurrence, ...turn };
  }
  const isMember = (id: MemberId) => members.has(id);
  if (occurrence.responsibleMemberIds.every(isMember)) return occurrence;
  return { ...occurrence, ...whoStays(occurrence, isMember) };
}

/**
 * The first dates that a series would have, with their turns. Of one after completion only the first is known. `to`
 * is not included.
 */
export function upcomingTurns(
  { recurrence, start, season }: Begun,
  rotation: Rotation,
  { from = start, to = END_OF_CALENDAR, limit }: { from?: CivilDate; to?: CivilDate; limit: number },
  context: Pick<PlanContext, 'firstDayOfWeek' | 'away'>,
): readonly (RuleDate & Turn)[] {
  const segments = [{ fromIndex: 0, anchorDate: start, rotation }];
  const dates = isRule(recurrence)
    ? seriesDates({ recurrence, start, startIndex: 0, endsBefore: null, season }, from, to)
    : [{ date: start, index: 0 }];
  const upcoming: (RuleDate & Turn)[] = [];
  for (const one of dates) {
    const { date, index } = one;
    upcoming.push({
      ...one,
      ...turnIn({ segments, recurrence, start, startIndex: 0 }, index, date, context),
    });
    if (upcoming.length === limit) break;
  }
  return upcoming;
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
  const current = series.segments.at(-1)?.rotation;
  const taken = withoutMember(series, rows, member, context);
  if (current === undefined || !namedMembers(current).has(member)) return { ...NOTHING_TO_DO, change: taken };
  const row = replannableRows(series, rows, context)[0];
  const coming = firstDate(series, series.horizon);
  const index = row?.seriesIndex ?? coming?.index ?? series.nextIndex;
  const date = row?.originalDate ?? coming?.date ?? context.today;
  const next = { index, dueDate: date, date };
  const rotation = rotationWithout(current, member);
  const segments = continueTurns(series.segments, next, rotation, context.firstDayOfWeek);
  const given = new Set(taken.map(({ id }) => id));
  const staying = rows.filter(({ id }) => !given.has(id));
  return {
    ...NOTHING_TO_DO,
    series: { segments },
    change: [...planTurns({ ...series, segments }, staying, context).change, ...taken],
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
      const swappedTo = row.swappedTo?.includes(member) ? null : row.swappedTo;
      const people = { responsibleMemberIds, ...(swappedTo !== row.swappedTo && { swappedTo }) };
      return change(row, unassigned ? { ...people, turnReason: null } : people);
    });
}
