import type { Activity } from '../../../../domain/history/activity.js';
import type { KeyedOperation } from '../../../../application/operations/ports.js';
import type { ChangeFeed, ChangeLog, ShownRows, SnapshotRange } from '../../../../application/sync/ports.js';
import type { HouseholdId, MemberId } from '../../../../domain/shared/ids.js';
import type { Instant } from '../../../../domain/shared/zone.js';
import {
  kindNumber,
  NO_HEAD,
  type SyncBasis,
  type StreamHead,
  type Position,
  type Positions,
} from '../../../../domain/sync/cursor.js';
import {
  listAffectedOccurrences,
  listEntries,
  type Audience,
  type ChangeEntry,
} from '../../../../domain/sync/entries.js';
import type { JournalEntry, SyncedKind } from '../../../../domain/sync/journal.js';
import {
  SNAPSHOT_NOTIFICATIONS,
  type NumberedEntry,
  type StreamNews,
  type StreamPage,
} from '../../../../domain/sync/page.js';
import { isVisibleTo } from '../../../../domain/tasks/occurrence.js';
import { newestFirst } from '../../../../domain/shared/page.js';
import { compareSortKeys } from '../../../../domain/shared/page.js';
import { InMemoryActivityRepository } from '../history/history.js';
import { InMemoryHouseholdRepository } from '../households/household-repository.js';
import { InMemoryNotificationRepository } from '../notifications/notification-repository.js';
import { InMemoryOperationRepository } from '../operations/operation-repository.js';
import { InMemorySwapRepository } from '../series/swap-repository.js';
import { toKey, type StoredHead, InMemoryRepository } from '../store.js';

export class InMemoryChangeLog extends InMemoryRepository implements ChangeLog {
  async write(
    journal: readonly JournalEntry[],
    operation: KeyedOperation | null,
    { isStored, activity }: { readonly isStored: boolean; readonly activity: Activity | null } = {
      isStored: false,
      activity: null,
    },
  ): Promise<void> {
    const { changeHeads, changeEntries } = this.store;
    if (operation !== null && !isStored) await new InMemoryOperationRepository(this.store).insert(operation);
    if (activity !== null) await new InMemoryActivityRepository(this.store).insertAll([activity]);
    const numbers = new Map<string, number>();
    for (const entry of this.#withDependents(journal)) {
      const stream = streamKey(entry);
      const { seq: last, floor } = changeHeads.get(stream) ?? { seq: 0, floor: 0 };
      const seq = numbers.get(stream) ?? last + 1;
      numbers.set(stream, seq);
      const { householdId, audience, kind, id } = entry;
      const key = toKey(stream, kind, id);
      changeEntries.set(key, {
        ...{ householdId, audience, kind, id, seq },
        at: Date.now(),
        operationId: operation?.id ?? changeEntries.get(key)?.operationId ?? null,
      });
      changeHeads.set(stream, { householdId, audience, seq, floor });
    }
  }

  /**
   * Returns the entries of the journal and those of the swaps and notifications that depend on a changed occurrence.
   */
  #withDependents(journal: readonly JournalEntry[]): ChangeEntry[] {
    const entries = [...listEntries(journal)];
    for (const { householdId, id: about, createdBy, audience, isTurnedOver } of listAffectedOccurrences(
      journal,
    )) {
      const swaps = this.store.swaps.filter(
        (swap) =>
          swap.householdId === householdId && [swap.occurrenceId, swap.withOccurrenceId].includes(about),
      );
      entries.push(...swaps.map(({ id }) => ({ householdId, audience, kind: 'swap' as const, id })));
      const notifications = this.store.notifications.filter(
        (one) =>
          one.householdId === householdId && one.occurrenceId === about && one.recipientId !== createdBy,
      );
      if (!isTurnedOver) continue;
      for (const { id, recipientId } of notifications)
        entries.push({ householdId, audience: recipientId, kind: 'notification', id });
    }
    return entries;
  }

  forget(householdId: HouseholdId, member: MemberId): Promise<void> {
    const belongsTo = (one: ChangeEntry | StoredHead) =>
      one.householdId === householdId && one.audience === member;
    this.store.changeHeads.deleteWhere(belongsTo);
    this.store.changeEntries.deleteWhere(belongsTo);
    return Promise.resolve();
  }

  purge(before: Instant, limit: number): Promise<number> {
    const { changeHeads, changeEntries } = this.store;
    const old = changeEntries.filter(({ at }) => at < before).slice(0, limit);
    for (const entry of old) {
      changeEntries.delete(toKey(streamKey(entry), entry.kind, entry.id));
      const head = changeHeads.get(streamKey(entry));
      if (head !== undefined)
        changeHeads.set(streamKey(entry), { ...head, floor: Math.max(head.floor, entry.seq) });
    }
    return Promise.resolve(old.length);
  }
}

