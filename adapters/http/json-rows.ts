/** What the allocator has at hand; the bytes of a long list at once would have to be fetched from the system. */
const PIECE_BYTES = 16_384;
/** Of UTF-8, for a unit of a string. */
const MAX_BYTES = 3;

/**
 * A list as JSON, made and sent in pieces. V8 keeps whatever an old object refers to, even a dead one, until it
 * collects its old generation; and the promises of a request are old once the database has answered. What they hold
 * is therefore emptied as soon as it was used. Otherwise the rows of a list stay long after its answer, and collecting
 * them took more than a third of the processor time of lists.
 */
export class JsonRows {
  #pieces: readonly Buffer[];

  private constructor(pieces: readonly Buffer[]) {
    this.#pieces = pieces;
  }

  /** Each of `rows` as `present` shows it; `rows` is empty afterwards. */
  static of<Row>(rows: Row[], present: (row: Row) => unknown): JsonRows {
    const pieces: Buffer[] = [];
    let piece = Buffer.allocUnsafe(PIECE_BYTES);
    let used = 0;
    const write = (text: string) => {
      const needed = text.length * MAX_BYTES;
      if (used + needed > piece.length) {
        pieces.push(piece.subarray(0, used));
        piece = Buffer.allocUnsafe(Math.max(PIECE_BYTES, needed));
        used = 0;
      }
      used += piece.write(text, used);
    };
    write('[');
    for (const [i, row] of rows.entries()) {
      if (i > 0) write(',');
      write(JSON.stringify(present(row)));
    }
    write(']');
    rows.length = 0;
    return new JsonRows([...pieces, piece.subarray(0, used)]);
  }

  /** The bytes of the whole, which it gives away. */
  take(): readonly Buffer[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}
