import { consistentRecord, type SeriesRecord, type SeriesTemplate } from '../../../domain/series/series.js';
import { pickContent } from '../../../domain/tasks/content.js';
import { instant, json, mapTable, nullableJson, type FieldMap } from '../field-map.js';
import { CONTENT_COLUMNS, priorityAt, type SelectedContent } from '../tasks/table.js';

/** The fields of a series without its template, and without `ended`, which follows from `endedAt`. */
type SeriesOnly = Omit<SeriesRecord, 'template' | 'ended'>;

const SERIES_ONLY = {
  id: 'id',
  householdId: 'household_id',
  taskId: 'task_id',
  recurrence: json('recurrence'),
  start: 'start_date',
  startIndex: 'start_index',
  segments: json('segments'),
  missed: 'missed',
  season: nullableJson('season'),
  shift: nullableJson('shift'),
  whenAway: 'when_away',
  pauses: json('pauses'),
  horizon: 'horizon',
  nextIndex: 'next_index',
  excludedDates: json('excluded_dates'),
  endsBefore: 'ends_before',
  version: 'version',
  createdBy: 'created_by',
  createdAt: instant('created_at'),
  endedAt: instant('ended_at'),
} as const satisfies FieldMap<SeriesOnly>;
const FIELDS = Object.keys(SERIES_ONLY) as readonly (keyof SeriesOnly)[];

export const SERIES_TABLE = mapTable<SeriesOnly & SeriesTemplate>()({
  ...SERIES_ONLY,
  ...CONTENT_COLUMNS,
  checklist: json('checklist'),
});

export type SeriesTableRow = SeriesOnly & SelectedContent & Pick<SeriesTemplate, 'checklist'>;

/** The select list that {@link seriesFromRow} needs, for a table with the alias `s`. */
export const SERIES_COLUMNS = SERIES_TABLE.select('s');

export function seriesFromRow(row: SeriesTableRow): SeriesRecord {
  const { checklist, priority, endedAt } = row;
  return {
    ...(Object.fromEntries(FIELDS.map((field) => [field, row[field]])) as SeriesOnly),
    template: { ...pickContent({ ...row, priority: priorityAt(priority) }), checklist },
    ended: endedAt !== null,
  };
}

export function seriesToRow(series: SeriesRecord): ReturnType<typeof SERIES_TABLE.toRow> {
  return SERIES_TABLE.toRow(flatten(series));
}

/** Works like {@link seriesToRow}, but for a JSON parameter that holds many rows. */
export function seriesToRecord(series: SeriesRecord): ReturnType<typeof SERIES_TABLE.toRecord> {
  return SERIES_TABLE.toRecord(flatten(series));
}

function flatten(series: SeriesRecord): SeriesOnly & SeriesTemplate {
  const { template, ...fields } = consistentRecord(series);
  return { ...template, ...fields };
}
