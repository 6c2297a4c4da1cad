import type { SeriesPause } from '../days/pause.js';
import type { DifferentDays } from '../days/shift.js';
import type { Recurrence } from '../recurrence/rule.js';
import { namedMembers } from '../rotation/rotation.js';
import type { Problem } from '../shared/problem.js';
import { personalProblems } from '../tasks/task-visibility.js';
import type { AwayPeriods } from '../rotation/away.js';
import { equalExceptDraws, type Segment } from '../rotation/segment.js';
import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { HouseholdId, MemberId, SeriesId, TaskId } from '../shared/ids.js';
import { civilMomentAt, type Instant } from '../shared/zone.js';
import type { Household } from '../households/household.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { TaskContent } from '../tasks/content.js';
import type { Occurrence, TurnFields } from '../tasks/occurrence.js';
import type { RuleDate } from '../recurrence/expand.js';
import type { TaskDraft } from '../tasks/draft.js';

/**
 * The place of a row in its series: a date of the rule or, if the rule has several times a day, a date and a
 * time. Places sort as text in order of time, and a date sorts before its times.
 */
export type SeriesPlace = CivilDate | (string & { readonly __timed: true });

/** The fields of a row that determine its place. */
type Placed = { readonly originalDate: CivilDate; readonly originalTime: CivilTime | null };

export function placeAt(date: CivilDate, time: CivilTime | null = null): SeriesPlace {
  return time === null ? date : (`${date}T${time}` as SeriesPlace);
}

export function placeOfDate({ date, time }: Pick<RuleDate, 'date' | 'time'>): SeriesPlace {
  return placeAt(date, time);
}

export function placeOfRow({ originalDate, originalTime }: Placed): SeriesPlace {
  return placeAt(originalDate, originalTime);
}

/** Returns true if somebody deleted this date, or the whole day of a date with a time. */
export function isExcluded(excluded: readonly SeriesPlace[], { date, time }: RuleDate): boolean {
  return excluded.includes(date) || (time !== undefined && excluded.includes(placeAt(date, time)));
}

/** The content that a new occurrence gets from its series. Its checklist starts unticked. */
export type SeriesTemplate = TaskContent & {
  /** The titles of the checklist items, in order. */
  readonly checklist: readonly string[];
};

/** The state of a series that planning works on. */
export type SeriesState = Pick<TaskDraft, 'missed' | 'season' | 'shift' | 'whenAway'> & {
  /**
   * The recurrence in canonical form: a part that RFC 5545 derives from the start date, such as the weekday,
   * is written out.
   */
  readonly recurrence: Recurrence;
  /**
   * The first date of the current rule. If a short month moved that date forward (31 April becomes 1 May), it is the
   * day before.
   */
  readonly start: CivilDate;
  /**
   * The index of `start`. It is 0 until the rule is replaced or starts again after a pause. Then the index
   * continues where the old rule stopped, so that existing occurrences keep their index. The `count` of the
   * rule is the number of all occurrences of the series, including those before `startIndex`.
   */
  readonly startIndex: number;
  readonly segments: readonly Segment[];
  /** The current pauses. Past pauses are kept too, until `forgetPauses` removes them. */
  readonly pauses: readonly SeriesPause[];
  readonly template: SeriesTemplate;
  /**
   * The horizon: every date before this day has its row. For a series that repeats after completion, it is the day
   * after the newest row.
   */
  readonly horizon: CivilDate;
  /** The index of the next row to create. */
  readonly nextIndex: number;
  /**
   * The dates (with their times if there are several a day) that somebody deleted. Their indexes are not used for
   * other dates, even after the trash was emptied.
   */
  readonly excludedDates: readonly SeriesPlace[];
  /**
   * The day on which a later part of the split series takes over. The rule gives no dates on or after this day. If
   * the split was between two times of one day, it is the day after. null if no later part follows.
   */
  readonly endsBefore: CivilDate | null;
  /** True if the series gets no further rows. */
  readonly ended: boolean;
};

export type Series = SeriesState & { readonly id: SeriesId };

/**
 * The row of an existing occurrence of a series. It contains only the fields that are needed to plan the dates and
 * turns of the series.
 */
export type SeriesRow = TurnFields &
  Pick<Occurrence, 'id' | 'date' | 'dateReason' | 'status' | 'statusAt' | 'isException' | 'version'> & {
    readonly seriesIndex: number;
    /**
     * The date that the rule gave. Two rows of a series never have both the same original date and the same
     * original time. This includes rows in the trash.
     */
    readonly originalDate: CivilDate;
    /** The time that the rule gave, if it has several times a day. */
    readonly originalTime: CivilTime | null;
    /**
     * True if somebody ticked their part of the open occurrence, or ticked or changed items of its checklist. Edits of
     * the series still change its content and turn, but it keeps its date and is never removed without a trace.
     */
    readonly isTouched: boolean;
    /** True if the row is in the trash. */
    readonly deleted: boolean;
  };

/** The data of the household that planning needs. */
export type PlanContext = {
  /** The current date in the household's time zone. */
  readonly today: CivilDate;
  readonly firstDayOfWeek: Weekday;
  readonly away: AwayPeriods;
};

/** The data that a plan needs if it may give a date to rows of a series that avoids special days. */
export type DatedContext = PlanContext & {
  /** The special days of the household. */
  readonly days: DifferentDays;
};

