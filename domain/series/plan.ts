import type { RuleDate } from '../recurrence/expand.js';
import type { CivilDate } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { ChecklistItemId, MemberId, OccurrenceId, SeriesId } from '../shared/ids.js';
import type { Problem } from '../shared/problem.js';
import {
  type Occurrence,
  type SkippedReason,
  type Stamp,
  type Status,
  UNTOUCHED,
  finishedUnder,
  mutated,
} from '../tasks/occurrence.js';
import type { TurnReason } from '../rotation/turn-reason.js';
import { pickContent, type TaskContent } from '../tasks/content.js';
import { mayWait } from '../tasks/draft.js';
import { sameJson } from '../shared/same-json.js';
import type { SoftDue } from '../tasks/soft-due.js';
import { shownAs } from '../tasks/task-visibility.js';
import { heldUntil, isRule } from './dates.js';
import type { SeriesRecord, SeriesRow, SeriesState, SeriesTemplate } from './series.js';

/** A row to create from the template of its series; its date is `originalDate`. */
export type NewRow = {
  readonly seriesIndex: number;
  readonly originalDate: CivilDate;
  readonly responsibleMemberIds: readonly MemberId[];
  readonly turnReason: TurnReason | null;
  readonly turnOf: readonly MemberId[] | null;
  readonly originalTime?: CivilTime;
  /** It has no date until somebody starts it. */
  readonly waits?: boolean;
};

/** A date of a series; with `waits` that on which one without a date has its place. */
export type PlannedDate = RuleDate & { readonly waits?: boolean };

/** The date that the rule has given a row. */
export const toPlannedDate = ({ originalDate, originalTime, seriesIndex, date }: SeriesRow): PlannedDate => ({
  date: originalDate,
  index: seriesIndex,
  ...(originalTime !== null && { time: originalTime }),
  waits: date === null,
});

/** The fields of a row that change; what is absent stays. */
export type RowPatch = {
  /** `new`: the row passes to the plan's new series. Null: it is a task of its own from now on. */
  readonly series?: 'new' | null;
  readonly seriesIndex?: number | null;
  readonly originalDate?: CivilDate | null;
  readonly originalTime?: CivilTime | null;
  readonly date?: CivilDate | null;
  readonly dateReason?: Occurrence['dateReason'];
  readonly softDue?: SoftDue | null;
  readonly responsibleMemberIds?: readonly MemberId[];
  readonly turnReason?: TurnReason | null;
  readonly turnOf?: readonly MemberId[] | null;
  readonly swappedTo?: readonly MemberId[] | null;
  readonly balancedTo?: readonly MemberId[] | null;
  readonly status?: Status;
  readonly skippedReason?: SkippedReason;
  readonly isException?: boolean;
  readonly deleted?: boolean;
  readonly content?: Partial<SeriesTemplate>;
};

/** `version` is the one that was planned on: another one in the store means that the plan is stale. */
export type RowRef = { readonly id: OccurrenceId; readonly version: number };
export type RowChange = RowRef & { readonly set: RowPatch };

/**
 * What is to be done, as data. To be carried out in one transaction and in this order, so that at no moment two
 * rows of a series share an original date: remove, change, create.
 */
export type SeriesPlan = {
  /** Changed fields of the series itself. */
  readonly series: Partial<SeriesState> | null;
  /** A series that begins where this one ends ("this and following"). */
  readonly newSeries: SeriesState | null;
  /** Rows of `newSeries` when there is one, else of the series. */
  readonly create: readonly NewRow[];
  readonly change: readonly RowChange[];
  /** Rows that leave no trace: they were neither done nor touched. */
  readonly remove: readonly RowRef[];
};

export type Planned =
  | { readonly kind: 'plan'; readonly plan: SeriesPlan }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  /** Only its author can make a shared task personal: for everyone else it would vanish. */
  | { readonly kind: 'notAuthor' };

export const NOTHING_TO_DO: SeriesPlan = {
  series: null,
  newSeries: null,
  create: [],
  change: [],
  remove: [],
};

export function planned(parts: Partial<SeriesPlan>): Planned {
  return { kind: 'plan', plan: { ...NOTHING_TO_DO, ...parts } };
}

export function refused(field: string, rule: string, message: string): Planned {
  return { kind: 'refused', problems: [{ field, rule, message }] };
}

export const ref = ({ id, version }: RowRef): RowRef => ({ id, version });

export function change(row: RowRef, set: RowPatch): RowChange {
  return { ...ref(row), set };
}

/** To the trash, from where a member may restore it for 30 days. */
export const TRASHED: RowPatch = { status: 'CANCELLED', deleted: true };

/** The checklist that a series gives each of its occurrences. */
type Checklisted = { readonly template: Pick<SeriesTemplate, 'checklist'> };

