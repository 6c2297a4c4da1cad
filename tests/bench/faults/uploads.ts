import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Home } from './homes.js';

const KILOBYTES = 64;
const PAUSE_MS = 200;
/**
 * The number of files per task. A household may have some thousands of files, but a task only a few dozen.
 */
const MAX_COUNT = 40;

/** Attaches small files to a task, one after the other, and remembers which of them were acknowledged. */
export class Uploads {
  /** The SHA-256 digests of the acknowledged files by attachment id. */
  readonly acknowledged = new Map<string, string>();
  /** Statuses that cannot be the result of a killed process. */
  readonly unexpected: number[] = [];
  readonly #urls: readonly string[];
  readonly #home: Home;
  readonly #running: Promise<void>;
  #stopping = false;

  constructor(urls: readonly string[], home: Home) {
    this.#urls = urls;
    this.#home = home;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  /** Downloads all acknowledged files. Returns the ids of those that are missing or different. */
  async lost(): Promise<string[]> {
    await this.stop();
    const lost: string[] = [];
    for (const [id, digest] of this.acknowledged) {
      const response = await fetch(`${this.#urls[0]}${this.#home.path}/attachments/${id}`, {
        headers: this.#headers(),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      if (!response.ok || digestOf(bytes) !== digest) lost.push(id);
    }
    return lost;
  }

  async #run(): Promise<void> {
    let task: string | null = null;
    for (let turn = 0; !this.#stopping; turn++) {
      const url = `${this.#urls[turn % this.#urls.length]}${this.#home.path}`;
      try {
        if (task === null || this.acknowledged.size % MAX_COUNT === MAX_COUNT - 1)
          task = await this.#newTask(url);
        await this.#attach(`${url}/occurrences/${task}/attachments`);
      } catch {
        // The process was killed, so nothing was acknowledged.
      }
      await delay(PAUSE_MS);
    }
  }

  async #newTask(url: string): Promise<string> {
    const response = await fetch(`${url}/tasks`, {
      method: 'POST',
      headers: { ...this.#headers(), 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'files' }),
    });
    this.#note(response);
    if (!response.ok) throw new Error(`no task: ${response.status}`);
    return ((await response.json()) as { id: string }).id;
  }

  async #attach(url: string): Promise<void> {
    const bytes = Buffer.from(randomBytes(KILOBYTES * 512).toString('hex'));
    const form = new FormData();
    form.set('file', new Blob([bytes]), 'notes.txt');
    const response = await fetch(url, { method: 'POST', headers: this.#headers(), body: form });
    this.#note(response);
    if (response.status !== 201) return;
    this.acknowledged.set(((await response.json()) as { id: string }).id, digestOf(bytes));
  }

  #note({ status }: Response): void {
    if (status !== 201 && status !== 503) this.unexpected.push(status);
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#home.writer.token}`, 'x-requested-with': 'app' };
  }
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
