import type { SeriesFields } from '../../../application/series/edit-series.js';
import type { SeriesPart } from '../../../application/tasks/edit-occurrence.js';
import type { TaskDraft } from '../../../domain/tasks/draft.js';
import type { OccurrenceEdit } from '../../../domain/tasks/edit.js';
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
export function contentOf(input: Omit<CreateTaskInput, 'date'>): Omit<TaskDraft, 'date'> {
  return {
    title: input.title,
    notes: notesOf(input.notes) ?? null,
    categoryId: input.categoryId ?? null,
    visibility: input.visibility ?? 'SHARED',
    priority: input.priority ?? 'NORMAL',
    time: input.time ?? null,
    durationMinutes: input.durationMinutes ?? null,
    allDay: input.allDay ?? null,
    softDue: input.softDue ? softDueOf(input.softDue) : null,
    responsibleMemberIds: input.responsibleMemberIds ?? [],
    checklist: input.checklist ?? [],
    reminders: input.reminders ?? [],
    recurrence: input.recurrence ?? null,
    rotation: input.rotation ?? null,
    missed: input.missed ?? 'keep',
  };
}

export function editOf(input: UpdateOccurrenceInput): OccurrenceEdit {
  const { title, notes, categoryId, visibility, priority, date, time, durationMinutes } = input;
  const { allDay, softDue, responsibleMemberIds, reminders } = input;
  return given({
    title,
    notes: notesOf(notes),
    categoryId,
    visibility,
    priority,
    date,
    time,
    durationMinutes,
    allDay,
    softDue: softDue && softDueOf(softDue),
    responsibleMemberIds,
    reminders,
  });
}

type SeriesInput = Pick<UpdateOccurrenceInput, 'recurrence' | 'rotation' | 'missed'>;

export function seriesPartOf({ recurrence, rotation, missed }: SeriesInput): SeriesPart {
  return given({ recurrence, rotation, missed });
}

export function seriesFieldsOf(input: UpdateSeriesInput): SeriesFields {
  const { title, notes, categoryId, visibility, priority, time, durationMinutes, reminders } = input;
  return {
    ...seriesPartOf(input),
    ...given({ responsibleMemberIds: input.responsibleMemberIds }),
    content: given({
      title,
      notes: notesOf(notes),
      categoryId,
      visibility,
      priority,
      time,
      durationMinutes,
      reminders,
    }),
  };
}

function softDueOf({ kind, date }: SoftDueInput): SoftDueRequest {
  if (kind !== 'BEFORE') return { kind };
  if (date === undefined) throw new TypeError('BEFORE was read without its date');
  return { kind, date };
}

/** Notes of nothing are no notes. */
const notesOf = (notes: string | null | undefined) => (notes === '' ? null : notes);

type Given<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
