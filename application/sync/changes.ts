import { addDays, type CivilDate } from '../../domain/shared/civil-date.js';
import { toInstant } from '../../domain/shared/zone.js';
import {
  cursorText,
  findObstacle,
  readCursor,
  START,
  type Cursor,
  type StreamHead,
  type Position,
  type Positions,
  type ResyncReason,
} from '../../domain/sync/cursor.js';
import { DAY_MS } from '../../domain/shared/durations.js';
import { SYNCED_KINDS, type SyncedKind } from '../../domain/sync/journal.js';
import { CHANGE_RETENTION_DAYS, cursorAfter, idsByKind, type StreamPage } from '../../domain/sync/page.js';
import { householdNow, viewerOf, type MemberCaller } from '../shared/caller.js';
import { ApplicationError, householdNotFound } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import { inBatches } from '../shared/pages.js';
import type { Clock } from '../shared/ports.js';
import type { HouseholdReader } from '../households/ports.js';
import type { ChangeFeed, ShownRows } from './ports.js';
import { rowsFor } from './rows-for.js';

export type ChangesRequest = {
  /** The cursor of the client. null requests a snapshot. */
  readonly since: string | null;
  readonly limit: number;
  /** The number of past days that a snapshot includes. */
  readonly historyDays: number;
};

export type ShownChanges = { readonly [Kind in SyncedKind]?: readonly ShownRows[Kind][] };

/** The rows that a client adds to its copy, and the ids that it removes from it. No id is in both. */
export type Changes = {
  readonly cursor: string;
  readonly hasMore: boolean;
  readonly snapshot: boolean;
  readonly historyFrom: CivilDate | null;
  readonly changed: ShownChanges;
  readonly removed: { readonly [Kind in SyncedKind]?: readonly string[] };
};

/**
 * The greatest possible id. A snapshot cursor contains the id of the last row that was sent. This id means that all
 * rows were sent.
 */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type Dependencies = { changeFeed: ChangeFeed; households: HouseholdReader; clock: Clock };

/**
 * Returns the changes for the caller since a cursor. Without a cursor, returns a snapshot page by page, followed by
 * the changes since its first page.
 *
 * @throws RESYNC_REQUIRED if the cursor cannot be continued; the client then starts again without a cursor.
 * @throws HOUSEHOLD_NOT_FOUND if the caller no longer belongs to the household.
 */
export function readChanges(dependencies: Dependencies) {
  return async (caller: MemberCaller, request: ChangesRequest): Promise<Changes> => {
    if (request.since === null) return firstPage(dependencies, caller, request);
    const cursor = readCursor(request.since);
    if (cursor === null) throw resyncRequired('UNREADABLE');
    // After the last page of a snapshot the changes since its first page are read. The answer has a new cursor, so it
    // is never 304 (Not Modified).
    if (cursor.snapshot === null || cursor.snapshot.after === LAST_ID)
      return delta(dependencies, caller, { ...cursor, snapshot: null }, request.limit);
    const page = await readSyncBasis(dependencies, caller);
    const obstacle = findObstacle(cursor, page.ground, page.heads);
    if (obstacle !== null) throw resyncRequired(obstacle);
    // The rows of this page may come from a read replica that lags behind the cursor. If they do not contain all
    // changes up to the cursor yet, the cursor is set back to the last change that they contain. So the client gets
    // the missing changes after the snapshot.
    const seen = (position: Position, head: StreamHead) => ({
      ...position,
      seq: Math.min(position.seq, head.seq),
    });
    const positions = {
      everyone: seen(cursor.everyone, page.heads.everyone),
      own: seen(cursor.own, page.heads.own),
    };
    return snapshotPage(
      dependencies,
      caller,
      page,
      { ...cursor, ...positions, snapshot: cursor.snapshot },
      request.limit,
    );
  };
}

/** Returns the error for a cursor that cannot be continued. The client starts again without a cursor. */
export function resyncRequired(reason: ResyncReason): ApplicationError {
  return new ApplicationError(
    'RESYNC_REQUIRED',
    'The cursor cannot be continued (see details.reason). Load a new snapshot',
    { reason },
  );
}

/**
 * Returns the data that the caller's copy depends on (see `SyncBasis`), the last sequence number of each change
 * stream (its head), and the entries after `from`. Throws HOUSEHOLD_NOT_FOUND if the caller no longer belongs to the
 * household.
 */
export async function readSyncBasis(
  { changeFeed }: Pick<Dependencies, 'changeFeed'>,
  caller: MemberCaller,
  from: Positions | null = null,
  limit = 0,
) {
  const { account, household } = caller;
  const page = await changeFeed.page(household.id, viewerOf(caller), from, limit);
  if (page === null) throw householdNotFound();
  const { timeZone, weekStartsOn } = household;
  return { ...page, ground: { ...page.ground, timeZone, wording: `${account.locale} ${weekStartsOn}` } };
}

