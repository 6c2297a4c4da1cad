import { coversDate, type SeriesPause } from '../days/pause.js';
import { sameTurn } from '../rotation/away.js';
import type { CivilDate } from '../shared/civil-date.js';
import { sameJson } from '../shared/json.js';
import { END_OF_CALENDAR, isRule, postponedUntil, seriesDates } from './dates.js';
import { changedFields, planEditAll } from './edit-many.js';
import { forgetPauses, withRecordedIndexes, recomputePause, recomputePauses } from './recompute-pauses.js';
import { toRowChange, NOTHING_TO_DO, type RowChange, type SeriesPlan } from './plan.js';
import {
  isMovable,
  isRowOpen,
  isReplannable,
  type PlanContext,
  type SeriesRow,
  type SeriesState,
} from './series.js';
import { findReassignment } from '../tasks/reassignment.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { WITHOUT_DATE } from './shifted-rows.js';
import { turnOfRow } from './turns.js';

/**
 * Plans a series for a new set of pauses. Pauses that ended long ago are removed. Open rows that nobody changed on
 * their own move to their new dates and get their new turns.
 *
 * @param rows the same rows as for an edit with scope `all`
 */
export function planPauses(
  series: SeriesState,
  rows: readonly SeriesRow[],
  pauses: readonly SeriesPause[],
  context: PlanContext,
): SeriesPlan {
  if (sameJson(pauses, series.pauses)) return NOTHING_TO_DO;
  if (series.ended) return { ...NOTHING_TO_DO, series: { pauses } };
  const known = forgetPauses(series, rows, context);
  const forgotten = new Set(series.pauses.filter((one) => !known.pauses.includes(one)));
  const left = pauses.filter((one) => !forgotten.has(one));
  const plan = planHeld(known, rows, left, context);
  return { ...plan, series: { ...changedFields(series, known), ...plan.series } };
}

function planHeld(
  series: SeriesState,
  rows: readonly SeriesRow[],
  pauses: readonly SeriesPause[],
  context: PlanContext,
): SeriesPlan {
  if (!isRule(series.recurrence)) return planAfterCompletion(series, rows, pauses, context);
  const staying = rows.filter((row) => !isMovable(row, series, context));
  const before = new Map<SeriesPause['id'], SeriesState>();
  recomputePauses(series, (known, pause) => {
    before.set(pause.id, known);
    return pause;
  });
  const findPause = (known: SeriesState, pause: SeriesPause) => {
    const knownBefore = before.get(pause.id);
    if (knownBefore === undefined || pause.from < context.today) return pause;
    return recomputePause(knownBefore, known, pause, staying, context.today);
  };
  const recomputed = recomputePauses({ ...series, pauses }, findPause);
  const planned = planEditAll(series, rows, null, { pauses: recomputed }, context);
  return planned.kind === 'plan' ? planned.plan : NOTHING_TO_DO;
}

/**
 * Moves the open occurrence of a series that repeats after completion to its date under the new pauses (see {@link
 * postponedUntil}). If a pause has no end, the occurrence loses its date until the pause ends. An occurrence that
 * somebody ticked or changed keeps its date.
 */
function planAfterCompletion(
  series: SeriesState,
  rows: readonly SeriesRow[],
  pauses: readonly SeriesPause[],
  context: PlanContext,
): SeriesPlan {
  const paused = { ...series, pauses };
  const changed = rows.flatMap((row): RowChange[] => {
    if (!isReplannable(row, series, context)) return [];
    const { originalDate, isTouched } = row;
    const [before, date] = [postponedUntil(series, originalDate), postponedUntil(paused, originalDate)];
    const stays = isTouched || before === date || (row.date !== before && row.dateReason === null);
    if (stays) {
      const turn = turnOfRow(paused, row, context);
      return sameTurn(turn, row) ? [] : [toRowChange(row, turn)];
    }
    const { time, allDay } = series.template;
    const when = date === null ? WITHOUT_DATE : { date, content: { time, allDay } };
    const turn = turnOfRow(paused, { ...row, date }, context);
    return [toRowChange(row, { originalDate, ...when, ...(sameTurn(turn, row) ? {} : turn) })];
  });
  return { ...NOTHING_TO_DO, series: { pauses }, change: changed };
}

