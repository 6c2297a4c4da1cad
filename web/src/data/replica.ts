import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Dto } from '../api/client.ts';

/** The rows of the change feed, by the names that the feed uses. */
export type RowsByKind = {
  members: Dto['MemberDto'];
  categories: Dto['CategoryDto'];
  occurrences: Dto['OccurrenceDto'];
  series: Dto['SeriesDto'];
  shoppingItems: Dto['ShoppingItemDto'];
  shoppingLists: Dto['ShoppingListDto'];
  swaps: Dto['SwapDto'];
  templates: Dto['TemplateDto'];
  notifications: Dto['NotificationDto'];
};
export type Kind = keyof RowsByKind;
export type Row = { readonly id: string };
export type FeedPage = Dto['ChangesDto'];
export type Household = Dto['HouseholdDto'];
export type Copy = { readonly household: Household | null } & {
  readonly [K in Kind]: ReadonlyMap<string, RowsByKind[K]>;
};

export const KINDS = [
  'members',
  'categories',
  'occurrences',
  'series',
  'shoppingItems',
  'shoppingLists',
  'swaps',
  'templates',
  'notifications',
] as const satisfies readonly Kind[];

/** A change of a row that is shown before the service has answered. */
export type Patch = {
  /** The id of the outbox action that this patch belongs to. */
  readonly actId: string;
  readonly kind: Kind;
  readonly rowId: string;
  /**
   * Returns the changed row. It receives undefined if the row does not exist, and returns undefined if the row
   * must not be shown.
   */
  readonly change: (row: never) => unknown;
};

export const emptyCopy = (): Copy => ({
  household: null,
  members: new Map(),
  categories: new Map(),
  occurrences: new Map(),
  series: new Map(),
  shoppingItems: new Map(),
  shoppingLists: new Map(),
  swaps: new Map(),
  templates: new Map(),
  notifications: new Map(),
});

/**
 * A copy of what the caller may see of one household, as the change feed delivers it (docs/keeping-up.md).
 * Actions of this client that are not answered yet are shown on top of it. It knows no business rules: it
 * only applies what the feed contains.
 */
export class Replica {
  readonly #truth: Signal<Copy> = signal(emptyCopy());
  #coming: Copy | null = null;
  readonly #shown: { readonly [K in Kind]: ReadonlySignal<ReadonlyMap<string, RowsByKind[K]>> };

  /** The cursor after the last page. null means the feed has to be read from the beginning. */
  cursor: string | null = null;
  /** True once there is a complete copy, even an old one. */
  readonly isWhole = signal(false);
  readonly household: ReadonlySignal<Household | null> = computed(() => this.#truth.value.household);

  constructor(patches: ReadonlySignal<readonly Patch[]>) {
    const shown = (kind: Kind) =>
      computed(() => applyPatches(this.#truth.value[kind] as ReadonlyMap<string, Row>, patches.value, kind));
    this.#shown = Object.fromEntries(KINDS.map((kind) => [kind, shown(kind)])) as never;
  }

  /** Returns the rows with the changes of unanswered actions applied. */
  all<K extends Kind>(kind: K): ReadonlyMap<string, RowsByKind[K]> {
    return this.#shown[kind].value;
  }

  /** The rows as the service delivered them. */
  get truth(): Copy {
    return this.#truth.value;
  }

  /** Starts with the copy that was stored on the device. */
  restore(copy: Copy, cursor: string): void {
    batch(() => {
      this.#truth.value = copy;
      this.cursor = cursor;
      this.isWhole.value = true;
    });
  }

  /** Reads the feed from the beginning. The current copy is shown until the new one is complete. */
  restart(): void {
    this.#coming = null;
    this.cursor = null;
  }

  /** Applies a page of the feed. Returns true if the page completed a snapshot. */
  apply(page: FeedPage): boolean {
    const ended = !page.snapshot && this.#coming !== null;
    // All pages of a snapshot except the last have `snapshot: true`. They are collected in `#coming`, and the last
    // page completes the new copy. If `#coming` is null, the page contains only changes and is applied to the current
    // copy.
    if (page.snapshot) this.#coming = merged(this.#coming ?? emptyCopy(), page, this.#truth.value);
    else
      batch(() => {
        this.#truth.value = merged(this.#coming ?? this.#truth.value, page, this.#truth.value);
        this.#coming = null;
        this.isWhole.value = true;
      });
    this.cursor = page.cursor;
    return ended;
  }

  /** Adds rows from an answer, unless the copy has a newer version of them. */
  put<K extends Kind>(kind: K, rows: readonly RowsByKind[K][]): void {
    const map = new Map(this.#truth.value[kind] as ReadonlyMap<string, RowsByKind[K]>);
    for (const row of rows) {
      const known = map.get(row.id);
      if (known === undefined || readVersion(row) >= readVersion(known)) map.set(row.id, row);
    }
    this.#truth.value = { ...this.#truth.value, [kind]: map };
  }

  /** Empties the copy. */
  clear(): void {
    batch(() => {
      this.#truth.value = emptyCopy();
      this.isWhole.value = false;
      this.restart();
    });
  }
}

const readVersion = (row: Row): number => ('version' in row ? (row.version as number) : 0);

/**
 * Applies a page of the feed to a copy and returns the result. Rows that did not change stay the same objects, so
 * that the components that show them do not render again.
 */
function merged(into: Copy, page: FeedPage, before: Copy): Copy {
  const next: Record<string, unknown> = { household: page.changed.household ?? into.household };
  for (const kind of KINDS) {
    const changed = page.changed[kind] as readonly Row[];
    const removed = page.removed[kind];
    if (changed.length === 0 && removed.length === 0) {
      next[kind] = into[kind];
      continue;
    }
    const map = new Map(into[kind] as ReadonlyMap<string, Row>);
    for (const row of changed) map.set(row.id, same(before[kind].get(row.id), row));
    for (const id of removed) map.delete(id);
    next[kind] = map;
  }
  return next as Copy;
}

function same(known: Row | undefined, row: Row): Row {
  return known !== undefined && JSON.stringify(known) === JSON.stringify(row) ? known : row;
}

function applyPatches(rows: ReadonlyMap<string, Row>, patches: readonly Patch[], kind: Kind) {
  const ours = patches.filter((patch) => patch.kind === kind);
  if (ours.length === 0) return rows;
  const map = new Map(rows);
  for (const { rowId, change } of ours) {
    const row = change(map.get(rowId) as never) as Row | undefined;
    if (row === undefined) map.delete(rowId);
    else map.set(rowId, row);
  }
  return map;
}
