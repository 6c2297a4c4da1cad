import { openDB, unwrap, type DBSchema, type IDBPDatabase } from 'idb';
import {
  KINDS,
  emptyCopy,
  type Copy,
  type Household,
  type Kind,
  type FeedPage,
  type Row,
} from './replica.ts';
import type { Entry, Refusal } from './outbox-rules.ts';

/**
 * The data that is stored on the device, in one IndexedDB database per user: copies of households without
 * notifications (and without personal tasks unless the user allows it), and the outbox with its refusals. If
 * IndexedDB is not available, nothing is stored and everything else works.
 */
type Schema = DBSchema & {
  rows: { key: [string, string, string]; value: { household: string; kind: string; id: string; row: Row } };
  places: { key: string; value: { household: string; cursor: string; row: Household } };
  outbox: { key: string; value: Entry };
  refusals: { key: string; value: Refusal };
};

const PREFIX = 'planner-';
let opened: { userId: string; database: Promise<IDBPDatabase<Schema> | null> } | null = null;
let keepsPersonal = false;
let keepsNothing = false;

const PERSONAL = 'planner.personal';

/** The setting whether the user stores their personal tasks on this device. Off by default. */
export const keepsPersonalTasks = {
  of: (userId: string): boolean => localStorage.getItem(PERSONAL) === userId,
  set(userId: string, keeps: boolean): void {
    if (keeps) localStorage.setItem(PERSONAL, userId);
    else localStorage.removeItem(PERSONAL);
  },
};

/**
 * Opens the database of this user. null means nothing is stored, because the device is shared or nobody is
 * signed in.
 */
export function openStore(userId: string | null): void {
  keepsPersonal = userId !== null && keepsPersonalTasks.of(userId);
  keepsNothing = userId === null;
  if (userId === null || opened?.userId === userId) return;
  opened = { userId, database: open(userId) };
}

async function open(userId: string): Promise<IDBPDatabase<Schema> | null> {
  try {
    return await openDB<Schema>(PREFIX + userId, 3, {
      upgrade(database, before) {
        // Copies of database versions 1 and 2 contain no shopping lists. The feed reports only changes, so it would
        // not deliver the existing lists. Deleting the copy makes the client load the household completely.
        if (before === 1 || before === 2) {
          database.deleteObjectStore('rows');
          database.deleteObjectStore('places');
        }
        if (before < 3) {
          database.createObjectStore('rows', { keyPath: ['household', 'kind', 'id'] });
          database.createObjectStore('places', { keyPath: 'household' });
        }
        if (before < 1) {
          database.createObjectStore('outbox', { keyPath: 'id' });
        }
        if (before < 2) database.createObjectStore('refusals', { keyPath: 'entry.id' });
      },
      // Another tab wants to delete or upgrade the database. From then on this tab keeps its data only in memory.
      blocking: (_, __, event) => {
        (event.target as IDBDatabase).close();
        if (opened?.userId === userId) opened = { userId, database: Promise.resolve(null) };
      },
    });
  } catch {
    return null; // Private windows of some browsers refuse IndexedDB, so nothing is stored.
  }
}

const database = async () => (keepsNothing ? null : ((await opened?.database) ?? null));

const mayBeKept = (kind: Kind, row: Row): boolean =>
  kind !== 'notifications' &&
  (keepsPersonal || !('visibility' in row) || (row as { visibility: string }).visibility === 'SHARED');

const ofHousehold = (household: string) => IDBKeyRange.bound([household], [household, []]);

/** Returns the stored copy of a household and its cursor, or null if there is none. */
export async function loadCopy(household: string): Promise<{ copy: Copy; cursor: string } | null> {
  const db = await database();
  if (db === null) return null;
  const transaction = db.transaction(['rows', 'places']);
  const [place, rows] = await Promise.all([
    transaction.objectStore('places').get(household),
    transaction.objectStore('rows').getAll(ofHousehold(household)),
  ]);
  if (place === undefined) return null;
  const copy = { ...emptyCopy(), household: place.row };
  for (const { kind, row } of rows) (copy[kind as Kind] as unknown as Map<string, Row>).set(row.id, row);
  return { copy, cursor: place.cursor };
}

/** Stores one page of the feed and its cursor in one transaction. */
export async function savePage(page: FeedPage, household: Household): Promise<void> {
  const db = await database();
  if (db === null) return;
  const transaction = db.transaction(['rows', 'places'], 'readwrite');
  const rows = transaction.objectStore('rows');
  for (const kind of KINDS) {
    for (const row of page.changed[kind] as readonly Row[])
      if (mayBeKept(kind, row)) void rows.put({ household: household.id, kind, id: row.id, row });
      else void rows.delete([household.id, kind, row.id]);
    for (const id of page.removed[kind]) void rows.delete([household.id, kind, id]);
  }
  void transaction
    .objectStore('places')
    .put({ household: household.id, cursor: page.cursor, row: household });
  await transaction.done;
}

