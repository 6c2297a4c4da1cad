import type { Logger } from '../../application/ports/logger.js';
import type { ReleaseSource } from '../../application/ports/release-source.js';
import { readRelease, type PackageRelease } from '../../domain/releases/release.js';

const TIMEOUT_MS = 10_000;
const DESCRIPTION_BYTES = 65_536;

/** The same two files behind an address that ends in a slash. */
export class HttpReleaseSource implements ReleaseSource {
  readonly #base: URL;
  readonly #logger: Logger;

  constructor(base: URL, logger: Logger) {
    this.#base = base;
    this.#logger = logger;
  }

  async current(): Promise<PackageRelease | null> {
    try {
      const response = await fetch(new URL('version.json', this.#base), {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      if (!response.ok) return this.#refuse(`version.json is answered with ${response.status}`);
      const text = await response.text();
      if (text.length > DESCRIPTION_BYTES) return this.#refuse('version.json is too long');
      const read = readRelease(JSON.parse(text));
      return read.ok ? read.release : this.#refuse(`version.json is wrong in ${read.wrong.join(', ')}`);
    } catch (error) {
      return this.#refuse('the release cannot be read', error);
    }
  }

  async open({ file, size }: PackageRelease): Promise<AsyncIterable<Uint8Array> | null> {
    try {
      const response = await fetch(new URL(file, this.#base), { redirect: 'error' });
      if (response.ok && response.body !== null && Number(response.headers.get('content-length')) === size)
        return response.body;
      await response.body?.cancel();
      this.#refuse(`the package is answered with ${response.status}`);
    } catch (error) {
      this.#refuse('the package cannot be read', error);
    }
    return null;
  }

  #refuse(reason: string, error?: unknown): null {
    this.#logger.warn('no app release is offered', { reason, ...(error !== undefined && { error }) });
    return null;
  }
}
