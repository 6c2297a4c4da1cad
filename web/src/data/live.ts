import { signal } from '@preact/signals';
import { onMessage, broadcast } from './tabs.ts';

const HIDDEN_FOR = 10 * 60_000;
const SIGN_OF_LIFE = 1000;

/**
 * Receives the changes of one household. One tab of the browser reads the event stream, the one that holds the lock,
 * and broadcasts to the others. When that tab closes, the lock goes to the next one. Without the Web Locks API (plain
 * http), each tab reads the stream itself, until it was hidden for ten minutes.
 */
export class Live {
  readonly isLive = signal(false);
  readonly #household: string;
  readonly #wake: (id: string | null) => void;
  readonly #gone: (status: number) => void;
  readonly #stopped = new AbortController();
  #reading: AbortController | null = null;
  #hiddenSince: number | null = null;
  #leaderAnswered: (() => void) | null = null;

  constructor(
    household: string,
    listeners: { wake: (id: string | null) => void; gone: (status: number) => void },
  ) {
    this.#household = household;
    this.#wake = listeners.wake;
    this.#gone = listeners.gone;
  }

  start(): void {
    const { signal: stopped } = this.#stopped;
    const unsubscribe = onMessage((word) => {
      if (!('household' in word) || word.household !== this.#household) return;
      if (word.kind === 'wake') this.#wake(word.id);
      if (word.kind === 'live') {
        this.isLive.value = word.isLive;
        this.#leaderAnswered?.();
      }
      if (word.kind === 'are-you-there' && this.#reading !== null) this.#broadcastState();
    });
    stopped.addEventListener('abort', unsubscribe);
    document.addEventListener('visibilitychange', () => this.#visibilityChanged(), { signal: stopped });
    addEventListener('online', () => this.#wake(null), { signal: stopped });
    const watching = setInterval(() => {
      this.#closeWhenHidden();
      // A frozen tab holds the lock but broadcasts nothing, so a visible tab asks for a sign of life every 30
      // seconds.
      if (document.visibilityState === 'visible' && this.#reading === null) this.#askLeader();
    }, 30_000);
    stopped.addEventListener('abort', () => clearInterval(watching));
    this.#lead(false);
    broadcast({ kind: 'are-you-there', household: this.#household });
  }

  stop(): void {
    this.#stopped.abort();
    this.#reading?.abort();
  }

  #lead(steal: boolean): void {
    const locks = navigator.locks as LockManager | undefined;
    if (locks === undefined) return void this.#read();
    const name = `planner.live:${this.#household}`;
    const options = steal ? { steal } : { signal: this.#stopped.signal };
    locks
      .request(name, options, () => this.#read())
      // The lock was lost: another tab got no answer from this one and stole the lock, or this tab was stopped.
      .catch(() => this.#reading?.abort());
  }

  async #read(): Promise<void> {
    const reading = new AbortController();
    this.#reading = reading;
    const stop = () => reading.abort();
    this.#stopped.signal.addEventListener('abort', stop);
    const { readStream } = await import('./stream.ts');
    await readStream(
      this.#household,
      {
        opened: () => {
          this.#setLive(true);
          this.#announce(null);
        },
        changed: (id) => this.#announce(id),
        closed: () => this.#setLive(false),
        refused: (status) => {
          this.#setLive(false);
          this.#gone(status);
        },
      },
      reading.signal,
    );
    this.#stopped.signal.removeEventListener('abort', stop);
    if (this.#reading === reading) this.#reading = null;
    this.#setLive(false);
  }

  #announce(id: string | null): void {
    this.#wake(id);
    broadcast({ kind: 'wake', household: this.#household, id });
  }

  #setLive(isLive: boolean): void {
    this.isLive.value = isLive;
    this.#broadcastState();
  }

  #broadcastState(): void {
    broadcast({ kind: 'live', household: this.#household, isLive: this.isLive.value });
  }

  #closeWhenHidden(): void {
    if (this.#hiddenSince !== null && Date.now() - this.#hiddenSince > HIDDEN_FOR) this.#reading?.abort();
  }

  #visibilityChanged(): void {
    if (document.visibilityState === 'hidden') {
      this.#hiddenSince = Date.now();
      return;
    }
    const wasClosed = this.#hiddenSince !== null && Date.now() - this.#hiddenSince > HIDDEN_FOR;
    this.#hiddenSince = null;
    if (this.#reading !== null && !this.#reading.signal.aborted) return;
    this.#wake(null);
    if (wasClosed) {
      this.#lead(false);
      return;
    }
    this.#askLeader();
  }

  /** Asks the leading tab for an answer and takes over the stream if none arrives in time. */
  #askLeader(): void {
    if (!('locks' in navigator)) return;
    this.#leaderAnswered?.();
    const steal = setTimeout(() => this.#lead(true), SIGN_OF_LIFE);
    this.#leaderAnswered = () => clearTimeout(steal);
    broadcast({ kind: 'are-you-there', household: this.#household });
  }
}
