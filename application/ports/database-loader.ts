import type { SnapshotTable } from './database-snapshot.js';
import type { Bytes, FileKey } from './file-store.js';

/** An empty database that is being filled, in one transaction. */
export interface LoadScope {
  /** Takes what `rows` of a snapshot gave; answers with the number of rows. */
  load(table: SnapshotTable, rows: Bytes): Promise<number>;
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
