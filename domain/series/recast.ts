import type { SeriesPause } from '../days/pause.js';
import { nextInSeason, type Season } from '../days/season.js';
import type { RuleDate } from '../recurrence/expand.js';
import { type Recurrence, withoutParts } from '../recurrence/rule.js';
import { type Rotation, UNASSIGNED } from '../rotation/rotation.js';
import { sameButDraws } from '../rotation/segment.js';
import { type CivilDate, addDays, laterDate, toDayNumber } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import { sameJson } from '../shared/same-json.js';
import { drawn } from './draw.js';
import {
  END_OF_CALENDAR,
  NO_DATE_IN_SEASON,
  beginRecurrence,
  endless,
  firstDate,
  isRule,
  movedRule,
  reaches,
  seriesDates,
  startAt,
  startBefore,
  toldBefore,
  freeDate,
} from './dates.js';
import {
  type MissedPolicy,
  type PlanContext,
  type SeriesRow,
  type SeriesState,
  type SeriesTemplate,
  isOpen,
  livingIndexes,
  replannableRows,
  type WhenAway,
} from './series.js';
import { freeIndex, horizonOn } from './horizon.js';
import { pausesAnew } from './later.js';
import { takenOf, timesOf, type Taken } from './places.js';
import { withTimes } from './edited-times.js';
import type { PlannedDate } from './plan.js';
import { segmentsAfter } from './turns.js';

/** What an edit asks of more than one occurrence, its rotation admitted. An absent field keeps. */
export type SeriesEdit = {
  readonly content?: Partial<SeriesTemplate>;
  /** A new date for the edited occurrence; beyond scope `this` the others move along. */
  readonly date?: CivilDate | null;
  readonly responsibleMemberIds?: readonly MemberId[];
  /** Validated. Null with scope `following` or `all`: from here on one task that does not repeat. */
  readonly recurrence?: Recurrence | null;
  /** Null: nobody in particular. */
  readonly rotation?: Rotation | null;
  readonly missed?: MissedPolicy;
  /** Null: all year. */
  readonly season?: Season | null;
  readonly whenAway?: WhenAway | null;
  /** All that hold it. */
  readonly pauses?: readonly SeriesPause[];
};

/** An edit that leaves a series a series. */
export type DatedEdit = Omit<SeriesEdit, 'recurrence'> & { readonly recurrence?: Recurrence };

/** An edit of more than one occurrence, worked out against the series. */
export type ResolvedEdit = {
  readonly content: Partial<SeriesTemplate>;
  /** What the edit leaves of the recurrence: the series' own when nothing about the dates changes. */
  readonly recurrence: Recurrence;
  /** A date of the new rule, which fixes the phase of its interval. */
  readonly anchor: CivilDate;
  /** By how many days the occurrences are moved when no new rule says otherwise. */
  readonly moved: { readonly from: CivilDate; readonly to: CivilDate } | null;
  /** No occurrence comes to lie before it; absent: but for today nothing holds them. */
  readonly notBefore?: CivilDate;
  /** How far the edit touches the dates: not at all, only where they end or the season, or altogether. */
  readonly dates: 'same' | 'boundsOnly' | 'new';
  readonly rotation: Rotation | undefined;
  readonly missed: MissedPolicy;
  readonly season: Season | null;
  readonly whenAway: WhenAway | null;
  readonly pauses: readonly SeriesPause[];
};