export class InMemoryChangeFeed extends InMemoryRepository implements ChangeFeed {
  page(
    householdId: HouseholdId,
    member: MemberId,
    from: Positions | null,
    limit: number,
  ): Promise<(StreamPage & { readonly ground: Omit<SyncBasis, 'timeZone' | 'wording'> }) | null> {
    const found = this.store.members.get(toKey(householdId, member));
    const display = this.store.displays.get(toKey(householdId, member));
    const joinedAt = found?.leftAt === null ? found.joinedAt : display?.createdAt;
    if (joinedAt === undefined) return Promise.resolve(null);
    const findHead = (audience: Audience): StreamHead => {
      const head = this.store.changeHeads.get(streamKey({ householdId, audience }));
      return head === undefined ? NO_HEAD : { seq: head.seq, floor: head.floor };
    };
    const behind = (audience: Audience, position: Position | undefined) =>
      position === undefined ? [] : this.#behind(householdId, audience, position).slice(0, limit + 1);
    return Promise.resolve({
      ground: {
        epoch: this.store.epoch.get('') ?? '0'.repeat(16),
        householdId,
        memberId: member,
        joinedAt,
      },
      without: new Set(
        (['shoppingList', 'dayCalendar', 'pause'] as const).filter((kind) =>
          this.#isWithout(kind, householdId),
        ),
      ),
      heads: { everyone: findHead(null), own: findHead(member) },
      everyone: behind(null, from?.everyone),
      own: behind(member, from?.own),
    });
  }

  news(
    householdId: HouseholdId,
    from: ReadonlyMap<Audience, number>,
  ): Promise<ReadonlyMap<Audience, StreamNews>> {
    const news = new Map<Audience, StreamNews>();
    for (const [audience, seq] of from) {
      const head = this.store.changeHeads.get(streamKey({ householdId, audience }))?.seq;
      if (head === undefined) continue;
      const last = new Map(
        this.#behind(householdId, audience, { seq, amid: null }).map((one) => [one.kind, one.seq]),
      );
      news.set(audience, { head, kinds: [...last].map(([kind, number]) => ({ seq: number, kind })) });
    }
    return Promise.resolve(news);
  }

