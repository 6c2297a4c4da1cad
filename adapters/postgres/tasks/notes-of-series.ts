import { sql, type RawBuilder } from 'kysely';
import type { HouseholdId, SeriesId } from '../../../domain/shared/ids.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { Database } from '../database.js';
import { OCCURRENCES, occurrenceFromRow, type OccurrenceRow } from './table.js';

/*
 * A change of a whole household reads thousands of occurrences, and nearly all of them have the same notes as their
 * series. So such rows are read without notes, and the notes of each series are read once. In memory, all rows of a
 * series then share one string.
 */

/** A row whose `notes` are null if they equal those of its series (`hasNotesOfSeries`). */
export type RowSharingNotes = OccurrenceRow & { readonly hasNotesOfSeries: boolean };

/** The select list of {@link RowSharingNotes} for rows of the table with this name or alias. */
export function selectSharingNotes(householdId: HouseholdId, alias: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  const shared = sql`(
    select s.notes from series s where s.household_id = ${householdId} and s.id = ${of('series_id')}
  )`;
  return sql`${OCCURRENCES.select(alias, '', ['notes'])}, nullif(${of('notes')}, ${shared}) as notes,
    coalesce(${of('notes')} = ${shared}, false) as "hasNotesOfSeries"`;
}

/** Returns the select list for a `with` query that was selected by {@link selectSharingNotes}. */
export function fieldsSharingNotes(alias: string): RawBuilder<unknown> {
  return sql`${OCCURRENCES.fields(alias)}, ${sql.ref(`${alias}.hasNotesOfSeries`)}`;
}

/** Runs the statement, reads the notes of the series of its rows, and returns the occurrences with their notes. */
export async function readSharingNotes(
  db: Database,
  householdId: HouseholdId,
  statement: RawBuilder<RowSharingNotes>,
): Promise<readonly Occurrence[]> {
  const { rows } = await statement.execute(db);
  const notesOf = await readNotes(db, householdId, rows);
  return rows.map(({ hasNotesOfSeries, ...row }) =>
    occurrenceFromRow(hasNotesOfSeries ? { ...row, notes: notesOf.get(row.seriesId) ?? null } : row),
  );
}

async function readNotes(
  db: Database,
  householdId: HouseholdId,
  found: readonly RowSharingNotes[],
): Promise<ReadonlyMap<SeriesId | null, string>> {
  const ids = new Set(found.flatMap((row) => (row.hasNotesOfSeries && row.seriesId) || []));
  if (ids.size === 0) return new Map();
  const { rows } = await sql<{ id: SeriesId; notes: string }>`
    select id, notes from series where household_id = ${householdId} and id = any(${[...ids]}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ id, notes }) => [id, notes]));
}
