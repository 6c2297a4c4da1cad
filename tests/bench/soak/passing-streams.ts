import type { Home } from '../faults/homes.js';
import type { Answers } from './answers.js';

const KIND = 'GET /events';

/** Clients of the live stream that come and go. If there are too many, the oldest one leaves. */
export class PassingStreams {
  readonly #url: string;
  readonly #most: number;
  readonly #answers: Answers;
  readonly #open: AbortController[] = [];
  opened = 0;

  constructor(url: string, most: number, answers: Answers) {
    this.#url = url;
    this.#most = most;
    this.#answers = answers;
  }

  async add({ path, writer }: Home): Promise<void> {
    const leaving = new AbortController();
    this.#open.push(leaving);
    if (this.#open.length > this.#most) this.#open.shift()?.abort();
    this.opened++;
    const { signal } = leaving;
    try {
      const headers = { authorization: `Bearer ${writer.token}` };
      const response = await fetch(`${this.#url}${path}/events`, { headers, signal });
      this.#answers.add(KIND, response.status);
      await response.body?.pipeTo(new WritableStream(), { signal });
      if (response.ok && !signal.aborted) this.#answers.add(KIND, 'ended by the service');
    } catch (error) {
      if (!signal.aborted) this.#answers.add(KIND, `broken: ${String(error)}`);
    }
  }

  close(): void {
    for (const leaving of this.#open) leaving.abort();
  }
}