  #isWithout(kind: 'shoppingList' | 'dayCalendar' | 'pause', householdId: HouseholdId): boolean {
    const { shoppingLists: shoppingList, dayCalendars: dayCalendar, pauses: pause } = this.store;
    const rows = { shoppingList, dayCalendar, pause }[kind].filter(() => true);
    return !rows.some((one: { householdId: HouseholdId }) => one.householdId === householdId);
  }

  #behind(householdId: HouseholdId, audience: Audience, { seq, amid }: Position): NumberedEntry[] {
    const key = (one: NumberedEntry) => [one.seq, kindNumber(one.kind), one.id];
    const isBehind = (one: NumberedEntry) =>
      amid === null ? one.seq > seq : compareSortKeys(key(one), key({ seq, ...amid })) > 0;
    return this.store.changeEntries
      .filter((one) => one.householdId === householdId && one.audience === audience && isBehind(one))
      .map((one) => ({ seq: one.seq, kind: one.kind, id: one.id }))
      .toSorted((a, b) => compareSortKeys(key(a), key(b)));
  }

  async find<Kind extends SyncedKind>(
    kind: Kind,
    householdId: HouseholdId,
    viewer: MemberId,
    ids: readonly string[],
  ): Promise<readonly ShownRows[Kind][]> {
    return (await this.#shown(kind, householdId, viewer)).filter((row) => ids.includes(readId(row)));
  }

  async snapshot<Kind extends SyncedKind>(
    kind: Kind,
    householdId: HouseholdId,
    viewer: MemberId,
    { historyFrom, startsAt }: SnapshotRange,
    { after, limit }: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly ShownRows[Kind][]> {
    let rows = await this.#shown(kind, householdId, viewer);
    if (kind === 'occurrence')
      rows = rows.filter((row) => {
        const { status, date, completedAt } = row as ShownRows['occurrence'];
        return status === 'TODO' || date === null || date >= historyFrom || (completedAt ?? 0) >= startsAt;
      });
    if (kind === 'notification') {
      const newest = (rows as readonly ShownRows['notification'][])
        .toSorted((a, b) => compareSortKeys(newestFirst(a), newestFirst(b)))
        .slice(0, SNAPSHOT_NOTIFICATIONS)
        .map(({ id }) => id);
      rows = rows.filter((row) => {
        const { id, readAt } = row as ShownRows['notification'];
        return readAt === null || newest.includes(id);
      });
    }
    return rows
      .filter((row) => after === null || readId(row) > after)
      .toSorted((a, b) => (readId(a) < readId(b) ? -1 : 1))
      .slice(0, limit);
  }

  /** Returns all rows of one kind that the viewer may see. */
  async #shown<Kind extends SyncedKind>(
    kind: Kind,
    householdId: HouseholdId,
    viewer: MemberId,
  ): Promise<readonly ShownRows[Kind][]> {
    return await this.#all[kind](householdId, viewer);
  }

  readonly #all: {
    readonly [Kind in SyncedKind]: (
      householdId: HouseholdId,
      viewer: MemberId,
    ) => Promise<readonly ShownRows[Kind][]> | readonly ShownRows[Kind][];
  } = {
    household: (householdId, viewer) => {
      const member = this.store.members.get(toKey(householdId, viewer));
      return member === undefined ? [] : new InMemoryHouseholdRepository(this.store).summariesFor(member);
    },
    member: (householdId) =>
      new InMemoryHouseholdRepository(this.store).members(householdId, { withFormer: true }),
    category: (householdId) => this.store.categories.filter((one) => one.householdId === householdId),
    occurrence: (householdId, viewer) =>
      this.store.occurrences.filter(
        (one) => one.householdId === householdId && one.deletedAt === null && isVisibleTo(one, viewer),
      ),
    series: (householdId, viewer) =>
      this.store.series.filter(
        (one) =>
          one.householdId === householdId &&
          (one.template.visibility === 'SHARED' || one.createdBy === viewer),
      ),
    shoppingItem: (householdId) => this.store.shoppingItems.filter((one) => one.householdId === householdId),
    shoppingList: (householdId) => this.store.shoppingLists.filter((one) => one.householdId === householdId),
    swap: async (householdId, viewer) =>
      (await new InMemorySwapRepository(this.store).list(householdId, viewer, ALL)).rows,
    pause: (householdId, viewer) =>
      this.store.pauses.filter(
        (one) => one.householdId === householdId && (one.visibility === 'SHARED' || one.createdBy === viewer),
      ),
    dayCalendar: (householdId) => this.store.dayCalendars.filter((one) => one.householdId === householdId),
    template: (householdId) => this.store.taskTemplates.filter((one) => one.householdId === householdId),
    notification: async (householdId, viewer) =>
      (await new InMemoryNotificationRepository(this.store).list(householdId, viewer, { unread: false }, ALL))
        .rows,
  };
}

const ALL = { limit: 1_000_000, after: null };

function readId(row: ShownRows[SyncedKind]): string {
  return 'household' in row ? row.household.id : row.id;
}

function streamKey({ householdId, audience }: Pick<ChangeEntry, 'householdId' | 'audience'>): string {
  return toKey(householdId, audience ?? '');
}