/**
 * Returns a new pause in the form that the series stores. A pause of mode `later` postpones the dates within it.
 * Those at its beginning whose rows were already done, ticked or changed keep their dates, and the pause stores their
 * indexes.
 */
export function pauseOf(
  series: SeriesState,
  rows: readonly SeriesRow[],
  pause: SeriesPause,
  context: PlanContext,
): SeriesPause {
  if (pause.mode !== 'later' || !isRule(series.recurrence)) return pause;
  const { until } = series.recurrence;
  const staying = rows.filter((row) => !isMovable(row, series, context));
  const indexes = new Set(staying.map(({ seriesIndex }) => seriesIndex));
  return {
    ...withRecordedIndexes(series, pause, ({ index }) => indexes.has(index), context.today),
    ...(until !== undefined && { until }),
  };
}

/** How a plan changes one row, for the summary shown to members. */
export type MovedTurn = {
  readonly row: SeriesRow;
  /**
   * The new date. null means that the row is removed, that its new date is too far ahead to have a row yet (see
   * HORIZON_DAYS), or that it is unknown because a pause has no end.
   */
  readonly date: CivilDate | null;
  readonly responsibleMemberIds: SeriesRow['responsibleMemberIds'];
  readonly did: 'removed' | 'moved' | 'reassigned';
};

/**
 * Returns the coming rows that a pause changed, each with what happened to it.
 *
 * @param written the rows that the plan changed, as they are now; null if a row was removed
 */
export function listMovedTurns(
  series: SeriesState,
  rows: readonly SeriesRow[],
  plan: SeriesPlan,
  mode: SeriesPause['mode'],
  written: ReadonlyMap<
    SeriesRow['id'],
    Pick<Occurrence, 'date' | 'responsibleMemberIds' | 'turnReason' | 'turnOf'> | null
  >,
  context: PlanContext,
): readonly MovedTurn[] {
  const removed = new Set(plan.remove.map(({ id }) => id));
  const left = mode === 'later' ? indexesLeft({ ...series, ...plan.series }, rows, removed, context) : null;
  const coming = rows.filter((row) => row.date !== null && isReplannable(row, series, context));
  return coming.flatMap((row): MovedTurn[] => {
    const now = written.get(row.id);
    if (now === null) return [{ row, date: null, did: 'removed', ...peopleOf(row) }];
    if (removed.has(row.id)) {
      const did = left?.has(row.seriesIndex) === true ? 'moved' : 'removed';
      return [{ row, date: null, did, ...peopleOf(row) }];
    }
    if (now === undefined) return [];
    if (now.date !== row.date) return [{ row, date: now.date, did: 'moved', ...peopleOf(now) }];
    return sameTurn(now, row) ? [] : [{ row, date: row.date, did: 'reassigned', ...peopleOf(now) }];
  });
}

/**
 * Returns the indexes up to the last removed row that still have a date, even if that date is too far ahead
 * to have a row yet. An index without a date is beyond the end of the series. A pause without an end is
 * ignored, because the postponed dates exist again after it.
 */
function indexesLeft(
  series: SeriesState,
  rows: readonly SeriesRow[],
  removed: ReadonlySet<SeriesRow['id']>,
  { today }: PlanContext,
): ReadonlySet<number> {
  const indexes = rows.flatMap(({ id, seriesIndex }) => (removed.has(id) ? seriesIndex : []));
  const last = Math.max(-1, ...indexes);
  const ending = { ...series, pauses: series.pauses.filter(({ to }) => to !== null) };
  const left = new Set<number>();
  for (const { index } of seriesDates(ending, today, END_OF_CALENDAR)) {
    if (index > last) break;
    left.add(index);
  }
  return left;
}

const peopleOf = ({ responsibleMemberIds }: Pick<SeriesRow, 'responsibleMemberIds'>) => ({
  responsibleMemberIds,
});

/**
 * Returns the open rows within a pause that the pause does not change, because somebody ticked, changed or reassigned
 * them.
 */
export function listKept(
  series: SeriesState,
  rows: readonly SeriesRow[],
  pause: SeriesPause,
  context: PlanContext,
): readonly SeriesRow[] {
  return rows.filter(
    (row) =>
      isRowOpen(row) &&
      row.date !== null &&
      coversDate(pause, row.date) &&
      (!isMovable(row, series, context) || findReassignment(row) !== null),
  );
}
