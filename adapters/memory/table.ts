/**
 * Stores rows by key, in the order of insertion. Rows are copied when they are stored and when they are read, so a
 * caller cannot change a stored row.
 */
export class Table<Row> {
  /** In a draft, undefined marks a row of the base as deleted. */
  readonly #rows = new Map<string, Row | undefined>();
  readonly #base: Table<Row> | null;

  constructor(base: Table<Row> | null = null) {
    this.#base = base;
  }

  get(key: string): Row | undefined {
    return structuredClone(this.#peek(key));
  }

  has(key: string): boolean {
    return this.#peek(key) !== undefined;
  }

  /** Returns the rows that match. `matches` gets the stored rows themselves and must not keep or change them. */
  filter(matches: (row: Row) => boolean): Row[] {
    return [...this.#entries()].filter(([, row]) => matches(row)).map(([, row]) => structuredClone(row));
  }

  set(key: string, row: Row): void {
    this.#rows.set(key, structuredClone(row));
  }

  /** Returns true if the row existed. */
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

  /** Deletes at most `limit` matching rows and returns how many. For `matches` see {@link filter}. */
  deleteWhere(matches: (row: Row, key: string) => boolean, limit = Infinity): number {
    const matching = [...this.#entries()].filter(([key, row]) => matches(row, key)).slice(0, limit);
    for (const [key] of matching) this.delete(key);
    return matching.length;
  }

  /** Changes the matching rows and returns how many. For `matches` see {@link filter}. */
  updateWhere(matches: (row: Row, key: string) => boolean, change: (row: Row) => Row): number {
    const matching = [...this.#entries()].filter(([key, row]) => matches(row, key));
    for (const [key, row] of matching) this.set(key, change(structuredClone(row)));
    return matching.length;
  }

  /** Returns a draft: a table that reads from this one and keeps its own changes until {@link commit}. */
  draft(): Table<Row> {
    return new Table(this);
  }

  /** Writes the changes of a draft to its base. */
  commit(): void {
    for (const [key, row] of this.#rows) {
      if (row === undefined) this.#base?.delete(key);
      else this.#base?.set(key, row);
    }
  }

  /** Returns the rows that were written or deleted in this draft, as they are in the base and in the draft. */
  changes(): { readonly before: Row | null; readonly after: Row | null }[] {
    return [...this.#rows].map(([key, row]) => ({
      before: structuredClone((this.#base === null ? undefined : this.#base.#peek(key)) ?? null),
      after: structuredClone(row ?? null),
    }));
  }

  #peek(key: string): Row | undefined {
    if (this.#base === null || this.#rows.has(key)) return this.#rows.get(key);
    return this.#base.#peek(key);
  }

  /** Yields first the rows of the base that the draft has not changed, then those of the draft. */
  *#entries(): Generator<[string, Row]> {
    if (this.#base !== null)
      for (const [key, row] of this.#base.#rows)
        if (row !== undefined && !this.#rows.has(key)) yield [key, row];
    for (const [key, row] of this.#rows) if (row !== undefined) yield [key, row];
  }
}
