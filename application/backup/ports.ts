import type { Bytes, FileKey } from '../attachments/ports.js';

export type ArchiveEntry = { readonly name: string; readonly bytes: Bytes };

/** Entries in the order in which they are added, each as fast as it can be written. */
export interface ArchiveWriter {
  add(name: string, content: Uint8Array): Promise<void>;
}

/**
 * Reads from the beginning, each time that it is called. The bytes of an entry are taken before the next entry; an
 * archive that is cut off or whose structure is damaged ends with an OperatorError.
 */
export type ReadArchive = () => AsyncIterable<ArchiveEntry>;

/** An empty database that is being filled, in one transaction. */
export interface LoadScope {
  /** Takes what `rows` of a snapshot gave; answers with the number of rows. */
  load(table: SnapshotTable, rows: Bytes): Promise<number>;
  /** Once all rows are loaded: refuses them where they refer to what is not there. */
  requireWhole(): Promise<void>;
  setSequences(positions: Readonly<Record<string, string>>): Promise<void>;
  /** Takes what `jobs` of a snapshot gave: they run when the service has started. */
  loadJobs(jobs: Bytes): Promise<number>;
  /** What `rows` of a snapshot of this moment would give. */
  rows(table: SnapshotTable): Bytes;
  /** Removes the rows that stand for these files, and what counts them. */
  forgetFiles(keys: readonly FileKey[]): Promise<void>;
}

export interface DatabaseLoader {
  /** Of these migrations, those that this program does not know. */
  unknownMigrations(applied: readonly string[]): readonly string[];
  /**
   * Brings the database to the level of `applied`, runs `work`, and brings it to the newest level; all of it or, when
   * anything fails, nothing. OperatorError for a database that holds data, or that a newer version has migrated.
   */
  run<T>(applied: readonly string[], work: (scope: LoadScope) => Promise<T>): Promise<T>;
}

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
