import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import type { SnapshotTable } from '../../../application/backup/ports.js';
import type { Bytes } from '../../../application/attachments/ports.js';

/**
 * Reads a table or query with COPY in PostgreSQL's text format, one row per line. Every version of PostgreSQL can
 * read it.
 */
export function copyOut(client: pg.Client, source: string): Bytes {
  return client.query(to(`copy ${source} to stdout`));
}

/** Loads rows in the format of {@link copyOut} with COPY. Returns the number of rows. */
export async function copyIn(client: pg.Client, target: string, rows: Bytes): Promise<number> {
  const stream = client.query(from(`copy ${target} from stdin`));
  await pipeline(Readable.from(rows, { objectMode: false }), stream);
  return stream.rowCount;
}

/** Returns the table and its columns in SQL, with escaped names. */
export function tableWithColumns({ name, columns }: SnapshotTable): string {
  return `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}
