import type { MissedPolicy, WhenAway } from '../recurrence/policies.js';
import type { SeriesPause } from '../days/pause.js';
import type { Season } from '../days/season.js';
import type { Shift } from '../days/shift.js';
import type { Recurrence } from '../recurrence/rule.js';
import { namedMembers } from '../rotation/rotation.js';
import type { Problem } from '../shared/problem.js';
import { personalProblems } from '../tasks/task-visibility.js';
import type { AwayPeriods } from '../rotation/away.js';
import { sameButDraws, type Segment } from '../rotation/segment.js';
import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { HouseholdId, MemberId, OccurrenceId, SeriesId, TaskId } from '../shared/ids.js';
import { civilMomentAt, type Instant } from '../shared/zone.js';
import type { Household } from '../households/household.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { TaskContent } from '../tasks/content.js';
import type { Place } from './places.js';
import type { Occurrence, Status } from '../tasks/occurrence.js';
import type { TurnReason } from '../rotation/turn-reason.js';

/** What a new occurrence gets from its series; the checklist comes unticked. */
export type SeriesTemplate = TaskContent & {
  /** Titles, in order. */
  readonly checklist: readonly string[];
};

/** A series as planning sees it. */
export type SeriesState = {
  /** Canonical: what the start implies is written out. */
  readonly recurrence: Recurrence;
  /** The first date of the rule in force. */
  readonly start: CivilDate;
  /**
   * The index of `start`: 0, until the rule of the whole series is replaced, or begins again after a pause. Then it counts
   * on where the old one stopped, so that the index of an occurrence never changes its meaning. `count` of the rule is the
   * number of all occurrences of the series, those before `startIndex` included.
   */
  readonly startIndex: number;
  readonly segments: readonly Segment[];
  readonly missed: MissedPolicy;
  /** Outside of it the rule's dates get no row and use up their index; null: all year. */
  readonly season: Season | null;
  /** How its dates keep out of days that are different; null: they do not. */
  readonly shift: Shift | null;
  /** null: a pause of all holds it too. */
  readonly whenAway: WhenAway | null;
  /** The pauses that hold it, and those that are over, until its start says by itself what they did. */
  readonly pauses: readonly SeriesPause[];
  readonly template: SeriesTemplate;
  /** Rows exist for every date before this one. */
  readonly horizon: CivilDate;
  /** The index of the next row to be created. */
  readonly nextIndex: number;
  /** Dates of the rule that somebody deleted: they keep their index, also after the trash is emptied. */
  readonly excludedDates: readonly Place[];
  /** Where the younger half of a split begins: whatever the rule says, it gives no date from then on. */
  readonly endsBefore: CivilDate | null;
  /** No further row will come. */
  readonly ended: boolean;
};

export type Series = SeriesState & { readonly id: SeriesId };

/** An existing row as planning needs it. */
export type SeriesRow = {
  readonly id: OccurrenceId;
  readonly seriesIndex: number;
  /** The date that the rule gave. No two rows of a series share it and its time, those in the trash included. */
  readonly originalDate: CivilDate;
  /** The time that the rule gave, of one with several a day. */
  readonly originalTime: CivilTime | null;
  /** Null when somebody took the date away. */
  readonly date: CivilDate | null;
  readonly dateReason: Occurrence['dateReason'];
  readonly status: Status;
  /** The last act of a person on the status. */
  readonly statusAt: Instant | null;
  readonly isException: boolean;
  /**
   * Somebody ticked it for themselves, or changed its checklist. It still follows its series in its content and its turn, but
   * it keeps its date and is never removed without a trace.
   */
  readonly isTouched: boolean;
  /** In the trash. */
  readonly deleted: boolean;
  readonly responsibleMemberIds: readonly MemberId[];
  readonly turnReason: TurnReason | null;
  readonly turnOf: readonly MemberId[] | null;
  readonly swappedTo: readonly MemberId[] | null;
  readonly balancedTo: readonly MemberId[] | null;
  readonly version: number;
};

/** What planning needs to know of the household. */
export type PlanContext = {
  /** The household's civil date. */
  readonly today: CivilDate;
  readonly firstDayOfWeek: Weekday;
  readonly away: AwayPeriods;
};

