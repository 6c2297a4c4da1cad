import { sql, type RawBuilder } from 'kysely';
import type { OccurrenceId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { HELD_BEFORE, type HeldBefore } from '../households/holdings.js';
import { listColumns } from '../columns.js';
import { occurrenceToRecord } from './table.js';

/** Of a row that is written over: which one, and what it held. */
export type WrittenOver = HeldBefore & { readonly id: OccurrenceId };
export const WRITTEN_OVER = sql`o.id, ${HELD_BEFORE}`;

/*
 * Statements over many rows have the rows as one parameter: a year of a daily series would have 14 000, and each
 * number of rows a plan of its own.
 */

/** In characters. A piece is made in a few milliseconds, and others get their turn while the database takes it. */
const PIECE = 1_000_000;

/** The rows in pieces for a statement each, since a hundred with the longest texts are tens of megabytes. */
export function* inPieces(occurrences: readonly Occurrence[]): Generator<readonly Occurrence[]> {
  let [from, length] = [0, 0];
  for (const [at, one] of occurrences.entries()) {
    const own = measureText(one);
    if (at > from && length + own > PIECE) {
      yield occurrences.slice(from, at);
      [from, length] = [at, 0];
    }
    length += own;
  }
  if (from < occurrences.length) yield occurrences.slice(from);
}

function measureText({ title, notes, checklist }: Occurrence): number {
  return checklist.reduce((sum, item) => sum + item.title.length, title.length + (notes?.length ?? 0));
}

/** The rows of rules with several times a day, and the others: each have places of their own in their series. */
export function byKindOfPlace(occurrences: readonly Occurrence[]): readonly (readonly Occurrence[])[] {
  const isTimed = ({ originalTime }: Occurrence) => originalTime !== null;
  return [occurrences.filter((one) => !isTimed(one)), occurrences.filter(isTimed)];
}

/** Gives the rows, all of one {@link byKindOfPlace kind}, that were not there yet, with the files that they show. */
export function insertAllStatement(
  occurrences: readonly Occurrence[],
): RawBuilder<{ readonly id: OccurrenceId; readonly attachment_count: number }> {
  const { rows, columns } = toRecords(occurrences);
  const isTimed = occurrences[0]?.originalTime !== null;
  return sql<{ readonly id: OccurrenceId; readonly attachment_count: number }>`
    insert into occurrences (${listColumns(columns)})
    select ${sql.join(columns.map(selectColumn), sql`, `)} from ${rows} r
    on conflict ${isTimed ? TIMED_PLACE : PLACE} do nothing
    returning id, attachment_count
  `;
}

const PLACE = sql`(household_id, series_id, original_date) where series_id is not null`;
const TIMED_PLACE = sql`(household_id, series_id, original_at) where original_at is not null`;

/** A new row shows the files that its task has already. */
function selectColumn(column: string): RawBuilder<unknown> {
  if (column !== 'attachment_count') return listColumns([column], 'r');
  return sql`(select count(*) from attachments a
    where a.household_id = r.household_id and a.task_id = r.task_id and a.sha256 is not null)`;
}

export function saveAllStatement(occurrences: readonly Occurrence[]): RawBuilder<WrittenOver> {
  const { rows, columns } = toRecords(occurrences);
  const fields = columns.filter((column) => column !== 'household_id' && column !== 'id');
  return sql<WrittenOver>`
    update occurrences set (${listColumns(fields)}) = row(${listColumns(fields, 'r')})
    from ${rows} r join occurrences o on o.household_id = r.household_id and o.id = r.id
    where occurrences.household_id = r.household_id and occurrences.id = r.id
    returning ${WRITTEN_OVER}
  `;
}

function toRecords(occurrences: readonly Occurrence[]) {
  const records = occurrences.map(occurrenceToRecord);
  return {
    rows: sql`jsonb_populate_recordset(null::occurrences, ${JSON.stringify(records)}::jsonb)`,
    columns: Object.keys(records[0] ?? {}),
  };
}
