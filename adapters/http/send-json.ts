import { Readable } from 'node:stream';
import { constants, createGzip, gzipSync } from 'node:zlib';
import type { Response } from 'express';
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

export type SendJsonOptions = {
  /** The answer holds a secret: beside text of the caller's, its compressed length would tell of it (BREACH). */
  readonly isSecret?: boolean;
};

/** Below, the head of the answer weighs more than what is saved. */
const MIN_BYTES = 1024;
/** Above, it is compressed on another thread: below, handing it over costs more than the work. */
const MAX_BYTES_AT_ONCE = 262_144;
const FASTEST = { level: constants.Z_BEST_SPEED, memLevel: 9 };

/** Sends `body` as JSON, compressed where the client takes gzip. Who asks for brotli alone gets it as it is. */
export async function sendJson(response: Response, body: unknown, options?: SendJsonOptions): Promise<void> {
  if (!hasLongList(body)) return sendJsonText(response, JSON.stringify(body), options);
  const pieces: Buffer[] = [];
  for await (const piece of jsonPieces(body)) pieces.push(Buffer.from(piece));
  return sendPieces(response, pieces, options);
}

/** As `sendJson`, of what is JSON already. */
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
    // The length would be that of an answer which nobody has made.
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

/** A strong tag names the bytes (RFC 9110 section 8.8.1), and If-Match takes no weak one. */
const hasStrongTag = (response: Response) => String(response.getHeader('ETag') ?? 'W/').startsWith('"');
