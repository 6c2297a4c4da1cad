import type { SeriesFields } from '../../../application/series/edit-series.js';
import type { SeriesPart } from '../../../application/tasks/edit-occurrence.js';
import { CONTENT_FIELDS } from '../../../domain/tasks/content.js';
import { DRAFT_FIELDS, EMPTY_DRAFT, type TaskDraft, type UndatedDraft } from '../../../domain/tasks/draft.js';
import { EDIT_FIELDS, type OccurrenceEdit } from '../../../domain/tasks/edit.js';
import type { SoftDueRequest } from '../../../domain/tasks/soft-due.js';
import type { CreateTaskInput, SoftDueInput, UpdateOccurrenceInput, UpdateSeriesInput } from './schema.js';

/*
 * Input classes have been validated when they get here. What is absent in an edit has no key at all, which is how an
 * edit says that it keeps.
 */

export function draftOf(input: CreateTaskInput): TaskDraft {
  return { ...contentOf(input), date: input.date ?? null };
}

/** All but the date. */
export function contentOf(input: Omit<CreateTaskInput, 'date'>): UndatedDraft {
  return {
    ...EMPTY_DRAFT,
    ...pickGiven(input, DRAFT_FIELDS),
    notes: notesOf(input.notes ?? null),
    softDue: input.softDue ? softDueOf(input.softDue) : null,
  };
}

export function editOf(input: UpdateOccurrenceInput): OccurrenceEdit {
  const { softDue, ...edit } = pickGiven(input, EDIT_FIELDS);
  return withPlainNotes({
    ...edit,
    ...(softDue !== undefined && { softDue: softDue && softDueOf(softDue) }),
  });
}

type SeriesInput = Pick<UpdateOccurrenceInput, 'recurrence' | 'rotation' | 'missed' | 'checklist'>;

export function seriesPartOf(input: SeriesInput): SeriesPart {
  return {
    ...pickGiven(input, ['recurrence', 'rotation', 'missed']),
    ...(input.checklist && { checklist: input.checklist.map(({ title }) => title) }),
  };
}

export function seriesFieldsOf(input: UpdateSeriesInput): SeriesFields {
  return {
    ...seriesPartOf(input),
    ...pickGiven(input, ['responsibleMemberIds']),
    content: withPlainNotes(pickGiven(input, SERIES_FIELDS)),
  };
}

/** Whether it takes the whole day is asked of one occurrence; of a series its time tells. */
const SERIES_FIELDS = CONTENT_FIELDS.filter((field) => field !== 'allDay');

function softDueOf({ kind, date }: SoftDueInput): SoftDueRequest {
  if (kind !== 'BEFORE') return { kind };
  if (date === undefined) throw new TypeError('BEFORE was read without its date');
  return { kind, date };
}

/** Notes of nothing are no notes. */
const notesOf = (notes: string | null) => (notes === '' ? null : notes);

function withPlainNotes<T extends { readonly notes?: string | null }>(edit: T): T {
  return edit.notes === undefined ? edit : { ...edit, notes: notesOf(edit.notes) };
}

type Given<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Of these fields, those that were sent: a field that the input class does not have does not compile. */
function pickGiven<T extends object, Field extends keyof T>(
  input: T,
  fields: readonly Field[],
): Given<Pick<T, Field>> {
  const given = fields.filter((field) => input[field] !== undefined).map((field) => [field, input[field]]);
  return Object.fromEntries(given) as Given<Pick<T, Field>>;
}
