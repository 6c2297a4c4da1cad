import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { SwapView } from '../../domain/series/swap.js';
import type { Ground, Positions } from '../../domain/sync/cursor.js';
import type { Audience } from '../../domain/sync/entries.js';
import type { JournalEntry, SyncedKind, SyncedRows } from '../../domain/sync/journal.js';
import type { StreamNews, StreamPage } from '../../domain/sync/page.js';
import type { MarkedOperation } from '../operations/ports.js';
import type { HouseholdSummary, NamedMember } from '../households/ports.js';

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

/** The streams of changes, where they are written. */
export interface ChangeLog {
  /**
   * Gives the transaction the next number of each stream that its journal concerns and puts the entries there, in one
   * statement. It comes last in a transaction: whoever has a number holds its stream until the commit, so that who gets
   * the next one is seen later. The operation is written with it, unless it is there already (`isStored`).
   */
  write(
    journal: readonly JournalEntry[],
    operation: MarkedOperation | null,
    how?: { readonly isStored: boolean },
  ): Promise<void>;
  /** The stream of a member who leaves. */
  forget(householdId: HouseholdId, member: MemberId): Promise<void>;
  /**
   * Deletes at most `limit` entries from before then, and notes in their streams which numbers are forgotten; gives how
   * many went. What others hold is left to the next time.
   */
  purge(before: Instant, limit: number): Promise<number>;
}

/** What is shown of a kind. */
export type ShownRows = Omit<SyncedRows, 'household' | 'member' | 'swap'> & {
  readonly household: HouseholdSummary;
  readonly member: NamedMember;
  readonly swap: SwapView;
};

/** What a snapshot shows of what lies back. */
export type SnapshotRange = { readonly historyFrom: CivilDate; readonly startsAt: Instant };

/**
 * The streams and the rows as a member sees them, or a display, whose id stands for that of a member who has nothing of their
 * own; the household itself is described to members alone. Each call is one statement on its own.
 */
export interface ChangeFeed {
  /**
   * What the copies of this member are grounded on, and of the streams of everyone and of their own the heads and what
   * comes behind `from`: at most `limit` + 1 entries each; null: none. All of one moment. null: they are no member.
   */
  page(
    householdId: HouseholdId,
    member: MemberId,
    from: Positions | null,
    limit: number,
  ): Promise<(StreamPage & { readonly ground: Omit<Ground, 'timeZone' | 'wording'> }) | null>;
  /**
   * Of these streams of a household, each from a number on, what has come behind it. All of one moment. Nothing of a stream
   * in which nothing ever was.
   */
  news(
    householdId: HouseholdId,
    from: ReadonlyMap<Audience, number>,
  ): Promise<ReadonlyMap<Audience, StreamNews>>;
  /** Those of the rows that the member's lists show, without the trash, in no order. */
  find<Kind extends SyncedKind>(
    kind: Kind,
    householdId: HouseholdId,
    viewer: MemberId,
    ids: readonly string[],
  ): Promise<readonly ShownRows[Kind][]>;
  /**
   * Those of a snapshot by id, behind `after`: occurrences that are open, undated, or dated or done within the range; the
   * unread notifications and the newest 50; of the other kinds all.
   */
  snapshot<Kind extends SyncedKind>(
    kind: Kind,
    householdId: HouseholdId,
    viewer: MemberId,
    range: SnapshotRange,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly ShownRows[Kind][]>;
}
