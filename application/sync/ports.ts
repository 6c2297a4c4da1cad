import type { Activity } from '../../domain/history/activity.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { SwapView } from '../../domain/series/swap.js';
import type { SyncBasis, Positions } from '../../domain/sync/cursor.js';
import type { Audience } from '../../domain/sync/entries.js';
import type { JournalEntry, SyncedKind, SyncedRows } from '../../domain/sync/journal.js';
import type { StreamNews, StreamPage } from '../../domain/sync/page.js';
import type { KeyedOperation } from '../operations/ports.js';
import type { HouseholdSummary, NamedMember } from '../households/ports.js';

/**
 * The rows that a transaction changed. The repositories record them, not the use cases, because some operations change
 * many rows at once: deleting a category, the departure of a member, and the calendar sweep. It contains only the kinds
 * of rows that clients keep copies of (`SyncedRows`).
 */
export interface Journal {
  /**
   * Returns the changed rows, in no particular order. Each row is contained once, with its content before the
   * transaction and now. Rows that were created and deleted again are left out. So are rows that have their old
   * content again, unless `touch` recorded them. If the household was deleted, its other rows are left out.
   */
  entries(): readonly JournalEntry[];
  /**
   * Records that a row is shown differently although the row itself is unchanged: for example a member who is shown
   * under the name of their account.
   */
  touch<Kind extends SyncedKind>(kind: Kind, row: SyncedRows[Kind]): void;
}

/** Writes the change streams. */
export interface ChangeLog {
  /**
   * Gives the transaction the next sequence number of each stream that the journal concerns, and writes an entry for
   * each changed row, in one statement. An entry replaces the earlier entry of its row. It must be the last statement
   * of a transaction: the transaction locks the streams until it commits, so numbers become visible in order. The
   * same statement also writes the operation, unless it is stored already (`isStored`), and a history entry, if one is
   * given.
   */
  write(
    journal: readonly JournalEntry[],
    operation: KeyedOperation | null,
    how?: { readonly isStored: boolean; readonly activity: Activity | null },
  ): Promise<void>;
  /** Deletes the stream of a member who leaves. */
  forget(householdId: HouseholdId, member: MemberId): Promise<void>;
  /**
   * Deletes at most `limit` entries that are older than `before`, and records in their streams up to which number
   * entries are missing. Returns how many it deleted. Rows locked by other transactions are left for the next run.
   */
  purge(before: Instant, limit: number): Promise<number>;
}

/** The rows of each kind in the form that clients get. */
export type ShownRows = Omit<SyncedRows, 'household' | 'member' | 'swap'> & {
  readonly household: HouseholdSummary;
  readonly member: NamedMember;
  readonly swap: SwapView;
};

/**
 * The past that a snapshot includes: from the day `historyFrom`, which starts at `startsAt` in the household's time
 * zone.
 */
export type SnapshotRange = { readonly historyFrom: CivilDate; readonly startsAt: Instant };

/**
 * Reads the change streams of a household, and the rows that clients copy, with the rights of one viewer: a member or
 * a display. For a display, the caller passes its id as the member id; a display sees no personal rows. The row of
 * the household itself is returned to members only. Each method runs one SQL statement.
 */
export interface ChangeFeed {
  /**
   * Returns, read at one moment: the data that this member's copy depends on, the last sequence numbers (heads) of
   * the shared stream and the member's own stream, and the entries after `from`. There are at most `limit` + 1
   * entries of each stream, or none if `from` is null. Returns null if the member is not in the household.
   */
  page(
    householdId: HouseholdId,
    member: MemberId,
    from: Positions | null,
    limit: number,
  ): Promise<(StreamPage & { readonly ground: Omit<SyncBasis, 'timeZone' | 'wording'> }) | null>;
  /**
   * Returns, for each of these streams of a household, its last sequence number, and the kinds of the entries after
   * the given number with the number of the last entry of each kind. All are read at one moment. A stream without any
   * entry is missing in the result.
   */
  news(
    householdId: HouseholdId,
    from: ReadonlyMap<Audience, number>,
  ): Promise<ReadonlyMap<Audience, StreamNews>>;
  /**
   * Returns the rows with these ids that the viewer's lists contain, in no particular order. Rows in the trash are
   * left out.
   */
  find<Kind extends SyncedKind>(
    kind: Kind,
    householdId: HouseholdId,
    viewer: MemberId,
    ids: readonly string[],
  ): Promise<readonly ShownRows[Kind][]>;
  /**
   * Returns the rows of a snapshot in the order of their ids, starting after `after`: occurrences that are open,
   * undated, or dated or done within the range; the unread notifications and the newest 50; all rows of the other
   * kinds.
   */
  snapshot<Kind extends SyncedKind>(
    kind: Kind,
    householdId: HouseholdId,
    viewer: MemberId,
    range: SnapshotRange,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly ShownRows[Kind][]>;
}
