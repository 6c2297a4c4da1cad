import type { JournalEntry, SyncedKind, SyncedRows } from '../../domain/sync/journal.js';

/**
 * What a transaction touched, written down by the repositories and not by use cases: deleting a category, a departure
 * and the calendar's sweep change rows in bulk. It stands for what clients keep copies of (`SyncedRows`), and nothing else.
 */
export interface Journal {
  /**
   * What has changed so far, each row once, as the transaction found it and as it is now; in no order that says
   * anything. A row that was made and went again is not in it, nor one that is as it was.
   */
  entries(): readonly JournalEntry[];
  /** What is shown of a row is another, though the row is not: the name of a member who goes by that of the account. */
  touch<Kind extends SyncedKind>(kind: Kind, row: SyncedRows[Kind]): void;
}
