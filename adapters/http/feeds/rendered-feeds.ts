/** A rendered feed, in the pieces in which it was written. */
type Rendered = { readonly pieces: readonly Buffer[]; readonly bytes: number };

const MAX_BYTES = 32 * 1_048_576;

/**
 * Keeps rendered feeds by their key, at most 32 MB per process. The feed that was read least recently makes room.
 *
 * A response holds no more than the piece that it is sending, so a client that reads slowly does not keep a whole feed in
 * memory.
 */
export class RenderedFeeds {
  readonly #maxBytes: number;
  /** In the order of their last use. */
  readonly #feeds = new Map<string, Rendered>();
  #bytes = 0;

  constructor({ maxBytes = MAX_BYTES } = {}) {
    this.#maxBytes = maxBytes;
  }

  has(key: string): boolean {
    return this.#feeds.has(key);
  }

  /** Keeps a feed. Returns false if it is larger than all that may be kept. */
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
   * Returns the pieces of a feed that is kept. If other feeds push it out before the client has read all of it, the
   * response ends with an error, and the calendar program asks again.
   */
  // eslint-disable-next-line @typescript-eslint/require-await -- a response takes its pieces from an async generator
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

/** Ends a response as if the client had gone: nobody has made a mistake that should be logged. */
class FeedPushedOut extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';

  constructor() {
    super('Other feeds have pushed this one out of the cache');
  }
}