export function planContext(household: Household, away: AwayPeriods, now: Instant): PlanContext {
  return { today: civilMomentAt(household.timeZone, now).date, firstDayOfWeek: household.weekStartsOn, away };
}

/** A series as it is stored: its state, and where it belongs. */
export type SeriesRecord = Series & {
  readonly householdId: HouseholdId;
  readonly taskId: TaskId;
  /** Goes up with each edit; that time goes by, or one occurrence is finished or deleted, is none. */
  readonly version: number;
  readonly createdBy: MemberId;
  readonly createdAt: Instant;
  /** When it ended; null exactly while `ended` is false. */
  readonly endedAt: Instant | null;
};

/** The same record; throws RangeError when it contradicts itself, so that every store refuses the same. */
export function consistentRecord(series: SeriesRecord): SeriesRecord {
  if (series.ended !== (series.endedAt !== null))
    throw new RangeError(`Series ${series.id} has ended without an instant, or the reverse`);
  return series;
}

const NO_EDIT: ReadonlySet<string> = new Set<keyof SeriesState>([
  'horizon',
  'nextIndex',
  'excludedDates',
  'pauses',
]);

/** The record after what a plan changes of it. */
export function changedRecord(
  series: SeriesRecord,
  change: Partial<SeriesState>,
  now: Instant,
): SeriesRecord {
  const changed = { ...series, ...change };
  const isEdited = Object.keys(change).some(
    (field) =>
      !NO_EDIT.has(field) && !(field === 'segments' && sameButDraws(series.segments, changed.segments)),
  );
  return {
    ...changed,
    version: series.version + (isEdited ? 1 : 0),
    endedAt: changed.ended ? (series.endedAt ?? now) : null,
  };
}

/** Neither finished nor in the trash. */
export function isOpen(row: SeriesRow): boolean {
  return row.status === 'TODO' && !row.deleted;
}

/** The indexes that live rows have: each is one occurrence's. */
export function livingIndexes(rows: readonly SeriesRow[]): ReadonlySet<number> {
  return new Set(rows.filter(({ deleted }) => !deleted).map(({ seriesIndex }) => seriesIndex));
}

/**
 * Returns true if the row follows its series in content and turn: it is open, nobody changed it on its own, and it is due
 * today or later. The current occurrence of a series after completion always does, however late it is, because it is the
 * only one to come. Whether its date may change too is said by {@link isMovable}.
 */
export function isReplannable(
  row: SeriesRow,
  { recurrence, nextIndex }: Pick<SeriesState, 'recurrence' | 'nextIndex'>,
  { today }: PlanContext,
): boolean {
  if (!isOpen(row) || row.isException) return false;
  const isCurrent = 'kind' in recurrence && row.seriesIndex === nextIndex - 1;
  return isCurrent || (row.date !== null && row.date >= today);
}

/** Returns true if planning may give the row another date, or remove it: nobody has touched it in any way. */
export function isMovable(
  row: SeriesRow,
  series: Pick<SeriesState, 'recurrence' | 'nextIndex'>,
  context: PlanContext,
): boolean {
  return !row.isTouched && isReplannable(row, series, context);
}

/** The rows that {@link isMovable may move}, by index. */
export function movableRows(
  series: SeriesState,
  rows: readonly SeriesRow[],
  context: PlanContext,
): readonly SeriesRow[] {
  return rows.filter((row) => isMovable(row, series, context)).sort(byIndex);
}

/** The rows that are none of these. */
export function rowsBeside(rows: readonly SeriesRow[], those: readonly SeriesRow[]): readonly SeriesRow[] {
  const left = new Set(those);
  return rows.filter((row) => !left.has(row));
}

const byIndex = (one: SeriesRow, other: SeriesRow) => one.seriesIndex - other.seriesIndex;

/** The rows that {@link isReplannable follow their series}, by index. */
export function replannableRows(
  series: SeriesState,
  rows: readonly SeriesRow[],
  context: PlanContext,
): readonly SeriesRow[] {
  return rows.filter((row) => isReplannable(row, series, context)).sort(byIndex);
}

/** {@link personalProblems} of those to whom a series will give turns. */
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
