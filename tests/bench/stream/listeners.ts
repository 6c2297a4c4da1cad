import { connect, type Socket } from 'node:net';
import { requestBytes } from '../http/connection.js';

const PING = ': ping';

/** A client of the live stream that keeps only its socket and the times of its messages. */
class Listener {
  readonly #socket: Socket;
  readonly #pings: number[] = [];
  /** The topics that were received. */
  messages = 0;
  lastId = '';
  #onMessage: (() => void) | null = null;

  constructor(socket: Socket, first: string) {
    this.#socket = socket;
    this.#hear(first);
    socket.on('data', (chunk) => this.#hear(chunk.toString('latin1')));
  }

  #hear(text: string): void {
    if (text.includes(PING)) this.#pings.push(performance.now());
    this.messages += [...text.matchAll(/^data:/gm)].length;
    this.lastId = [...text.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1] ?? this.lastId;
    if (text.includes('data:')) this.#onMessage?.();
  }

  /** Resolves with the time of the next message, by the clock of this process. */
  message(): Promise<number> {
    return new Promise((resolve) => {
      this.#onMessage = () => resolve(performance.now());
    });
  }

  /** Milliseconds between consecutive pings. */
  get pauses(): number[] {
    return this.#pings.slice(1).map((at, i) => at - (this.#pings[i] ?? NaN));
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.readable;
  }

  close(): void {
    this.#socket.destroy();
  }
}

export type Home = { readonly path: string; readonly token: string };

/** The streams of many households, a fixed number for each. */
export class Listeners {
  readonly #byHome = new Map<string, Listener[]>();

  /** Opens the streams. With `before`, each stream continues after the last message of a former one. */
  static async open(
    port: number,
    homes: readonly Home[],
    each: number,
    before: Listeners | null = null,
  ): Promise<Listeners> {
    const listeners = new Listeners();
    const waiting = homes.flatMap((home) => {
      const gone = before === null ? [] : (before.#byHome.get(home.path) ?? []);
      return Array.from({ length: each }, (_, i) => ({ home, lastId: gone[i]?.lastId }));
    });
    const openSome = async () => {
      for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
        const { home, lastId } = one;
        const listener = await open(port, home, lastId);
        listeners.#byHome.set(home.path, [...(listeners.#byHome.get(home.path) ?? []), listener]);
      }
    };
    await Promise.all(Array.from({ length: 32 }, openSome));
    return listeners;
  }

  /** Returns the time at which the last stream of the household receives the next message. */
  async lastMessage({ path }: Home): Promise<number> {
    return Math.max(...(await Promise.all((this.#byHome.get(path) ?? []).map((one) => one.message()))));
  }

  get all(): Listener[] {
    return [...this.#byHome.values()].flat();
  }

  close(): void {
    for (const listener of this.all) listener.close();
  }
}

function open(port: number, { path, token }: Home, lastId?: string): Promise<Listener> {
  const back = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => socket.write(requestBytes('GET', `${path}/events`, token, undefined, back)));
    socket.once('data', (head) => {
      const status = head.toString('latin1', 9, 12);
      if (status === '200') resolve(new Listener(socket, head.toString('latin1')));
      else reject(new Error(`No stream: ${head.toString('latin1', 0, 500)}`));
    });
  });
}