export function planContext(household: Household, away: AwayPeriods, now: Instant): PlanContext {
  return { today: civilMomentAt(household.timeZone, now).date, firstDayOfWeek: household.weekStartsOn, away };
}

/** A stored series: its state, and the household and task that it belongs to. */
export type SeriesRecord = Series & {
  readonly householdId: HouseholdId;
  readonly taskId: TaskId;
  /**
   * Increases with each edit. The following are not edits: creating rows for further days, finishing or deleting one
   * occurrence, a pause, and a draw of a balanced rotation.
   */
  readonly version: number;
  readonly createdBy: MemberId;
  readonly createdAt: Instant;
  /** When the series ended. null if and only if `ended` is false. */
  readonly endedAt: Instant | null;
};

/**
 * Returns the record unchanged. Throws RangeError if `ended` and `endedAt` contradict each other. Every
 * implementation of the store calls this function, so all refuse the same records.
 */
export function consistentRecord(series: SeriesRecord): SeriesRecord {
  if (series.ended !== (series.endedAt !== null))
    throw new RangeError(
      `Series ${series.id} is inconsistent: endedAt must be set if and only if ended is true`,
    );
  return series;
}

const NO_EDIT: ReadonlySet<string> = new Set<keyof SeriesState>([
  'horizon',
  'nextIndex',
  'excludedDates',
  'pauses',
]);

/** Returns the record after the planned changes, with a new version if they are an edit. */
export function changedRecord(
  series: SeriesRecord,
  change: Partial<SeriesState>,
  now: Instant,
): SeriesRecord {
  const changed = { ...series, ...change };
  const isEdited = Object.keys(change).some(
    (field) =>
      !NO_EDIT.has(field) && !(field === 'segments' && equalExceptDraws(series.segments, changed.segments)),
  );
  return {
    ...changed,
    version: series.version + (isEdited ? 1 : 0),
    endedAt: changed.ended ? (series.endedAt ?? now) : null,
  };
}

/** Returns true if the row is neither finished nor in the trash. */
export function isRowOpen(row: SeriesRow): boolean {
  return row.status === 'TODO' && !row.deleted;
}

/** Returns the indexes of the rows that are not in the trash. */
export function livingIndexes(rows: readonly SeriesRow[]): ReadonlySet<number> {
  return new Set(rows.filter(({ deleted }) => !deleted).map(({ seriesIndex }) => seriesIndex));
}

/**
 * Returns true if edits and replanning of the series may change the content and turn of the row. The row must
 * be open, not changed on its own, and due today or later. The current occurrence of a series that repeats
 * after completion qualifies however late it is, because it is the only open one. {@link isMovable} decides
 * whether its date may change too.
 */
export function isReplannable(
  row: SeriesRow,
  { recurrence, nextIndex }: Pick<SeriesState, 'recurrence' | 'nextIndex'>,
  { today }: PlanContext,
): boolean {
  if (!isRowOpen(row) || row.isException) return false;
  const isCurrent = 'kind' in recurrence && row.seriesIndex === nextIndex - 1;
  return isCurrent || (row.date !== null && row.date >= today);
}

/**
 * Returns true if planning may give the row another date or remove it. The row must be replannable (see {@link
 * isReplannable}), and nobody may have ticked it or changed its checklist (`isTouched`).
 */
export function isMovable(
  row: SeriesRow,
  series: Pick<SeriesState, 'recurrence' | 'nextIndex'>,
  context: PlanContext,
): boolean {
  return !row.isTouched && isReplannable(row, series, context);
}

/** Returns the rows for which {@link isMovable} is true, ordered by index. */
export function movableRows(
  series: SeriesState,
  rows: readonly SeriesRow[],
  context: PlanContext,
): readonly SeriesRow[] {
  return rows.filter((row) => isMovable(row, series, context)).sort(byIndex);
}

/** Returns the rows that are not in `those`. */
export function rowsBeside(rows: readonly SeriesRow[], those: readonly SeriesRow[]): readonly SeriesRow[] {
  const left = new Set(those);
  return rows.filter((row) => !left.has(row));
}

const byIndex = (one: SeriesRow, other: SeriesRow) => one.seriesIndex - other.seriesIndex;

/** Returns the rows for which {@link isReplannable} is true, ordered by index. */
export function replannableRows(
  series: SeriesState,
  rows: readonly SeriesRow[],
  context: PlanContext,
): readonly SeriesRow[] {
  return rows.filter((row) => isReplannable(row, series, context)).sort(byIndex);
}

/**
 * Returns true if the viewer may see the series. If `viewer` is null, the viewer is the service itself, which
 * sees only shared series.
 */
export function isSeriesVisibleTo(
  { template, createdBy }: Pick<SeriesRecord, 'template' | 'createdBy'>,
  viewer: MemberId | null,
): boolean {
  return template.visibility === 'SHARED' || createdBy === viewer;
}

/** Returns the {@link personalProblems} of the members to whom the series will give turns. */
export function personalSeriesProblems({ template, createdBy, segments, ended }: SeriesRecord): Problem[] {
  const rotation = segments.at(-1)?.rotation;
  if (ended || rotation === undefined) return [];
  const { visibility } = template;
  const problems = personalProblems({
    visibility,
    createdBy,
    responsibleMemberIds: [...namedMembers(rotation)],
  });
  return rotation.kind === 'fixed'
    ? problems
    : problems.map((problem) => ({ ...problem, field: 'rotation' }));
}
