/** A feed that was rendered once: its text in pieces, and their total size in bytes. */
type Rendered = { readonly pieces: readonly Buffer[]; readonly bytes: number };

const MAX_BYTES = 32 * 1_048_576;

/**
 * A cache of rendered feeds, at most 32 MB per process. It drops the least recently used feeds first.
 *
 * A response holds no more than the piece that it is sending, so a client that reads slowly does not keep a whole
 * feed in memory.
 */
export class RenderedFeeds {
  readonly #maxBytes: number;
  /** The cached feeds, ordered by their last use. The feed that was used least recently comes first. */
  readonly #feeds = new Map<string, Rendered>();
  #bytes = 0;

  constructor({ maxBytes = MAX_BYTES } = {}) {
    this.#maxBytes = maxBytes;
  }

  has(key: string): boolean {
    return this.#feeds.has(key);
  }

  /** Caches a feed. Returns false if the feed alone is larger than the cache. */
  put(key: string, pieces: readonly Buffer[]): boolean {
    this.#remove(key);
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    if (bytes > this.#maxBytes) return false;
    for (const oldest of this.#feeds.keys()) {
      if (this.#bytes + bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
    this.#feeds.set(key, { pieces, bytes });
    this.#bytes += bytes;
    return true;
  }

  /**
   * Yields the pieces of a cached feed. If the feed is dropped from the cache before the client has read all of it, the
   * response ends with an error, and the calendar program asks again.
   */
  // oxlint-disable-next-line typescript/require-await -- a response takes its pieces from an async generator
  async *read(key: string): AsyncGenerator<Buffer> {
    for (let at = 0; ; at++) {
      const rendered = this.#use(key);
      if (rendered === undefined) throw new FeedPushedOut();
      const piece = rendered.pieces[at];
      if (piece === undefined) return;
      yield piece;
    }
  }

  #use(key: string): Rendered | undefined {
    const rendered = this.#feeds.get(key);
    if (rendered === undefined) return undefined;
    this.#feeds.delete(key);
    this.#feeds.set(key, rendered);
    return rendered;
  }

  #remove(key: string): void {
    const rendered = this.#feeds.get(key);
    if (rendered === undefined) return;
    this.#feeds.delete(key);
    this.#bytes -= rendered.bytes;
  }
}

/**
 * Thrown if a feed is dropped from the cache while a response is sending it. The error has the same code as if the
 * client had disconnected. So the response ends, and the error is not logged as a defect.
 */
class FeedPushedOut extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';

  constructor() {
    super('Other feeds have pushed this one out of the cache');
  }
}
