import { turnOf, type Turn } from '../rotation/away.js';
import { continueTurns, startTurns, type NextOccurrence } from '../rotation/continue-turns.js';
import type { Rotation } from '../rotation/rotation.js';
import { responsible } from '../rotation/responsible.js';
import { segmentAt, type Segment } from '../rotation/segment.js';
import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import type { PlanContext, SeriesRow, SeriesState } from './series.js';
import { isReplannable } from './series-rows.js';
import { change, NOTHING_TO_DO, type RowChange, type SeriesPlan } from './series-plan.js';

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
