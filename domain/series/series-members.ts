import { continueTurns } from '../rotation/continue-turns.js';
import { membersOf, rotationWith, rotationWithout, type Rotation } from '../rotation/rotation.js';
import type { MemberId } from '../shared/ids.js';
import type { PlanContext, SeriesRow, SeriesState } from './series.js';
import { firstDate } from './series-dates.js';
import { change, NOTHING_TO_DO, type RowChange, type SeriesPlan } from './series-plan.js';
import { isOpen, isReplannable, replannableRows } from './series-rows.js';
import { replanTurns } from './series-turns.js';

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
