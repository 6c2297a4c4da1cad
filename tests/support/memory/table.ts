/**
 * Stores rows by key, in the order of insertion. A stored row is a frozen copy, so a caller that tries to change it gets
 * an error. Rows consist of plain objects, arrays and primitive values.
 */
export class Table<Row> {
  /** In a draft, undefined marks a row of the base as deleted. */
  readonly #rows = new Map<string, Row | undefined>();
  readonly #base: Table<Row> | null;

  constructor(base: Table<Row> | null = null) {
    this.#base = base;
  }

  get(key: string): Row | undefined {
    if (this.#base === null || this.#rows.has(key)) return this.#rows.get(key);
    return this.#base.get(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  filter(matches: (row: Row) => boolean): Row[] {
    const found: Row[] = [];
    this.#forEach((_key, row) => {
      if (matches(row)) found.push(row);
    });
    return found;
  }

  set(key: string, row: Row): void {
    this.#rows.set(key, frozen(row));
  }

  /** Deletes the row with this key. Returns true if it existed. */
  delete(key: string): boolean {
    const isThere = this.has(key);
    if (this.#base === null) this.#rows.delete(key);
    else if (isThere) this.#rows.set(key, undefined);
    return isThere;
  }

  /** Changes the row with this key. Does nothing if there is none. */
  update(key: string, change: (row: Row) => Row): void {
    const row = this.get(key);
    if (row !== undefined) this.set(key, change(row));
  }

  /** Deletes at most `limit` matching rows and returns how many. */
  deleteWhere(matches: (row: Row, key: string) => boolean, limit = Infinity): number {
    const matching = this.#entriesWhere(matches).slice(0, limit);
    for (const [key] of matching) this.delete(key);
    return matching.length;
  }

  /** Changes the matching rows and returns how many. */
  updateWhere(matches: (row: Row, key: string) => boolean, change: (row: Row) => Row): number {
    const matching = this.#entriesWhere(matches);
    for (const [key, row] of matching) this.set(key, change(row));
    return matching.length;
  }

  /** Returns a draft: a table that reads from this one and keeps its own changes until {@link commit}. */
  draft(): Table<Row> {
    return new Table(this);
  }

  /** Writes the changes of a draft to its base. */
  commit(): void {
    const base = this.#base;
    if (base === null) return;
    for (const [key, row] of this.#rows) {
      if (row === undefined) base.delete(key);
      else base.#rows.set(key, row);
    }
  }

  /** Returns the rows that were written or deleted in this draft, as they are in the base and in the draft. */
  changes(): { readonly before: Row | null; readonly after: Row | null }[] {
    return [...this.#rows].map(([key, row]) => ({
      before: (this.#base === null ? undefined : this.#base.get(key)) ?? null,
      after: row ?? null,
    }));
  }

  #entriesWhere(matches: (row: Row, key: string) => boolean): [string, Row][] {
    const found: [string, Row][] = [];
    this.#forEach((key, row) => {
      if (matches(row, key)) found.push([key, row]);
    });
    return found;
  }

  /** Visits first the rows of the base that the draft has not changed, then those of the draft. */
  #forEach(visit: (key: string, row: Row) => void): void {
    if (this.#base !== null)
      this.#base.#rows.forEach((row, key) => {
        if (row !== undefined && !this.#rows.has(key)) visit(key, row);
      });
    this.#rows.forEach((row, key) => {
      if (row !== undefined) visit(key, row);
    });
  }
}

/**
 * Returns a frozen deep copy. Parts that are frozen already, as those of a row that was read, are not copied. So storing a
 * row of which one field was changed costs little.
 */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map((one: unknown) => frozen(one))) as T;
  if (!isPlain(value)) throw new TypeError(`A row contains a ${value.constructor.name}`);
  const copy = { ...value } as Record<string, unknown>;
  for (const name of Object.keys(copy)) if (typeof copy[name] === 'object') copy[name] = frozen(copy[name]);
  return Object.freeze(copy) as T;
}

/** Returns true for object literals, also for those of another realm. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
