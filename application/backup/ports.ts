import type { Bytes, FileKey } from '../attachments/ports.js';

export type ArchiveEntry = { readonly name: string; readonly bytes: Bytes };

/**
 * Writes an archive. Entries are stored in the order in which they are added; `add` resolves when the archive has
 * accepted the entry.
 */
export interface ArchiveWriter {
  add(name: string, content: Uint8Array): Promise<void>;
}

/**
 * Reads an archive, from its beginning on each call. The bytes of an entry must be read before the next entry is
 * requested. Fails with an OperatorError if the archive is truncated or its structure is damaged.
 */
export type ReadArchive = () => AsyncIterable<ArchiveEntry>;

/** An empty database that a restore fills, in one transaction. */
export interface LoadScope {
  /** Inserts the rows that `DatabaseSnapshot.rows` produced. Returns the number of rows. */
  load(table: SnapshotTable, rows: Bytes): Promise<number>;
  /**
   * Checks all references between rows, after all rows are loaded. Throws if a row refers to one that does not exist.
   */
  requireWhole(): Promise<void>;
  setSequences(positions: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Queues the jobs that `DatabaseSnapshot.jobs` produced. They run when the service has started. Returns the number of
   * jobs.
   */
  loadJobs(jobs: Bytes): Promise<number>;
  /** Returns the rows in the database now, in the form of `DatabaseSnapshot.rows`. */
  rows(table: SnapshotTable): Bytes;
  /** Deletes the rows of these files, and corrects the counts of files. */
  forgetFiles(keys: readonly FileKey[]): Promise<void>;
}

/** Restores rows into an empty database. */
export interface DatabaseLoader {
  /** Returns the migrations among `applied` that this program does not know. */
  unknownMigrations(applied: readonly string[]): readonly string[];
  /**
   * Migrates the database to the level of `applied`, runs `work`, and migrates to the newest level, all in one
   * transaction.
   *
   * @throws OperatorError if the database contains data, was migrated by a newer version or refuses a row, or if the
   *   data cannot be migrated to the newest level.
   * @throws UNAVAILABLE if no database answers.
   */
  run<T>(applied: readonly string[], work: (scope: LoadScope) => Promise<T>): Promise<T>;
}

export type SnapshotTable = { readonly name: string; readonly columns: readonly string[] };

/** A file that a row of the snapshot refers to, with the size and checksum from the row. */
export type SnapshotFile = { readonly key: FileKey; readonly size: number; readonly sha256: string };

/**
 * A consistent snapshot of the whole database at one moment. Writes that happen while it is read are not visible. Its
 * streams must be read in the order in which they are declared, one at a time; they are read with backpressure.
 */
export interface DatabaseSnapshot {
  /** The names of the migrations that were applied, in their order. */
  readonly migrations: readonly string[];
  /** The tables of the application, each after the tables that its rows refer to. Generated columns are left out. */
  readonly tables: readonly SnapshotTable[];
  /** The position of each sequence that was used. It is at or after every value that the tables contain. */
  readonly sequences: Readonly<Record<string, string>>;
  /**
   * Streams the rows of a table, one per line, in the order in which the database stores them. Equal rows produce
   * equal bytes on every server.
   */
  rows(table: SnapshotTable): Bytes;
  /**
   * Streams the unfinished jobs, one per line, for `LoadScope.loadJobs`. A job may also be among the rows of the job
   * outbox, but no job is missing in both.
   */
  jobs(): Bytes;
  /** Lists the files of completed uploads. */
  files(): AsyncIterable<SnapshotFile>;
  /** Returns whether a row refers to the file now, outside of the snapshot. */
  isStillKnown(key: FileKey): Promise<boolean>;
}
