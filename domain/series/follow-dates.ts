import { sameTurn } from '../rotation/away.js';
import { isPlannedTurn } from '../tasks/occurrence.js';
import type { OccurrenceId } from '../shared/ids.js';
import { findReassignment } from '../tasks/reassignment.js';
import { newRows } from './horizon.js';
import type { Matches } from './match-rows.js';
import {
  placeOfDate,
  isMovable,
  isRowOpen,
  isReplannable,
  rowsBeside,
  type PlanContext,
  type SeriesRow,
  type SeriesState,
  type SeriesTemplate,
} from './series.js';
import {
  toRowChange,
  datesOfNewRow,
  toRowRef,
  type PlannedDate,
  type RowChange,
  type RowPatch,
  type SeriesPlan,
} from './plan.js';
import { placeChecker, type ReplannedSeries } from './replan.js';
import { planTurns, turnIn, turnWithoutDate } from './turns.js';

/** The changes to the rows of a series; changes of the series itself are not included. */
export type RowsPlan = Pick<SeriesPlan, 'create' | 'change' | 'remove'>;

export type Following = {
  /** The series before the change. */
  readonly before: SeriesState;
  readonly rows: readonly SeriesRow[];
  /**
   * The edited occurrence, which keeps a date as long as the series has any. null means that the edit does
   * not address a single occurrence.
   */
  readonly target?: OccurrenceId | null;
  /** The new content for every row that may be replanned. */
  readonly content?: Partial<SeriesTemplate>;
};

/**
 * Plans the rows of a series after its dates or turns have changed. The dates may have been moved by some days,
 * postponed by a pause, or replaced by those of another rule.
 *
 * - Every date has one row. A date without a row gets a new one.
 * - A row that may move (see {@link isMovable}) gets the date that matches it and the turn of that date. If no date
 *   matches, the row is removed.
 * - A row that may not move, for example because somebody ticked it, keeps its own date. The rule date that matches it
 *   becomes its original date, so that this date gets no second row.
 * - A date that matches a row in the trash gets no row either, because somebody deleted it.
 */
export function planRows(
  { before, rows, target = null, content = {} }: Following,
  { series, dates, matches }: ReplannedSeries,
  context: PlanContext,
): RowsPlan {
  const movable = rows.filter((row) => isMovable(row, before, context));
  const isTaken = placeChecker(series, rows, movable, matches);
  const free = dates.filter((date) => !isTaken(date));
  const { pairs, surplusRows, surplusDates } = pairRows(movable, free, matches, target);
  const kept = rowsBeside(rows, movable);
  return {
    create: newRows(series, surplusDates, context),
    change: [
      ...rowChanges(pairs, series, content, context),
      ...kept.flatMap((row) => keptChange(row, matches.get(row.id), { before, series, content, context })),
    ],
    remove: surplusRows.map(toRowRef),
  };
}

type Pair = readonly [SeriesRow, PlannedDate];

function pairRows(
  movable: readonly SeriesRow[],
  free: readonly PlannedDate[],
  matches: Matches,
  target: OccurrenceId | null,
) {
  const wanted = new Map(free.map((date) => [placeOfDate(date), date]));
  const pairs = new Map<PlannedDate, SeriesRow>();
  for (const row of movable) {
    const match = matches.get(row.id);
    const date = match && wanted.get(placeOfDate(match));
    if (date !== undefined) pairs.set(date, row);
  }
  const placed = new Set(pairs.values());
  const edited = movable.find((row) => row.id === target && !placed.has(row));
  if (edited !== undefined) {
    const place = free.find(({ date }) => date >= edited.originalDate) ?? free.at(-1);
    if (place !== undefined) pairs.set(place, edited);
  }
  const living = new Set(pairs.values());
  return {
    pairs: [...pairs].map(([date, row]): Pair => [row, date]),
    surplusRows: movable.filter((row) => !living.has(row)),
    surplusDates: free.filter((date) => !pairs.has(date)),
  };
}

