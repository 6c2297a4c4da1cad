import { Readable } from 'node:stream';
import { constants, createGzip, gzipSync } from 'node:zlib';
import type { Response } from 'express';
import { setImmediate } from 'node:timers/promises';

/** The length of a piece of JSON text in characters. Creating a piece of this length takes a few milliseconds. */
const PIECE = 500_000;
/**
 * At most this many rows are turned into JSON in one step, so that the step is short even if the rows have the
 * longest texts.
 */
const ROWS_AT_ONCE = 20;
/** How deeply lists of rows can be nested in an answer. */
const DEPTH = 2;

/** Returns true if the answer has a list that is so long that it should be written in pieces. */
export function hasLongList(body: unknown, depth = DEPTH): boolean {
  if (Array.isArray(body)) return body.length > ROWS_AT_ONCE;
  if (typeof body !== 'object' || body === null || depth === 0) return false;
  return Object.values(body).some((field) => hasLongList(field, depth - 1));
}

/**
 * Yields the JSON text of an answer in pieces, so that other requests run in between. An answer whose rows have the
 * longest texts has tens of megabytes.
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

/** Works like `jsonPieces`, for rows that are read one page at a time. */
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

export type SendJsonOptions = {
  /**
   * True if the answer contains a secret. Such an answer is not compressed. If it also contained text of an attacker,
   * its compressed size would reveal parts of the secret (BREACH attack).
   */
  readonly isSecret?: boolean;
};

/** Smaller answers are not compressed, because little would be saved. */
const MIN_BYTES = 1024;
/**
 * Larger answers are compressed in another thread. For smaller answers, the other thread would cost more than the
 * compression itself.
 */
const MAX_BYTES_AT_ONCE = 262_144;
const FASTEST = { level: constants.Z_BEST_SPEED, memLevel: 9 };

/**
 * Sends `body` as JSON. It is compressed with gzip if the client accepts gzip, unless the answer is short, contains a
 * secret, or has a strong ETag. Clients that accept only brotli get it uncompressed.
 */
export async function sendJson(response: Response, body: unknown, options?: SendJsonOptions): Promise<void> {
  if (!hasLongList(body)) return sendJsonText(response, JSON.stringify(body), options);
  const pieces: Buffer[] = [];
  for await (const piece of jsonPieces(body)) pieces.push(Buffer.from(piece));
  return sendPieces(response, pieces, options);
}

/** Works like `sendJson`, for text that is already JSON. */
export function sendJsonText(response: Response, text: string, options?: SendJsonOptions): Promise<void> {
  return sendPieces(response, [text], options);
}

async function sendPieces(
  response: Response,
  pieces: readonly (string | Buffer)[],
  { isSecret = false }: SendJsonOptions = {},
): Promise<void> {
  const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  const mayCompress = bytes >= MIN_BYTES && !isSecret && !hasStrongTag(response);
  if (mayCompress) response.vary('Accept-Encoding');
  const { req: request } = response;
  if (!mayCompress || request.acceptsEncodings('gzip', 'identity') !== 'gzip') {
    response.setHeader('Content-Length', bytes);
    for (const piece of pieces.slice(0, -1)) response.write(piece);
    response.end(pieces.at(-1));
  } else if (request.method === 'HEAD') {
    // The answer to HEAD has no Content-Length, because the length is known only after compression.
    response.end();
  } else {
    const compressed = await compress(pieces, bytes);
    response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Content-Length', compressed.length);
    response.end(compressed);
  }
}

async function compress(pieces: readonly (string | Buffer)[], bytes: number): Promise<Buffer> {
  const [first = ''] = pieces;
  if (pieces.length === 1 && bytes <= MAX_BYTES_AT_ONCE) return gzipSync(first, FASTEST);
  return Buffer.concat(
    await Readable.from(pieces, { objectMode: false }).pipe(createGzip(FASTEST)).toArray(),
  );
}

/**
 * Returns true if the ETag is strong. A strong tag identifies the bytes (RFC 9110, section 8.8.1), so the
 * body must not be compressed.
 */
const hasStrongTag = (response: Response) => String(response.getHeader('ETag') ?? 'W/').startsWith('"');
