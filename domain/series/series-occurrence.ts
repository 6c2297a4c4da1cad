import type { ChecklistItemId, OccurrenceId, SeriesId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import { finishedUnder, mutated, UNTOUCHED, type Occurrence } from '../tasks/occurrence.js';
import type { SeriesRow, SeriesTemplate } from './series.js';
import type { NewRow, RowPatch } from './series-plan.js';
import type { SeriesRecord } from './series-record.js';
import { shownAs } from '../tasks/task-visibility.js';

/** The occurrence of a series as planning sees it; null for a one-off task. */
export function rowOf(occurrence: Occurrence): SeriesRow | null {
  const { seriesIndex, originalDate, deletedAt } = occurrence;
  if (seriesIndex === null || originalDate === null) return null;
  return { ...occurrence, seriesIndex, originalDate, deleted: deletedAt !== null };
}

/** A planned row as an occurrence: the template of its series, the checklist unticked. */
export function occurrenceOfRow(
  series: SeriesRecord,
  row: NewRow,
  context: {
    readonly id: OccurrenceId;
    readonly now: Instant;
    readonly newItemId: () => ChecklistItemId;
  },
): Occurrence {
  const { template } = series;
  return {
    ...UNTOUCHED,
    ...contentOf(template),
    id: context.id,
    householdId: series.householdId,
    taskId: series.taskId,
    seriesId: series.id,
    seriesIndex: row.seriesIndex,
    originalDate: row.originalDate,
    date: row.originalDate,
    softDue: null,
    responsibleMemberIds: row.responsibleMemberIds,
    turnReason: row.turnReason,
    checklist: template.checklist.map((title) => ({ id: context.newItemId(), title, done: false })),
    createdBy: series.createdBy,
    createdAt: context.now,
    updatedAt: context.now,
  };
}

/** An occurrence after a planned change; `newSeriesId` is that of the plan's new series. */
export function patchedOccurrence(
  occurrence: Occurrence,
  patch: RowPatch,
  { now, newSeriesId }: { readonly now: Instant; readonly newSeriesId: SeriesId | null },
): Occurrence {
  const { series, deleted, content, ...fields } = patch;
  const change: Partial<Occurrence> = {
    ...(content && contentOf(content)),
    ...shownAs(occurrence, content?.visibility ?? occurrence.visibility),
    ...fields,
    ...(fields.status === 'SKIPPED' && finishedUnder(occurrence)),
    ...(fields.status !== undefined && fields.skippedReason !== 'MISSED' && { statusAt: now }),
    ...(series !== undefined && { seriesId: series === 'new' ? newSeriesId : null }),
    ...(deleted === true && { deletedAt: now, statusBeforeDeletion: occurrence.status }),
  };
  return mutated(occurrence, change, now);
}

/** What an occurrence shares with the template; its checklist is a copy, see `followChecklist`. */
function contentOf<T extends Partial<SeriesTemplate>>(template: T): Omit<T, 'checklist'> {
  const content: Omit<T, 'checklist'> & { checklist?: T['checklist'] } = { ...template };
  delete content.checklist;
  return content;
}
