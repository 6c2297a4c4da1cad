import type { RuleDate } from '../recurrence/expand.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { ChecklistItemId, OccurrenceId, SeriesId } from '../shared/ids.js';
import { type Problem, problem } from '../shared/problem.js';
import {
  type Occurrence,
  type SkippedReason,
  type Stamp,
  NEW_OCCURRENCE_STATE,
  privacyWhenFinished,
  withMutation,
  type TurnFields,
} from '../tasks/occurrence.js';
import { pickContent, type TaskContent } from '../tasks/content.js';
import { mayHaveNoDate } from '../tasks/draft.js';
import { omit, sameJson } from '../shared/json.js';
import { fieldsOfVisibility } from '../tasks/task-visibility.js';
import { postponedUntil, isRule } from './dates.js';
import type { SeriesRecord, SeriesRow, SeriesState, SeriesTemplate } from './series.js';

/**
 * A row to create from the template of its series. Its date is `originalDate`, unless `waits` is true or special days
 * move it.
 */
export type NewRow = Pick<
  SeriesRow,
  'seriesIndex' | 'originalDate' | 'responsibleMemberIds' | 'turnReason' | 'turnOf'
> & {
  readonly originalTime?: CivilTime;
  /** True if the row has no date until somebody starts it. */
  readonly waits?: boolean;
};

/** A date of a series. If `waits` is true, the row has no date yet, and this date becomes only its `originalDate`. */
export type PlannedDate = RuleDate & { readonly waits?: boolean };

/** Returns the date that the rule gave the row, with its index and time. */
export const toPlannedDate = ({ originalDate, originalTime, seriesIndex, date }: SeriesRow): PlannedDate => ({
  date: originalDate,
  index: seriesIndex,
  ...(originalTime !== null && { time: originalTime }),
  waits: date === null,
});

/** The fields of a row that change; absent fields stay unchanged. */
export type RowPatch = Partial<
  TurnFields &
    Pick<
      Occurrence,
      | 'seriesIndex'
      | 'originalDate'
      | 'originalTime'
      | 'date'
      | 'dateReason'
      | 'softDue'
      | 'status'
      | 'isException'
    >
> & {
  /** `new` moves the row to the plan's new series. null makes it a one-off task. */
  readonly series?: 'new' | null;
  readonly skippedReason?: SkippedReason;
  readonly deleted?: boolean;
  readonly content?: Partial<SeriesTemplate>;
};

/** A row and the version that the plan is based on. If the store has another version, the plan is stale. */
export type RowRef = { readonly id: OccurrenceId; readonly version: number };
export type RowChange = RowRef & { readonly set: RowPatch };

/**
 * The changes to a series, as data. They must be carried out in one transaction in the order remove, change,
 * create, so that no two rows of a series share an original date at any moment.
 */
export type SeriesPlan = {
  /** The changed fields of the series itself. */
  readonly series: Partial<SeriesState> | null;
  /** A new series that begins where this one ends (scope `following`), or with a task that starts to repeat. */
  readonly newSeries: SeriesState | null;
  /** True if the series and the changed rows leave their task and become a task of their own. */
  readonly leavesTask?: boolean;
  /** The rows to create. They belong to `newSeries` if there is one, otherwise to this series. */
  readonly create: readonly NewRow[];
  readonly change: readonly RowChange[];
  /** Rows to delete permanently. Nobody has finished, ticked or changed them. */
  readonly remove: readonly RowRef[];
};

/** A plan, or the reason why the request cannot be planned. */
export type Outcome<Plan> = { readonly kind: 'plan'; readonly plan: Plan } | Refusal;
export type PlanOutcome = Outcome<SeriesPlan>;

export type Refusal =
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  /** Only its author can make a shared task personal, because it disappears for everyone else. */
  | { readonly kind: 'notAuthor' };

export const NOTHING_TO_DO: SeriesPlan = {
  series: null,
  newSeries: null,
  create: [],
  change: [],
  remove: [],
};

export function acceptPlan(parts: Partial<SeriesPlan>): PlanOutcome {
  return { kind: 'plan', plan: { ...NOTHING_TO_DO, ...parts } };
}

export function refusedPlan(field: string, rule: string, message: string): Refusal {
  return { kind: 'refused', problems: [problem(field, rule, message)] };
}

export const toRowRef = ({ id, version }: RowRef): RowRef => ({ id, version });

export function toRowChange(row: RowRef, set: RowPatch): RowChange {
  return { ...toRowRef(row), set };
}

/** Moves a row to the trash, where a member can restore it for 30 days. */
export const MOVED_TO_TRASH: RowPatch = { status: 'CANCELLED', deleted: true };

/** The checklist that a series gives to each of its occurrences. */
type Checklisted = { readonly template: Pick<SeriesTemplate, 'checklist'> };

/**
 * Converts an occurrence to the form that planning uses. Returns null for a one-off task.
 *
 * @param series the series that the occurrence belongs to
 */
export function toSeriesRow(occurrence: Occurrence, series: Checklisted | null): SeriesRow | null {
  const { seriesIndex, originalDate, deletedAt } = occurrence;
  if (seriesIndex === null || originalDate === null) return null;
  const isTouched = hasOwnTicks(occurrence) || (series !== null && hasOwnItems(occurrence, series));
  return { ...occurrence, seriesIndex, originalDate, isTouched, deleted: deletedAt !== null };
}

