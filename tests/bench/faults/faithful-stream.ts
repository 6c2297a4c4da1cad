import { setTimeout as delay } from 'node:timers/promises';
import { TOPICS } from '../../../domain/sync/page.js';
import type { Home } from './homes.js';

const RETRY_MS = 50;

/** A client of the live stream that reconnects whenever the stream ends, to the next address. */
export class FaithfulStream {
  /**
   * Milliseconds from each end of the stream until the client had received all topics again, or until `stop`
   * if it never did.
   */
  readonly gaps: number[] = [];
  messages = 0;
  readonly #stopped = new AbortController();
  readonly #running: Promise<void>;
  #endedAt: number | null = null;
  /** The number of messages on the current stream, or on the last one. */
  #heard = 0;

  constructor(urls: readonly string[], home: Home, first: number) {
    this.#running = this.#run(urls, home, first);
  }

  /**
   * True if the client has received a change since it last reconnected, in addition to the topics that a new
   * stream begins with.
   */
  get isLive(): boolean {
    return this.#endedAt === null && this.#heard > TOPICS.length;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#endGap();
    await this.#running;
  }

  async #run(urls: readonly string[], home: Home, first: number): Promise<void> {
    const { signal } = this.#stopped;
    for (let turn = first; ; turn++) {
      try {
        await this.#listen(`${urls[turn % urls.length]}${home.path}/events`, home);
      } catch {
        // The stream was cut off, refused or stopped. All cases continue below.
      }
      if (signal.aborted) return;
      this.#endedAt ??= performance.now();
      await delay(RETRY_MS);
    }
  }

  async #listen(url: string, { writer }: Home): Promise<void> {
    const { signal } = this.#stopped;
    const headers = { authorization: `Bearer ${writer.token}`, 'last-event-id': '0' };
    const response = await fetch(url, { headers, signal });
    if (!response.ok) throw new Error(`no stream: ${response.status}`);
    this.#heard = 0;
    let text = '';
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      // A message may arrive in two pieces.
      const lines = (text + piece).split('\n');
      text = lines.pop() ?? '';
      const count = lines.filter((line) => line.startsWith('data:')).length;
      this.messages += count;
      this.#heard += count;
      if (this.#heard >= TOPICS.length) this.#endGap();
    }
  }

  #endGap(): void {
    if (this.#endedAt !== null) this.gaps.push(performance.now() - this.#endedAt);
    this.#endedAt = null;
  }
}
