import { CONTENT_FIELDS, type TaskContent } from '../../domain/tasks/content.js';
import type { OccurrenceEdit } from '../../domain/tasks/edit.js';
import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { SeriesEdit } from '../../domain/series/recast.js';
import type { MemberCaller } from '../shared/caller.js';
import { validationFailed } from '../shared/errors.js';
import type { Clock } from '../shared/ports.js';
import { editedOccurrence } from '../tasks/edited-occurrence.js';

const OF_DAY = ['time', 'allDay'] as const;
const isOfDay = (field: keyof TaskContent) => OF_DAY.some((one) => one === field);

/**
 * What an edit of one occurrence means for its series: the fields that it names, and those that follow from them on
 * that occurrence (a time that comes ends the whole day).
 */
export function contentEdited(
  { clock }: { clock: Clock },
  caller: MemberCaller,
  target: Occurrence,
  edit: OccurrenceEdit,
): SeriesEdit {
  if (edit.softDue)
    throw validationFailed([{ field: 'softDue', rule: 'repeating', message: 'a repeating task has dates' }]);
  const after = editedOccurrence(clock, caller, target, edit);
  const named = CONTENT_FIELDS.filter((field) => field in edit || after[field] !== target[field]);
  // The series may differ from this occurrence in both, and only together do they fit it.
  const touched = named.some(isOfDay) ? [...new Set([...named, ...OF_DAY])] : named;
  return {
    content: Object.fromEntries(touched.map((field) => [field, after[field]])),
    ...(edit.date !== undefined && { date: edit.date }),
    ...(edit.responsibleMemberIds && { responsibleMemberIds: after.responsibleMemberIds }),
  };
}