/** Works an edit with scope `following` or `all` out; `target` is the edited occurrence, null for the series. */
export function resolveEdit(
  series: SeriesState,
  edit: DatedEdit,
  target: SeriesRow | null,
  { firstDayOfWeek, today }: PlanContext,
): ResolvedEdit | Refusal {
  if (edit.date === null) return refusal('date', 'a series needs dates; send recurrence null to end it');
  const moved =
    target !== null && edit.date !== undefined && edit.date !== target.date
      ? { from: target.originalDate, to: edit.date }
      : null;
  const dated = wantedRecurrence(series.recurrence, edit.recurrence, moved);
  if (dated === null)
    return refusal('recurrence', 'the rule names several days: send the new rule with the date');
  const timed = withTimes(series, dated, edit, target);
  if ('problems' in timed) return timed;
  const { wanted, content } = timed;
  // Begun on the edited occurrence: its interval counts from the first date from there on.
  const season = edit.season === undefined ? series.season : edit.season;
  const isSeasonSame = sameJson(season, series.season);
  const whenAway = edit.whenAway === undefined ? series.whenAway : edit.whenAway;
  const { pauses: all = series.pauses } = edit;
  const pauses = whenAway === 'keep' ? all.filter(({ isNamed }) => isNamed) : all;
  const isReachSame = isSeasonSame && sameJson(pauses, series.pauses);
  const begun =
    wanted === series.recurrence && moved === null
      ? series
      : beginRecurrence(wanted, moved?.to ?? target?.originalDate ?? series.start, firstDayOfWeek, season);
  if ('problems' in begun) return begun;
  const recurrence = begun === series ? wanted : toldBefore(begun.recurrence, series.endsBefore);
  if (!isSeasonSame && isRule(recurrence)) {
    const dated = { ...series, recurrence, start: begun.start, season };
    if (firstDate(dated, laterDate(today, begun.start)) === null) return { problems: [NO_DATE_IN_SEASON] };
  }
  const changed = scopeOfChange(series.recurrence, recurrence);
  return {
    content,
    recurrence,
    anchor: begun.start,
    moved,
    dates: moved !== null ? 'new' : changed === 'same' && !isReachSame ? 'boundsOnly' : changed,
    rotation: rotationAfter(series, edit),
    missed: edit.missed ?? series.missed,
    season,
    whenAway,
    pauses,
  };
}

type Refusal = { readonly problems: readonly Problem[] };

function refusal(field: string, message: string): Refusal {
  return { problems: [{ field, rule: 'required', message }] };
}

function wantedRecurrence(
  old: Recurrence,
  wanted: Recurrence | undefined,
  moved: ResolvedEdit['moved'],
): Recurrence | null {
  if (wanted !== undefined) return wanted;
  return moved === null || !isRule(old) ? old : movedRule(old, moved.from, moved.to);
}

function scopeOfChange(old: Recurrence, wanted: Recurrence): ResolvedEdit['dates'] {
  if (sameJson(old, wanted)) return 'same';
  if (!isRule(old) || !isRule(wanted)) return 'new';
  return sameJson(endless(old), endless(wanted)) ? 'boundsOnly' : 'new';
}

/** Assigning more than one occurrence to somebody is a fixed rotation. */
function rotationAfter(series: SeriesState, edit: DatedEdit): Rotation | undefined {
  const { rotation, responsibleMemberIds: members } = edit;
  const wanted =
    rotation === undefined ? members && ({ kind: 'fixed', members } as const) : (rotation ?? UNASSIGNED);
  const current = series.segments.at(-1);
  if (wanted === undefined || current === undefined) return wanted;
  // What is drawn anew from the same people by the same rule is no edit.
  return sameButDraws([current], [{ ...current, rotation: wanted }]) ? undefined : wanted;
}

/** The series after an edit, and the free dates on which it wants a row. */
export type Recast = { readonly series: SeriesState; readonly dates: readonly PlannedDate[] };

/**
 * Lays an edit over a series. The first free date takes the index of the first row that may move, so that the
 * person who is due next stays the same, and the new rule counts on from there. Null when it gives no date: an
 * earlier end of the same rule may end a series, another rule may not.
 */