/** Returns the occurrence as planning sees it; null for a one-off task. `series`: its own. */
export function toSeriesRow(occurrence: Occurrence, series: Checklisted | null): SeriesRow | null {
  const { seriesIndex, originalDate, deletedAt } = occurrence;
  if (seriesIndex === null || originalDate === null) return null;
  const isTouched = hasOwnTicks(occurrence) || (series !== null && hasOwnItems(occurrence, series));
  return { ...occurrence, seriesIndex, originalDate, isTouched, deleted: deletedAt !== null };
}

/** {@link toSeriesRow} of all that belong to a series. */
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

/** A planned row as an occurrence: the template of its series, the checklist unticked. */
export function occurrenceOfRow(
  series: SeriesRecord,
  row: NewRow,
  context: {
    readonly id: OccurrenceId;
    readonly stamp: Stamp;
    readonly newItemId: () => ChecklistItemId;
  },
): Occurrence {
  const { template } = series;
  return {
    ...UNTOUCHED,
    ...withoutChecklist(template),
    id: context.id,
    householdId: series.householdId,
    taskId: series.taskId,
    seriesId: series.id,
    seriesIndex: row.seriesIndex,
    originalDate: row.originalDate,
    originalTime: row.originalTime ?? null,
    ...datedIn(row, template),
    softDue: null,
    responsibleMemberIds: row.responsibleMemberIds,
    turnReason: row.turnReason,
    turnOf: row.turnOf,
    checklist: template.checklist.map((title) => ({ id: context.newItemId(), title, done: false })),
    createdBy: series.createdBy,
    createdAt: context.stamp.now,
    updatedAt: context.stamp.now,
    updatedBy: context.stamp.by,
  };
}

/** When a new row is; what waits for somebody to start it has no date, and so no time. */
export function datedIn(
  row: Pick<NewRow, 'waits'> & Pick<Occurrence, 'originalDate'> & Partial<Pick<Occurrence, 'originalTime'>>,
  { time, allDay }: Pick<SeriesTemplate, 'time' | 'allDay'>,
): Pick<Occurrence, 'date' | 'time' | 'allDay'> {
  const { originalDate, originalTime, waits = false } = row;
  if (originalTime) return { date: originalDate, time: originalTime, allDay: false };
  return waits ? { date: null, time: null, allDay: false } : { date: originalDate, time, allDay };
}

/** An occurrence after a planned change; `newSeriesId` is that of the plan's new series. */
export function patchedOccurrence(
  occurrence: Occurrence,
  patch: RowPatch,
  { stamp, newSeriesId }: { readonly stamp: Stamp; readonly newSeriesId: SeriesId | null },
): Occurrence {
  const { series, deleted, content, ...fields } = patch;
  const { now } = stamp;
  const change: Partial<Occurrence> = {
    ...(content && withoutChecklist(content)),
    ...shownAs(occurrence, content?.visibility ?? occurrence.visibility),
    ...fields,
    ...(fields.status === 'SKIPPED' && finishedUnder(occurrence)),
    ...(fields.status !== undefined && fields.skippedReason !== 'MISSED' && { statusAt: now }),
    ...(series !== undefined && { seriesId: series === 'new' ? newSeriesId : null }),
    ...(series === null && { dateReason: null }),
    ...(deleted === true && { deletedAt: now, statusBeforeDeletion: occurrence.status }),
  };
  return mutated(occurrence, change, stamp);
}

type OfSeries = Pick<SeriesState, 'template' | 'recurrence' | 'season' | 'pauses'>;

/** Whether an occurrence is what its series would have it be, but for who does it and for its checklist. */
export function isAsOthers(occurrence: Occurrence, series: OfSeries): boolean {
  return fieldsApart(occurrence, series).length === 0;
}

/** The fields in which an occurrence is not what its series would have it be, but for who does it and for its checklist. */
export function fieldsApart(occurrence: Occurrence, series: OfSeries): readonly (keyof Occurrence)[] {
  const { template, recurrence } = series;
  const { date, dateReason, originalDate, originalTime, softDue } = occurrence;
  const waits = date === null && mayWait(recurrence);
  const isOnItsDate =
    waits || date === originalDate || dateReason !== null || isHeldUntil(series, originalDate, date);
  const { time, allDay } = datedIn({ originalDate, originalTime, waits }, template);
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
  return !isRule(series.recurrence) && due !== null && date === heldUntil(series, due);
}

/** What an occurrence shares with the template; its checklist is a copy, see `followChecklist`. */
function withoutChecklist<T extends Partial<SeriesTemplate>>(template: T): Omit<T, 'checklist'> {
  const content: Omit<T, 'checklist'> & { checklist?: T['checklist'] } = { ...template };
  delete content.checklist;
  return content;
}
