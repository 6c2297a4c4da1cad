import { openDB, unwrap, type DBSchema, type IDBPDatabase } from 'idb';
import { KINDS, emptyCopy, type Copy, type Household, type Kind, type Page, type Row } from './replica.ts';
import type { Entry, Refusal } from './outbox-rules.ts';

/**
 * What is kept on the device, in one database a user: the copies of households without PERSONAL rows and notifications, and what
 * waits to be sent or decided. Where there is no IndexedDB, nothing is kept and all else works.
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

/** Whether somebody wants their own tasks kept on this device: off unless they said so here. */
export const keepsPersonalTasks = {
  of: (userId: string): boolean => localStorage.getItem(PERSONAL) === userId,
  set(userId: string, keeps: boolean): void {
    if (keeps) localStorage.setItem(PERSONAL, userId);
    else localStorage.removeItem(PERSONAL);
  },
};

/** The database of this user, from now on; null: nothing is kept (a shared device, or nobody signed in). */
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
        // A copy that knows no shopping lists would never hear of those that are there: it is loaded anew.
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
      // Another tab deletes it, or is of a newer version: this one goes on in memory.
      blocking: (_, __, event) => {
        (event.target as IDBDatabase).close();
        if (opened?.userId === userId) opened = { userId, database: Promise.resolve(null) };
      },
    });
  } catch {
    return null; // private windows of some browsers refuse: nothing is kept
  }
}

const database = async () => (keepsNothing ? null : ((await opened?.database) ?? null));

const mayBeKept = (kind: Kind, row: Row): boolean =>
  kind !== 'notifications' &&
  (keepsPersonal || !('visibility' in row) || (row as { visibility: string }).visibility === 'SHARED');

const ofHousehold = (household: string) => IDBKeyRange.bound([household], [household, []]);

/** The copy of a household as it was left, and the cursor that goes with it. */
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

/** One page of the feed with its cursor, in one transaction. */
export async function savePage(page: Page, household: Household): Promise<void> {
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

/** Rows that came beside the feed, as far as they may be kept. */
export async function saveRows(household: string, kind: Kind, all: readonly Row[]): Promise<void> {
  const rows = all.filter((row) => mayBeKept(kind, row));
  const db = rows.length === 0 ? null : await database();
  if (db === null) return;
  const transaction = db.transaction('rows', 'readwrite');
  for (const row of rows) void transaction.store.put({ household, kind, id: row.id, row });
  await transaction.done;
}

const AT_ONCE = 16;

/** A whole copy, in place of what was kept. */
export async function saveCopy(copy: Copy, cursor: string): Promise<void> {
  const db = await database();
  const { household } = copy;
  if (db === null || household === null) return;
  const transaction = db.transaction(['rows', 'places'], 'readwrite');
  const store = transaction.objectStore('rows');
  await store.delete(ofHousehold(household.id));
  // Hundreds of rows: some at a time, so that a press is heard between them, and with a promise for the last of these alone.
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

/** Of a household that one has left, or that is to be loaded anew. */
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

/** What was not taken and has yet to be decided; null: nothing is kept here. */
export async function loadRefusals(): Promise<readonly Refusal[] | null> {
  const db = await database();
  if (db === null) return null;
  const refusals = await db.getAll('refusals');
  return refusals.sort((a, b) => a.entry.order - b.entry.order);
}

/** False: nothing is kept here. */
export async function saveEntries(put: readonly Entry[], gone: readonly string[]): Promise<boolean> {
  const db = await database();
  if (db === null) return false;
  const transaction = db.transaction('outbox', 'readwrite');
  for (const entry of put) void transaction.store.put(entry);
  for (const id of gone) void transaction.store.delete(id);
  await transaction.done;
  return true;
}

/** Entries that were answered go, and what was not taken of them stays, in one transaction. False: nothing is kept here. */
export async function settleEntries(gone: readonly string[], refused: readonly Refusal[]): Promise<boolean> {
  const db = await database();
  if (db === null) return false;
  const transaction = db.transaction(['outbox', 'refusals'], 'readwrite');
  for (const id of gone) void transaction.objectStore('outbox').delete(id);
  for (const refusal of refused) void transaction.objectStore('refusals').put(keepable(refusal));
  await transaction.done;
  return true;
}

/** Without what others made of a task that may not be kept: the copy has that again when it is asked for. */
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

/** Deletes what this device keeps of anybody. */
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