export function recast(
  series: SeriesState,
  rows: readonly SeriesRow[],
  edit: ResolvedEdit,
  context: PlanContext,
): Recast | null {
  const movable = replannableRows(series, rows, context);
  const next = movable[0] === undefined ? comingDate(series, context) : toPlannedDate(movable[0]);
  const edited: SeriesState = {
    ...series,
    recurrence: edit.recurrence,
    missed: edit.missed,
    season: edit.season,
    whenAway: edit.whenAway,
    pauses: edit.pauses,
    template: { ...series.template, ...edit.content },
  };
  const dated = withDates(series.recurrence, edited, rows, movable, edit, next, context);
  if (dated === null) return null;
  const first = dated.dates[0] ?? next;
  // Where only the season or the end changed, the dates between have used up their turns.
  const dueDate = edit.dates === 'boundsOnly' ? first.date : next.date;
  const at = { index: first.index, dueDate, date: first.date };
  const segments = segmentsAfter(series.segments, at, edit.rotation, context.firstDayOfWeek);
  const turned = { ...dated.series, segments };
  return { ...dated, series: { ...turned, segments: drawn(turned, context) } };
}

const toPlannedDate = ({ originalDate, originalTime, seriesIndex, date }: SeriesRow): PlannedDate => ({
  date: originalDate,
  index: seriesIndex,
  ...(originalTime !== null && { time: originalTime }),
  waits: date === null,
});

/** What comes next when no row is waiting: a series may have none within its horizon. */
function comingDate(series: SeriesState, { today }: PlanContext): RuleDate {
  return firstDate(series, series.horizon) ?? { date: today, index: series.nextIndex };
}

function withDates(
  before: Recurrence,
  series: SeriesState,
  rows: readonly SeriesRow[],
  movable: readonly SeriesRow[],
  edit: ResolvedEdit,
  next: RuleDate,
  context: PlanContext,
): Recast | null {
  if (edit.dates === 'same') return { series, dates: movable.map(toPlannedDate) };
  const isReached = ({ date }: RuleDate) => reaches(series, date);
  const kept = rows.filter((row) => !movable.includes(row));
  const taken = takenOf(series.recurrence, before, series.excludedDates, kept);
  if (!isRule(series.recurrence) && !isRule(before)) {
    const dates = movedDates(series, movable, edit, taken).filter(isReached);
    return { series: reachingTo(series, dates), dates };
  }
  if (!isRule(series.recurrence)) {
    const dates = openDate(series, rows, movable, edit, next, taken, context);
    if (!dates.every(isReached)) return null;
    const nextIndex = (dates[0]?.index ?? next.index - 1) + 1;
    return { series: { ...reachingTo(series, dates), nextIndex }, dates };
  }
  const living = livingIndexes(kept);
  const putOff = edit.dates === 'boundsOnly' ? movable.filter((row) => row.dateReason !== null) : [];
  const from = putOff.reduce(
    (first, { originalDate }) => (originalDate < first ? originalDate : first),
    earliest(series, movable, edit, context),
  );
  const rebased =
    edit.dates === 'new' ? rebase(series, edit.anchor, from, next.index, kept, taken, context) : series;
  if (rebased === null) return null;
  const first = edit.dates === 'new' ? rebased.start : from;
  const reached = isRule(before) ? series.horizon : laterDate(series.horizon, horizonOn(context.today));
  const isPaused = rebased.pauses.length > 0;
  const horizon = isPaused
    ? reached
    : laterDate(reached, addDays(firstDate(rebased, first)?.date ?? first, 1));
  const all = [...seriesDates(rebased, from, horizon)];
  const dates = all.filter((date) => !taken.has(date) && !living.has(date.index));
  return { series: { ...rebased, horizon, nextIndex: (all.at(-1)?.index ?? next.index - 1) + 1 }, dates };
}

/** The horizon of a series after completion is the day after the newest row. */
function reachingTo(series: SeriesState, dates: readonly RuleDate[]): SeriesState {
  const last = dates.at(-1);
  return last === undefined ? series : { ...series, horizon: addDays(last.date, 1) };
}

