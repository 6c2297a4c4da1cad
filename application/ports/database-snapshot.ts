import type { Bytes, FileKey } from './file-store.js';

export type SnapshotTable = { readonly name: string; readonly columns: readonly string[] };

/** A file that a row of the snapshot stands for, and what the row says of it. */
export type SnapshotFile = { readonly key: FileKey; readonly size: number; readonly sha256: string };

/**
 * Everything that the database held at one moment, however much is written meanwhile. What it gives is read in the
 * order of use, one stream at a time, and no faster than it is taken.
 */
export interface DatabaseSnapshot {
  /** The migrations that had been applied, in their order. */
  readonly migrations: readonly string[];
  /** Those of the application, each after the ones that its rows refer to; columns that are computed are left out. */
  readonly tables: readonly SnapshotTable[];
  /** Where each sequence stands; at or after everything that the tables hold of it. */
  readonly sequences: Readonly<Record<string, string>>;
  /** A row a line; equal tables with rows in equal order come out as equal bytes. */
  rows(table: SnapshotTable): Bytes;
  /** The jobs that have not ended, a job a line, for the loader. A job may come twice, none is missing. */
  jobs(): Bytes;
  /** Without those whose upload had not ended. */
  files(): AsyncIterable<SnapshotFile>;
  /** Whether a row stands for the file now, outside of the snapshot. */
  isStillKnown(key: FileKey): Promise<boolean>;
}