type Keeping = {
  readonly before: SeriesState;
  readonly series: SeriesState;
  readonly content: Partial<SeriesTemplate>;
  readonly context: PlanContext;
};

/** Returns the change of a row that keeps its date. Returns an empty list if nothing changes. */
function keptChange(
  row: SeriesRow,
  at: PlannedDate | undefined,
  { before, series, content, context }: Keeping,
): readonly RowChange[] {
  const { index = row.seriesIndex, date = row.originalDate, time = null } = at ?? {};
  const place: RowPatch =
    at === undefined
      ? {}
      : {
          ...(index === row.seriesIndex ? {} : { seriesIndex: index }),
          ...(date === row.originalDate ? {} : { originalDate: date }),
          ...(time === row.originalTime ? {} : { originalTime: time }),
        };
  const now = { ...row, seriesIndex: index, originalDate: date, originalTime: time };
  const isFollowing = isReplannable(row, before, context);
  const isOfOtherTurn = index !== row.seriesIndex && isRowOpen(row) && isPlannedTurn(row);
  const set: RowPatch = {
    ...place,
    ...(isFollowing && Object.keys(content).length > 0 && { content }),
    ...turnPatch(now, isFollowing || isOfOtherTurn, series, context),
  };
  return Object.keys(set).length === 0 ? [] : [toRowChange(row, set)];
}

/**
 * Returns the new turn of a row. Members who got the turn by a swap or a rebalance keep it. Any other turn is
 * assigned by the rotation if `isByRule` is true, and otherwise stays.
 */
function turnPatch(row: SeriesRow, isByRule: boolean, series: SeriesState, context: PlanContext): RowPatch {
  if (findReassignment(row) !== null) return planTurns(series, [row], context).change[0]?.set ?? {};
  if (!isByRule || row.date === null) return {};
  const turn = turnIn(series, row.seriesIndex, row.originalDate, context, row.date);
  return sameTurn(turn, row) ? {} : turn;
}

/**
 * Returns the changes that move the row to the date `at` and give it the turn of that date and the edited `content`.
 * Returns null if nothing changes.
 */
function rowPatch(
  row: SeriesRow,
  at: PlannedDate,
  series: SeriesState,
  content: Partial<SeriesTemplate>,
  context: PlanContext,
): RowPatch | null {
  const { date, index, time = null, waits = false } = at;
  const isShifted = date === row.originalDate && row.dateReason !== null;
  const on = (isShifted ? row.date : null) ?? date;
  const turn = waits
    ? turnWithoutDate(series, index, date, context)
    : turnIn(series, index, date, context, on);
  const begins = row.date === null && !waits;
  const { date: dateNow, ...when } = datesOfNewRow(
    { originalDate: date, originalTime: time, waits },
    series.template,
  );
  const hasTimeEdit = 'time' in content || 'allDay' in content;
  const isOther = begins || time !== row.originalTime || ((time !== null || waits) && hasTimeEdit);
  const own = { ...content, ...(isOther && when) };
  const patch: RowPatch = {
    ...(index === row.seriesIndex ? {} : { seriesIndex: index }),
    ...(date === row.originalDate && !begins ? {} : { originalDate: date, date: dateNow }),
    ...(time === row.originalTime ? {} : { originalTime: time }),
    ...(sameTurn(turn, row) ? {} : turn),
    ...(Object.keys(own).length === 0 ? {} : { content: own }),
  };
  return Object.keys(patch).length === 0 ? null : patch;
}

function rowChanges(
  pairs: readonly Pair[],
  series: SeriesState,
  content: Partial<SeriesTemplate>,
  context: PlanContext,
): readonly RowChange[] {
  return pairs.flatMap(([row, date]) => {
    const patch = rowPatch(row, date, series, content, context);
    return patch === null ? [] : [toRowChange(row, patch)];
  });
}