/** Returns {@link toSeriesRow} of each occurrence that belongs to a series. */
export function toSeriesRows(occurrences: readonly Occurrence[], series: Checklisted | null): SeriesRow[] {
  return occurrences.flatMap((occurrence) => toSeriesRow(occurrence, series) ?? []);
}

function hasOwnTicks({ status, doneBy, checklist }: Occurrence): boolean {
  const isTicked = checklist.some(({ done, tickedAt }) => done || tickedAt !== undefined);
  return isTicked || (status === 'TODO' && doneBy.length > 0);
}

function hasOwnItems({ checklist }: Occurrence, { template }: Checklisted): boolean {
  return !sameJson(
    checklist.map(({ title }) => title),
    template.checklist,
  );
}

/** The data that new rows need: who creates them and when, and a function that returns a new id. */
export type Creation = {
  readonly stamp: Stamp;
  readonly newId: <Id extends string>() => Id;
};

/** Creates the occurrence of a planned row from the template of its series, with an unticked checklist. */
export function occurrenceOfRow(series: SeriesRecord, row: NewRow, { stamp, newId }: Creation): Occurrence {
  const { template } = series;
  return {
    ...NEW_OCCURRENCE_STATE,
    ...template,
    id: newId<OccurrenceId>(),
    householdId: series.householdId,
    taskId: series.taskId,
    seriesId: series.id,
    seriesIndex: row.seriesIndex,
    originalDate: row.originalDate,
    originalTime: row.originalTime ?? null,
    ...datesOfNewRow(row, template),
    softDue: null,
    responsibleMemberIds: row.responsibleMemberIds,
    turnReason: row.turnReason,
    turnOf: row.turnOf,
    checklist: template.checklist.map((title) => ({ id: newId<ChecklistItemId>(), title, done: false })),
    createdBy: series.createdBy,
    createdAt: stamp.now,
    updatedAt: stamp.now,
    updatedBy: stamp.by,
  };
}

/** Returns the date and time of a new row. A row that waits to be started has neither. */
export function datesOfNewRow(
  row: Pick<NewRow, 'waits'> & Pick<Occurrence, 'originalDate'> & Partial<Pick<Occurrence, 'originalTime'>>,
  { time, allDay }: Pick<SeriesTemplate, 'time' | 'allDay'>,
): Pick<Occurrence, 'date' | 'time' | 'allDay'> {
  const { originalDate, originalTime, waits = false } = row;
  if (originalTime) return { date: originalDate, time: originalTime, allDay: false };
  return waits ? { date: null, time: null, allDay: false } : { date: originalDate, time, allDay };
}

/** Applies a planned change to an occurrence. `newSeriesId` is the id of the plan's new series. */
export function patchedOccurrence(
  occurrence: Occurrence,
  patch: RowPatch,
  { stamp, newSeriesId }: { readonly stamp: Stamp; readonly newSeriesId: SeriesId | null },
): Occurrence {
  const { series, deleted, content, ...fields } = patch;
  const { now } = stamp;
  const change: Partial<Occurrence> = {
    // Each occurrence follows the checklist of its series item by item, see `followChecklist`.
    ...(content && omit(content, 'checklist')),
    ...fieldsOfVisibility(occurrence, content?.visibility ?? occurrence.visibility),
    ...fields,
    ...(fields.status === 'SKIPPED' && privacyWhenFinished(occurrence)),
    ...(fields.status !== undefined && fields.skippedReason !== 'MISSED' && { statusAt: now }),
    ...(series !== undefined && { seriesId: series === 'new' ? newSeriesId : null }),
    ...(series === null && { dateReason: null }),
    ...(deleted === true && { deletedAt: now, statusBeforeDeletion: occurrence.status }),
  };
  return withMutation(occurrence, change, stamp);
}

type OfSeries = Pick<SeriesState, 'template' | 'recurrence' | 'season' | 'pauses'>;

/**
 * Returns true if the occurrence matches its series in every field except its assignees and its checklist.
 */
export function matchesSeries(occurrence: Occurrence, series: OfSeries): boolean {
  return listDifferingFields(occurrence, series).length === 0;
}

/**
 * Returns the fields in which the occurrence differs from its series. Assignees and checklist are not
 * compared.
 */
export function listDifferingFields(occurrence: Occurrence, series: OfSeries): readonly (keyof Occurrence)[] {
  const { template, recurrence } = series;
  const { date, dateReason, originalDate, originalTime, softDue } = occurrence;
  const waits = date === null && mayHaveNoDate(recurrence);
  const isOnItsDate =
    waits || date === originalDate || dateReason !== null || isHeldUntil(series, originalDate, date);
  const { time, allDay } = datesOfNewRow({ originalDate, originalTime, waits }, template);
  const content: TaskContent = { ...pickContent(template), time, allDay };
  const fields = Object.keys(content) as (keyof TaskContent)[];
  return [
    ...(isOnItsDate ? [] : (['date'] as const)),
    ...(softDue === null ? [] : (['softDue'] as const)),
    ...fields.filter((field) => !sameJson(occurrence[field], content[field])),
  ];
}

function isHeldUntil(
  series: Omit<OfSeries, 'template'>,
  due: Occurrence['originalDate'],
  date: Occurrence['date'],
): boolean {
  return !isRule(series.recurrence) && due !== null && date === postponedUntil(series, due);
}
