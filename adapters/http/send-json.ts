import { promisify } from 'node:util';
import { constants, gzip, gzipSync } from 'node:zlib';
import type { Response } from 'express';

export type SendJsonOptions = {
  /** The answer holds a secret: beside text of the caller's, its compressed length would tell of it (BREACH). */
  readonly isSecret?: boolean;
};

/** Below, the head of the answer weighs more than what is saved. */
const MIN_BYTES = 1024;
/** Above, it is compressed on another thread: below, handing it over costs more than the work. */
const MAX_BYTES_AT_ONCE = 131_072;
const FASTEST = { level: constants.Z_BEST_SPEED };

const gzipElsewhere = promisify<string, typeof FASTEST, Buffer>(gzip);

/** Sends `body` as JSON, compressed where the client takes gzip. Who asks for brotli alone gets it as it is. */
export function sendJson(response: Response, body: unknown, options?: SendJsonOptions): Promise<void> {
  return sendJsonText(response, JSON.stringify(body), options);
}

/** As `sendJson`, of what is JSON already. */
export async function sendJsonText(
  response: Response,
  text: string,
  { isSecret = false }: SendJsonOptions = {},
): Promise<void> {
  const bytes = Buffer.byteLength(text);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  const mayCompress = bytes >= MIN_BYTES && !isSecret && !hasStrongTag(response);
  if (mayCompress) response.vary('Accept-Encoding');
  const { req: request } = response;
  if (!mayCompress || request.acceptsEncodings('gzip', 'identity') !== 'gzip') {
    response.setHeader('Content-Length', bytes);
    response.end(text);
  } else if (request.method === 'HEAD') {
    // The length would be that of an answer which nobody has made.
    response.end();
  } else {
    const compressed =
      bytes <= MAX_BYTES_AT_ONCE ? gzipSync(text, FASTEST) : await gzipElsewhere(text, FASTEST);
    response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Content-Length', compressed.length);
    response.end(compressed);
  }
}

/** A strong tag names the bytes (RFC 9110 section 8.8.1), and If-Match takes no weak one. */
const hasStrongTag = (response: Response) => String(response.getHeader('ETag') ?? 'W/').startsWith('"');
