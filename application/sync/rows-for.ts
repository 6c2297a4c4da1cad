import { isWithin } from '../../domain/displays/display.js';
import type { SyncedKind } from '../../domain/sync/journal.js';
import { hidesSeries } from '../series/queries.js';
import { viewerOf, type MemberCaller } from '../shared/caller.js';
import { showHousehold } from '../households/queries.js';
import type { HouseholdReader } from '../households/ports.js';
import type { ChangeFeed, ShownRows, SnapshotRange } from './ports.js';

type Rows = readonly ShownRows[SyncedKind][];

/**
 * The kinds of rows that displays keep copies of. A guest link (pass) gets no series, because a series reveals dates
 * on which the guest link is not valid.
 */
const ON_DISPLAYS: ReadonlySet<SyncedKind> = new Set<SyncedKind>([
  'household',
  'member',
  'category',
  'occurrence',
  'series',
  'shoppingItem',
  'shoppingList',
]);

/** Returns functions that read rows as the caller sees them. */
export function rowsFor(
  dependencies: { readonly changeFeed: ChangeFeed; readonly households: HouseholdReader },
  caller: MemberCaller,
) {
  const { changeFeed } = dependencies;
  const { household, display } = caller;
  const isShown = (kind: SyncedKind) =>
    display === undefined || (ON_DISPLAYS.has(kind) && (kind !== 'series' || !hidesSeries(caller)));
  const summaries = async () => [await showHousehold(dependencies)(caller)];
  return {
    find: async (kind: SyncedKind, ids: readonly string[]): Promise<Rows> => {
      if (!isShown(kind)) return [];
      if (kind === 'household' && display !== undefined) return summaries();
      return changeFeed.find(kind, household.id, viewerOf(caller), ids);
    },
    snapshot: async (
      kind: SyncedKind,
      range: SnapshotRange,
      page: { readonly after: string | null; readonly limit: number },
    ): Promise<Rows> => {
      if (!isShown(kind)) return [];
      if (kind === 'household' && display !== undefined) return page.after === null ? summaries() : [];
      return changeFeed.snapshot(kind, household.id, viewerOf(caller), range, page);
    },
    /**
     * Filters rows that were read. A guest link (pass) shows only the occurrences on the dates on which it is valid.
     */
    shown: (kind: SyncedKind, rows: Rows): Rows =>
      kind === 'occurrence' && display !== undefined
        ? rows.filter((row) => isWithin(display.dates, (row as ShownRows['occurrence']).date))
        : rows,
  };
}
