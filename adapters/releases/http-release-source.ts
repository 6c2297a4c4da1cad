import { Readable } from 'node:stream';
import type { Logger } from '../../application/shared/ports.js';
import type { ReleaseSource } from '../../application/releases/ports.js';
import { readRelease, type PackageRelease } from '../../domain/releases/release.js';

const TIMEOUT_MS = 10_000;
const DESCRIPTION_BYTES = 65_536;

/** Reads `version.json` and the package from a web address that ends in a slash. */
export class HttpReleaseSource implements ReleaseSource {
  readonly #base: URL;
  readonly #logger: Logger;
  readonly #timeoutMs: number;

  /** `timeoutMs` is the time limit for reading `version.json` completely, and for the package to begin to arrive. */
  constructor(base: URL, logger: Logger, timeoutMs = TIMEOUT_MS) {
    this.#base = base;
    this.#logger = logger;
    this.#timeoutMs = timeoutMs;
  }

  async current(): Promise<PackageRelease | null> {
    try {
      const response = await fetch(new URL('version.json', this.#base), {
        signal: AbortSignal.timeout(this.#timeoutMs),
        redirect: 'error',
      });
      if (!response.ok) return this.#refuse(`version.json is answered with ${response.status}`);
      const text = await readText(response, DESCRIPTION_BYTES);
      if (text === null) return this.#refuse('version.json is too long');
      const read = readRelease(JSON.parse(text));
      return read.ok ? read.release : this.#refuse(`version.json is wrong in ${read.wrong.join(', ')}`);
    } catch (error) {
      return this.#refuse('the release cannot be read', error);
    }
  }

  async open({ file, size }: PackageRelease): Promise<AsyncIterable<Uint8Array> | null> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), this.#timeoutMs);
    try {
      const response = await fetch(new URL(file, this.#base), { redirect: 'error', signal: silence.signal });
      // The download of the package itself has no time limit, because its reader sets the pace.
      clearTimeout(timer);
      if (response.ok && response.body !== null && Number(response.headers.get('content-length')) === size)
        return Readable.fromWeb(response.body);
      await response.body?.cancel();
      this.#refuse(`the package is answered with ${response.status}`);
    } catch (error) {
      this.#refuse('the package cannot be read', error);
    } finally {
      clearTimeout(timer);
    }
    return null;
  }

  #refuse(reason: string, error?: unknown): null {
    this.#logger.warn('app release is not available', { reason, ...(error !== undefined && { error }) });
    return null;
  }
}

/** Reads a body as text. Returns null if it is longer than `limit` bytes; the rest is not read. */
async function readText({ body }: Response, limit: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
