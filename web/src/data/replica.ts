import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Dto } from '../api/client.ts';

/** What the feed holds, by the names that it gives. */
export type Rows = {
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
export type Kind = keyof Rows;
export type Row = { readonly id: string };
export type Page = Dto['ChangesDto'];
export type Household = Dto['HouseholdDto'];
export type Copy = { readonly household: Household | null } & {
  readonly [K in Kind]: ReadonlyMap<string, Rows[K]>;
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

/** What is shown of a row before the service has answered. */
export type Patch = {
  /** Of the act that it belongs to. */
  readonly actId: string;
  readonly kind: Kind;
  readonly rowId: string;
  /** `undefined`: it is not there, or shall not be. */
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
 * A copy of what the caller may see of one household, as the feed of changes gives it (docs/keeping-up.md), with what was done here
 * and is not answered yet laid over it. It knows no rule of the service: it puts in what it is told to put in.
 */
export class Replica {
  readonly #truth: Signal<Copy> = signal(emptyCopy());
  #coming: Copy | null = null;
  readonly #shown: { readonly [K in Kind]: ReadonlySignal<ReadonlyMap<string, Rows[K]>> };

  /** Where to read on; null: from the beginning. */
  cursor: string | null = null;
  /** False until there is a whole copy, of whatever age. */
  readonly isWhole = signal(false);
  readonly household: ReadonlySignal<Household | null> = computed(() => this.#truth.value.household);

  constructor(patches: ReadonlySignal<readonly Patch[]>) {
    const shown = (kind: Kind) =>
      computed(() => lay(this.#truth.value[kind] as ReadonlyMap<string, Row>, patches.value, kind));
    this.#shown = Object.fromEntries(KINDS.map((kind) => [kind, shown(kind)])) as never;
  }

  /** As shown: with the patches. */
  all<K extends Kind>(kind: K): ReadonlyMap<string, Rows[K]> {
    return this.#shown[kind].value;
  }

  /** As the service gave it. */
  get truth(): Copy {
    return this.#truth.value;
  }

  /** Begins with what was kept on the device. */
  restore(copy: Copy, cursor: string): void {
    batch(() => {
      this.#truth.value = copy;
      this.cursor = cursor;
      this.isWhole.value = true;
    });
  }

  /** What is shown stays until the new copy is whole. */
  beginAnew(): void {
    this.#coming = null;
    this.cursor = null;
  }

  /** Answers whether this page ended a snapshot. */
  apply(page: Page): boolean {
    const ended = !page.snapshot && this.#coming !== null;
    // The first page may be the last of a snapshot too: it has no copy before it to add to.
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

  /** A row as an answer gave it, unless the copy has a newer one. */
  put<K extends Kind>(kind: K, rows: readonly Rows[K][]): void {
    const map = new Map(this.#truth.value[kind] as ReadonlyMap<string, Rows[K]>);
    for (const row of rows) {
      const known = map.get(row.id);
      if (known === undefined || readVersion(row) >= readVersion(known)) map.set(row.id, row);
    }
    this.#truth.value = { ...this.#truth.value, [kind]: map };
  }

  /** Leaves nothing. */
  clear(): void {
    batch(() => {
      this.#truth.value = emptyCopy();
      this.isWhole.value = false;
      this.beginAnew();
    });
  }
}

const readVersion = (row: Row): number => ('version' in row ? (row.version as number) : 0);

/** Rows that are as they were stay the same objects, so that nothing that shows them is drawn again. */
function merged(into: Copy, page: Page, before: Copy): Copy {
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

function lay(rows: ReadonlyMap<string, Row>, patches: readonly Patch[], kind: Kind) {
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