/** Stores rows that did not come from the feed, except those that must not be stored on the device. */
export async function saveRows(household: string, kind: Kind, all: readonly Row[]): Promise<void> {
  const rows = all.filter((row) => mayBeKept(kind, row));
  const db = rows.length === 0 ? null : await database();
  if (db === null) return;
  const transaction = db.transaction('rows', 'readwrite');
  for (const row of rows) void transaction.store.put({ household, kind, id: row.id, row });
  await transaction.done;
}

const AT_ONCE = 16;

/** Replaces the stored copy with a complete one. */
export async function saveCopy(copy: Copy, cursor: string): Promise<void> {
  const db = await database();
  const { household } = copy;
  if (db === null || household === null) return;
  const transaction = db.transaction(['rows', 'places'], 'readwrite');
  const store = transaction.objectStore('rows');
  await store.delete(ofHousehold(household.id));
  // There may be hundreds of rows. After every 16th row the loop waits, so that the browser can handle input. The
  // other rows are written without a promise, which saves time.
  let count = 0;
  for (const kind of KINDS)
    for (const row of copy[kind].values()) {
      if (!mayBeKept(kind, row)) continue;
      const kept = { household: household.id, kind, id: row.id, row };
      if (++count % AT_ONCE === 0) await store.put(kept);
      else void unwrap(store).put(kept);
    }
  void transaction.objectStore('places').put({ household: household.id, cursor, row: household });
  await transaction.done;
}

/** Deletes the stored copy of a household. */
export async function forgetCopy(household: string): Promise<void> {
  const db = await database();
  if (db === null) return;
  const transaction = db.transaction(['rows', 'places'], 'readwrite');
  void transaction.objectStore('rows').delete(ofHousehold(household));
  void transaction.objectStore('places').delete(household);
  await transaction.done;
}

export async function loadOutbox(): Promise<Entry[]> {
  const db = await database();
  if (db === null) return [];
  const entries = await db.getAll('outbox');
  return entries.sort((a, b) => a.order - b.order);
}

/** Returns the refusals that wait for a decision. null means the device stores nothing. */
export async function loadRefusals(): Promise<readonly Refusal[] | null> {
  const db = await database();
  if (db === null) return null;
  const refusals = await db.getAll('refusals');
  return refusals.sort((a, b) => a.entry.order - b.entry.order);
}

/** Stores and deletes entries of the outbox. Returns false if the device stores nothing. */
export async function saveEntries(put: readonly Entry[], gone: readonly string[]): Promise<boolean> {
  const db = await database();
  if (db === null) return false;
  const transaction = db.transaction('outbox', 'readwrite');
  for (const entry of put) void transaction.store.put(entry);
  for (const id of gone) void transaction.store.delete(id);
  await transaction.done;
  return true;
}

/**
 * Deletes answered entries and stores their refusals, in one transaction. Returns false if the device stores
 * nothing.
 */
export async function settleEntries(gone: readonly string[], refused: readonly Refusal[]): Promise<boolean> {
  const db = await database();
  if (db === null) return false;
  const transaction = db.transaction(['outbox', 'refusals'], 'readwrite');
  for (const id of gone) void transaction.objectStore('outbox').delete(id);
  for (const refusal of refused) void transaction.objectStore('refusals').put(keepable(refusal));
  await transaction.done;
  return true;
}

/**
 * Returns the refusal as it is stored. It leaves out the current row of a conflict if that row must not be
 * stored on this device, such as a personal task.
 */
function keepable(refusal: Refusal): Refusal {
  if (refusal.conflict === null) return refusal;
  const { reason, current } = refusal.conflict;
  const groups = refusal.conflict.groups.map(({ group, theirsBy, theirsAt }) => ({
    group,
    theirsBy,
    theirsAt,
  }));
  const mayStay = current !== null && mayBeKept('occurrences', current);
  return { ...refusal, conflict: { reason, current: mayStay ? current : null, groups } };
}

export async function deleteRefusal(id: string): Promise<void> {
  const db = await database();
  await db?.delete('refusals', id);
}

/** Deletes all data of all users on this device. */
export async function wipeStore(): Promise<void> {
  const db = await opened?.database;
  const userId = opened?.userId;
  opened = null;
  db?.close();
  const names = new Set(userId === undefined ? [] : [PREFIX + userId]);
  const known = (await (indexedDB as Partial<IDBFactory>).databases?.()) ?? [];
  for (const { name } of known) if (name?.startsWith(PREFIX)) names.add(name);
  await Promise.all([...names].map(deleteDatabase));
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
}
