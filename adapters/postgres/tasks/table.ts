import { sql, type GeneratedAlways, type Insertable } from 'kysely';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import { remindOn } from '../../../domain/notifications/reminders.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { toSearchText, toWrittenText } from '../../../domain/tasks/views.js';
import {
  computed,
  instant,
  json,
  mapTable,
  nullableJson,
  type ColumnsOf,
  type FieldMap,
} from '../field-map.js';
import { PRIORITIES, type Priority, type TaskContent } from '../../../domain/tasks/content.js';

export const CONTENT_COLUMNS = {
  title: 'title',
  notes: 'notes',
  categoryId: 'category_id',
  visibility: 'visibility',
  priority: {
    select: (column: (name: string) => string) => column('priority'),
    columns: ['priority'],
    write: (priority: Priority) => ({ priority: PRIORITIES.indexOf(priority) }),
  },
  time: 'time',
  durationMinutes: 'duration_minutes',
  allDay: 'all_day',
  reminders: 'reminders',
  showFrom: 'show_from',
  nag: nullableJson('nag'),
  escalateAfterMinutes: 'escalate_after_minutes',
  completion: 'completion',
} as const satisfies FieldMap<TaskContent>;

/** The content of a task as the database returns it, with the priority as its position in PRIORITIES. */
export type SelectedContent = Omit<TaskContent, 'priority'> & { readonly priority: number };

export function priorityAt(position: number): Priority {
  return PRIORITIES[position] as Priority;
}

export const OCCURRENCES = mapTable<Occurrence>()({
  ...CONTENT_COLUMNS,
  id: 'id',
  householdId: 'household_id',
  taskId: 'task_id',
  seriesId: 'series_id',
  seriesIndex: 'series_index',
  // For a rule with several times a day, `original_at` holds date and time. `original_date` is null then, so
  // processes of older versions see no place in the series.
  originalDate: {
    select: (column) => `coalesce(${column('original_date')}, ${column('original_at')}::date)`,
    columns: ['original_date'],
    write: (date) => ({ original_date: date }),
  },
  originalTime: computed((column) => `to_char(${column('original_at')}, 'HH24:MI')`),
  status: 'status',
  statusAt: instant('status_at'),
  date: 'date',
  dateReason: nullableJson('date_reason'),
  softDue: {
    select: (column) =>
      `case when ${column('soft_due_kind')} is not null then
        json_build_object('kind', ${column('soft_due_kind')}, 'by', ${column('soft_due_by')}) end`,
    columns: ['soft_due_kind', 'soft_due_by'],
    write: (softDue) => ({ soft_due_kind: softDue?.kind ?? null, soft_due_by: softDue?.by ?? null }),
  },
  responsibleMemberIds: 'responsible_member_ids',
  turnReason: 'turn_reason',
  turnOf: 'turn_of',
  swappedTo: 'swapped_to',
  balancedTo: 'balanced_to',
  skippedReason: 'skipped_reason',
  checklist: json('checklist'),
  attachmentCount: 'attachment_count',
  isException: 'is_exception',
  version: 'version',
  syncVersion: 'sync_version',
  syncedVersion: 'synced_version',
  googleSyncStatus: 'google_sync_status',
  createdBy: 'created_by',
  createdAt: instant('created_at'),
  updatedAt: instant('updated_at'),
  updatedBy: 'updated_by',
  completedAt: instant('completed_at'),
  completedBy: 'completed_by',
  completedFor: 'completed_for',
  doneBy: json('done_by'),
  finishedPrivately: 'finished_privately',
  deletedAt: instant('deleted_at'),
  statusBeforeDeletion: 'status_before_deletion',
});

export type OccurrencesTable = ColumnsOf<typeof OCCURRENCES> & {
  /** A date and a wall-clock time, as text. Set for rules with several times a day. */
  original_at: string | null;
  /** The text for the search. null means that it is the title and notes in lower case. */
  search_text: string | null;
  remind_on: CivilDate | null;
  sort_date: GeneratedAlways<CivilDate>;
  sort_minute: GeneratedAlways<number>;
  sort_due: GeneratedAlways<CivilDate>;
};

export type OccurrenceRow = Omit<Occurrence, 'priority'> & SelectedContent;

/** The select list that {@link occurrenceFromRow} needs. */
export const OCCURRENCE_COLUMNS = OCCURRENCES.select();

export function occurrenceFromRow(row: OccurrenceRow): Occurrence {
  return { ...row, priority: priorityAt(row.priority) };
}

/** The columns of an occurrence that the service writes. */
export const WRITTEN_COLUMNS = [
  ...OCCURRENCES.writtenColumns,
  ...(['original_at', 'search_text', 'remind_on'] as const),
];

export type WrittenRow = Insertable<OccurrencesTable>;

/** Returns a row with {@link WRITTEN_COLUMNS}. */
export function occurrenceToRow(occurrence: Occurrence): WrittenRow {
  return { ...OCCURRENCES.toRow(occurrence), ...derivedColumns(occurrence) };
}

/** Works like {@link occurrenceToRow}, but for a JSON parameter that holds many rows. */
export function occurrenceToRecord(occurrence: Occurrence): ReturnType<typeof OCCURRENCES.toRecord> {
  return { ...OCCURRENCES.toRecord(occurrence), ...derivedColumns(occurrence) };
}

const TEXT_COLUMNS: ReadonlySet<string> = new Set(['title', 'notes', 'checklist']);

/**
 * Works like {@link occurrenceToRecord}, but leaves out the text. If a row is only moved, its text stays the same
 * and need not be sent and written again.
 */
export function movedToRecord(occurrence: Occurrence): object {
  const columns = Object.entries(OCCURRENCES.toRecord(occurrence));
  return {
    ...Object.fromEntries(columns.filter(([column]) => !TEXT_COLUMNS.has(column))),
    ...placeColumns(occurrence),
    remind_on: remindOn(occurrence),
  };
}

function derivedColumns(occurrence: Occurrence) {
  return {
    ...placeColumns(occurrence),
    search_text: storedSearchText(occurrence),
    remind_on: remindOn(occurrence),
  };
}

function placeColumns({
  originalDate,
  originalTime,
}: Occurrence): Pick<Insertable<OccurrencesTable>, 'original_date' | 'original_at'> {
  if (originalDate === null || originalTime === null)
    return { original_date: originalDate, original_at: null };
  return { original_date: null, original_at: `${originalDate} ${originalTime}` };
}

/** The SQL of the date that the rule gives an occurrence. An index on the history has the same expression. */
export const ORIGINAL_DATE = sql`coalesce(original_date, original_at::date)`;

/** The SQL of the text that a search looks through. With the collation `C`, `lower` changes only ASCII letters. */
export const SEARCH_TEXT = sql`coalesce(search_text, lower(concat_ws(E'\\n', title, notes) collate "C"))`;

/**
 * Returns the text that is stored for the search. Returns null if it is only the title and notes in lower case,
 * because the search computes that text itself. The rows of a series follow each other and have the same text, so
 * the last result is cached.
 */
function storedSearchText(occurrence: Occurrence): string | null {
  const written = toWrittenText(occurrence);
  if (written !== latest.written) {
    const folded = toSearchText(occurrence);
    const smallLetters = written.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
    latest = { written, stored: folded === smallLetters ? null : folded };
  }
  return latest.stored;
}

let latest: { readonly written: string; readonly stored: string | null } = { written: '', stored: null };