/**
 * Starts a snapshot. The last sequence numbers of the change streams (their heads) are read before the rows, so
 * changes made while the pages are read are part of the following delta.
 */
async function firstPage(
  dependencies: Dependencies,
  caller: MemberCaller,
  { limit, historyDays }: ChangesRequest,
): Promise<Changes> {
  const { ground, heads, without } = await readSyncBasis(dependencies, caller);
  const historyFrom = addDays(householdNow(caller, dependencies.clock).date, -historyDays);
  const cursor = {
    ground,
    everyone: { ...START, seq: heads.everyone.seq },
    own: { ...START, seq: heads.own.seq },
    snapshot: { kind: SYNCED_KINDS[0], after: null, historyFrom },
  };
  return snapshotPage(dependencies, caller, { without }, cursor, limit);
}

async function snapshotPage(
  dependencies: Dependencies,
  caller: MemberCaller,
  { without }: Pick<StreamPage, 'without'>,
  cursor: Cursor & { readonly snapshot: NonNullable<Cursor['snapshot']> },
  limit: number,
): Promise<Changes> {
  const { historyFrom } = cursor.snapshot;
  const range = { historyFrom, startsAt: toInstant(caller.household.timeZone, historyFrom, null) };
  const reader = rowsFor(dependencies, caller);
  const changed: Partial<Record<SyncedKind, readonly ShownRows[SyncedKind][]>> = {};
  let place = cursor.snapshot;
  for (let left = limit; left > 0 && place.after !== LAST_ID;) {
    const { kind, after } = place;
    const page = { after, limit: left };
    const rows: readonly ShownRows[SyncedKind][] = without.has(kind)
      ? []
      : await reader.snapshot(kind, range, page);
    const shown = reader.shown(kind, rows);
    if (shown.length > 0) changed[kind] = [...(changed[kind] ?? []), ...shown];
    const last = rows.at(-1);
    const next: SyncedKind | undefined = SYNCED_KINDS[SYNCED_KINDS.indexOf(kind) + 1];
    if (rows.length === left && last !== undefined) place = { kind, after: readId(last), historyFrom };
    else if (next === undefined) place = { kind, after: LAST_ID, historyFrom };
    else place = { kind: next, after: null, historyFrom };
    left -= rows.length;
  }
  const next = { ...cursor, snapshot: place };
  return {
    cursor: cursorText(next),
    hasMore: true,
    snapshot: true,
    historyFrom,
    changed: changed as ShownChanges,
    removed: {},
  };
}

async function delta(
  dependencies: Dependencies,
  caller: MemberCaller,
  cursor: Cursor,
  limit: number,
): Promise<Changes> {
  const page = await readSyncBasis(dependencies, caller, cursor, limit);
  const obstacle = findObstacle(cursor, page.ground, page.heads);
  if (obstacle !== null) throw resyncRequired(obstacle);
  const next = cursorAfter(cursor, page, limit);
  const changed: Partial<Record<SyncedKind, readonly ShownRows[SyncedKind][]>> = {};
  const removed: Partial<Record<SyncedKind, readonly string[]>> = {};
  const reader = rowsFor(dependencies, caller);
  // These reads may return newer rows than the entries. That is harmless: the newer entries are after the cursor and
  // will be read later.
  for (const [kind, ids] of idsByKind(next.entries)) {
    const rows = reader.shown(kind, await reader.find(kind, ids));
    const found = new Set(rows.map(readId));
    const gone = ids.filter((id) => !found.has(id));
    if (rows.length > 0) changed[kind] = rows;
    if (gone.length > 0) removed[kind] = gone;
  }
  return {
    cursor: cursorText(next.cursor),
    hasMore: next.hasMore,
    snapshot: false,
    historyFrom: null,
    changed: changed as ShownChanges,
    removed,
  };
}

function readId(row: ShownRows[SyncedKind]): string {
  return 'household' in row ? row.household.id : row.id;
}

const PURGE_BATCH = 5_000;

/**
 * Deletes change entries that are older than the retention time, in batches, so that transactions stay short. A
 * client that has not read them must start again with a snapshot.
 */
export function purgeChanges({ unitOfWork, clock }: Needs<'clock', 'changes'>) {
  return (): Promise<void> => {
    const before = clock.now() - CHANGE_RETENTION_DAYS * DAY_MS;
    return inBatches(PURGE_BATCH, () => unitOfWork.run(({ changes }) => changes.purge(before, PURGE_BATCH)));
  };
}
