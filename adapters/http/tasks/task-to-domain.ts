import type { SeriesFields, TaskEdit } from '../../../domain/series/edit-request.js';
import { CONTENT_FIELDS } from '../../../domain/tasks/content.js';
import { DRAFT_FIELDS, EMPTY_DRAFT, type TaskDraft, type UndatedDraft } from '../../../domain/tasks/draft.js';
import { EDIT_FIELDS } from '../../../domain/tasks/edit.js';
import type { Shift } from '../../../domain/days/shift.js';
import { toShift } from '../days/series-shift.js';
import type { UpdateSeriesInput } from '../series/schema.js';
import type { CreateTaskInput, UpdateOccurrenceInput } from './schema.js';

/*
 * These functions turn validated inputs into values of the domain. A field that is missing in an edit is missing in the
 * result too, and keeps its value.
 */

export function toDraft(input: CreateTaskInput): TaskDraft {
  return { ...toContent(input), date: input.date ?? null, done: input.done ?? false };
}

/** Works like `toDraft`, for a task without a date. */
export function toContent(input: Omit<CreateTaskInput, 'date'>): UndatedDraft {
  return {
    ...EMPTY_DRAFT,
    ...pickGiven(input, DRAFT_FIELDS),
    shift: null,
    ...pickShift(input),
    notes: plainNotes(input.notes ?? null),
    responsibleMemberIds: input.responsibleMemberIds ?? [],
    softDue: input.softDue ?? null,
  };
}

export function toEdit(input: Omit<UpdateOccurrenceInput, 'version'>): TaskEdit {
  const edit = pickGiven(input, [...EDIT_FIELDS, ...SERIES_PART]);
  return withPlainNotes({ ...edit, ...pickChecklist(input), ...pickShift(input) });
}

export function toSeriesFields(input: UpdateSeriesInput): SeriesFields {
  const edit = pickGiven(input, [...SERIES_FIELDS, 'responsibleMemberIds', ...SERIES_PART]);
  return withPlainNotes({ ...edit, ...pickChecklist(input), ...pickShift(input) });
}

const SERIES_PART = ['recurrence', 'rotation', 'missed', 'season', 'whenAway'] as const;

const pickChecklist = ({ checklist }: Pick<UpdateSeriesInput, 'checklist'>) =>
  checklist && { checklist: checklist.map(({ title }) => title) };

const pickShift = ({ shift }: Pick<UpdateSeriesInput, 'shift'>): { readonly shift?: Shift | null } =>
  shift === undefined ? {} : { shift: shift && toShift(shift) };

/** The content fields of a series. `allDay` is missing: a series is all-day if it has no time. */
const SERIES_FIELDS = CONTENT_FIELDS.filter((field) => field !== 'allDay');

/** Returns null for empty notes, because the domain stores null instead of an empty text. */
const plainNotes = (notes: string | null) => (notes === '' ? null : notes);

function withPlainNotes<T extends { readonly notes?: string | null }>(edit: T): T {
  return edit.notes === undefined ? edit : { ...edit, notes: plainNotes(edit.notes) };
}

type Given<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Returns those of `fields` that the client has sent. */
function pickGiven<T extends object, Field extends keyof T>(
  input: T,
  fields: readonly Field[],
): Given<Pick<T, Field>> {
  const given = fields.filter((field) => input[field] !== undefined).map((field) => [field, input[field]]);
  return Object.fromEntries(given) as Given<Pick<T, Field>>;
}
