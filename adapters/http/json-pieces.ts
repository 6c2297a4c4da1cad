import { setImmediate } from 'node:timers/promises';

/** In characters: a few milliseconds of work. */
const PIECE = 500_000;
/** A list of so many rows with the longest texts is made to JSON in one go. */
const ROWS_AT_ONCE = 20;
/** Lists of rows are the answer, a field of it, or a field of a field. */
const DEPTH = 2;

/** Whether it has a list with so many rows that it should be made to JSON in pieces. */
export function hasLongList(body: unknown, depth = DEPTH): boolean {
  if (Array.isArray(body)) return body.length > ROWS_AT_ONCE;
  if (typeof body !== 'object' || body === null || depth === 0) return false;
  return Object.values(body).some((field) => hasLongList(field, depth - 1));
}

/**
 * The JSON text of an answer in pieces, between which others get their turn: with the longest texts it is tens of
 * megabytes.
 */
export async function* jsonPieces(body: unknown): AsyncGenerator<string> {
  let piece = '';
  for (const more of textOf(body, DEPTH)) {
    if (piece.length >= PIECE) {
      yield piece;
      piece = '';
      await setImmediate();
    }
    piece += more;
  }
  yield piece;
}

/** As `jsonPieces`, of the array of rows that are read when they are asked for. */
export async function* arrayPieces(rows: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  let piece = '[';
  let separator = '';
  for await (const row of rows) {
    if (piece.length >= PIECE) {
      yield piece;
      piece = '';
      await setImmediate();
    }
    piece += separator + JSON.stringify(row);
    separator = ',';
  }
  yield `${piece}]`;
}

function* textOf(body: unknown, depth: number): Generator<string> {
  if (!hasLongList(body, depth)) {
    yield JSON.stringify(body);
  } else if (Array.isArray(body)) {
    for (const [at, row] of body.entries()) yield (at === 0 ? '[' : ',') + JSON.stringify(row);
    yield ']';
  } else {
    let separator = '{';
    for (const [name, field] of Object.entries(body as object)) {
      if (field === undefined) continue;
      yield `${separator}${JSON.stringify(name)}:`;
      yield* textOf(field, depth - 1);
      separator = ',';
    }
    yield '}';
  }
}