/** A series after completion keeps the occurrence that is open, or both when one was reopened. */
function movedDates(
  series: SeriesState,
  movable: readonly SeriesRow[],
  { moved }: ResolvedEdit,
  taken: Taken,
): readonly PlannedDate[] {
  const others = new Set([...taken.days, ...movable.map(({ originalDate }) => originalDate)]);
  const dateNow = (date: CivilDate) => {
    const wanted = nextInSeason(series.season, date === moved?.from ? moved.to : date);
    return wanted === date ? date : freeDate(series, wanted, others);
  };
  return movable.map(toPlannedDate).map(({ date, index, waits = false }) => {
    if (waits && date !== moved?.from) return { date, index, waits };
    return { date: dateNow(date), index };
  });
}

/** After completion there is one open occurrence: the one that was next, or a new one when there is none at all. */
function openDate(
  series: SeriesState,
  rows: readonly SeriesRow[],
  movable: readonly SeriesRow[],
  edit: ResolvedEdit,
  next: RuleDate,
  taken: Taken,
  { today }: PlanContext,
): readonly RuleDate[] {
  if (movable.length === 0 && rows.some(isOpen)) return [];
  const date = edit.moved?.to ?? (movable.length === 0 ? today : next.date);
  const index = movable.length === 0 ? freeIndex(next.index, rows) : next.index;
  return [{ date: freeDate(series, date, taken.days), index }];
}

/** No row comes to lie before today, before a series that has yet to begin, or before the first one moved. */
function earliest(
  series: SeriesState,
  movable: readonly SeriesRow[],
  { moved, notBefore }: ResolvedEdit,
  { today }: PlanContext,
): CivilDate {
  const first = movable[0]?.originalDate;
  if (moved === null || first === undefined) return laterDate(today, series.start);
  const begun = addDays(first, toDayNumber(moved.to) - toDayNumber(moved.from));
  return laterDate(laterDate(today, notBefore ?? today), begun);
}

/**
 * The series with its new rule begun on the first free date, which gets the index `index`, or that of an exception
 * still to come before it that lies on no date of the new rule, for which the exception stands; but none from before
 * what has been. Null when no date is left, for another series has begun, the count is used up, or all that the rule
 * gives are taken.
 */
function rebase(
  series: SeriesState,
  anchor: CivilDate,
  from: CivilDate,
  index: number,
  kept: readonly SeriesRow[],
  taken: Taken,
  { today }: PlanContext,
): SeriesState | null {
  if (!isRule(series.recurrence)) return null;
  const rule = withoutParts(series.recurrence, 'count');
  const start = startBefore(rule, anchor, from);
  // One that begins within a pause without an end waits for that, as any other does.
  const pauses = series.pauses.filter(({ to }) => to !== null && to >= from);
  const unbounded = { ...series, recurrence: rule, start, startIndex: 0, pauses };
  const isOfRule = (day: CivilDate) => firstDate(unbounded, day)?.date === day;
  const before = kept.filter((row) => !row.deleted && row.originalDate < from && row.seriesIndex < index);
  const last = Math.max(-1, ...before.map(({ seriesIndex }) => seriesIndex));
  const standing = kept.filter(
    (row) =>
      isOpen(row) &&
      row.isException &&
      row.originalDate >= from &&
      row.seriesIndex > last &&
      !isOfRule(row.originalDate),
  );
  const startIndex = Math.min(index, ...standing.map(({ seriesIndex }) => seriesIndex));
  if (startIndex >= (series.recurrence.count ?? Infinity)) return null;
  // What is due within one after which it comes is begun with, so that its end is as much later.
  const begunWithin = { ...unbounded, pauses: pauses.filter(({ mode }) => mode !== 'later') };
  for (const place of seriesDates(begunWithin, from, END_OF_CALENDAR)) {
    if (taken.has(place)) continue;
    const { date, time } = place;
    // What comes before it on its day has used up its turns.
    const nth = time === undefined ? 0 : timesOf(rule).indexOf(time);
    const begun = { ...series, start: startAt(rule, start, date), startIndex: Math.max(0, startIndex - nth) };
    const staying = new Set(kept.map(({ seriesIndex }) => seriesIndex));
    return { ...begun, pauses: pausesAnew(begun, staying, today) };
  }
  return null;
}
