/**
 * Rows by key, in the order in which they came. What goes in and what comes out is a copy, so that nobody can
 * change a stored row by holding on to it.
 */
export class Table<Row> {
  /** In a draft, undefined stands for a row of the base that was deleted. */
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

  /** The rows that match. `matches` sees the stored rows themselves and must not keep them. */
  filter(matches: (row: Row) => boolean): Row[] {
    return [...this.#entries()].filter(([, row]) => matches(row)).map(([, row]) => structuredClone(row));
  }

  set(key: string, row: Row): void {
    this.#rows.set(key, structuredClone(row));
  }

  /** Whether there was such a row. */
  delete(key: string): boolean {
    const isThere = this.has(key);
    if (this.#base === null) this.#rows.delete(key);
    else if (isThere) this.#rows.set(key, undefined);
    return isThere;
  }

  /** Changes the row of that key, if there is one. */
  update(key: string, change: (row: Row) => Row): void {
    const row = this.get(key);
    if (row !== undefined) this.set(key, change(row));
  }

  /** Deletes the rows that match, `limit` at most, and tells how many; `matches` as in {@link filter}. */
  deleteWhere(matches: (row: Row, key: string) => boolean, limit = Infinity): number {
    const matching = [...this.#entries()].filter(([key, row]) => matches(row, key)).slice(0, limit);
    for (const [key] of matching) this.delete(key);
    return matching.length;
  }

  /** Changes the rows that match, and tells how many; `matches` as in {@link filter}. */
  updateWhere(matches: (row: Row, key: string) => boolean, change: (row: Row) => Row): number {
    const matching = [...this.#entries()].filter(([key, row]) => matches(row, key));
    for (const [key, row] of matching) this.set(key, change(structuredClone(row)));
    return matching.length;
  }

  /** A table that reads through to this one and keeps its changes to itself until {@link commit}. */
  draft(): Table<Row> {
    return new Table(this);
  }

  /** Brings the changes of a draft, and nothing else, to the table that it was drafted from. */
  commit(): void {
    for (const [key, row] of this.#rows) {
      if (row === undefined) this.#base?.delete(key);
      else this.#base?.set(key, row);
    }
  }

  /** Of a draft, the rows that were put or deleted in it: as they are in the base, and as they are now. */
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

  /** Those of the base first that the draft has not touched. */
  *#entries(): Generator<[string, Row]> {
    if (this.#base !== null)
      for (const [key, row] of this.#base.#rows)
        if (row !== undefined && !this.#rows.has(key)) yield [key, row];
    for (const [key, row] of this.#rows) if (row !== undefined) yield [key, row];
  }
}
