import type { Home } from '../faults/homes.js';

/** Clients of the live stream that come and go: the oldest leaves whenever one too many has come. */
export class PassingStreams {
  readonly #url: string;
  readonly #most: number;
  readonly #open: AbortController[] = [];
  opened = 0;

  constructor(url: string, most: number) {
    this.#url = url;
    this.#most = most;
  }

  async add({ path, writer }: Home): Promise<void> {
    const leaving = new AbortController();
    this.#open.push(leaving);
    if (this.#open.length > this.#most) this.#open.shift()?.abort();
    this.opened++;
    try {
      const headers = { authorization: `Bearer ${writer.token}` };
      const response = await fetch(`${this.#url}${path}/events`, { headers, signal: leaving.signal });
      await response.body?.pipeTo(new WritableStream(), { signal: leaving.signal });
    } catch (error) {
      if (!leaving.signal.aborted) throw error;
    }
  }

  close(): void {
    for (const leaving of this.#open) leaving.abort();
  }
}
