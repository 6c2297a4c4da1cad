import { get, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { within } from './until.js';

export type Frame = { readonly id: string; readonly topic: string };

/** A client of the live stream. It records what arrives, and a test can wait for it. */
export class StreamClient {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Resolves when the stream has ended, for whatever reason. */
  readonly ended: Promise<void>;
  text = '';
  readonly #request: ClientRequest;
  #onNext = Promise.withResolvers<undefined>();

  private constructor(request: ClientRequest, response: IncomingMessage) {
    this.#request = request;
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      this.text += text;
      this.#wake();
    });
    response.on('error', () => this.#wake());
    this.ended = new Promise((resolve) => response.once('close', resolve));
  }

  /** Resolves when the headers of the answer have arrived. */
  static open(url: string, headers: Record<string, string>): Promise<StreamClient> {
    return new Promise((resolve, reject) => {
      const request = get(url, { headers, agent: false }, (response) =>
        resolve(new StreamClient(request, response)),
      );
      request.on('error', reject);
    });
  }

  /** Returns the messages that contain data. Pings are left out. */
  get frames(): Frame[] {
    return [...this.text.matchAll(/id: (\S+)\ndata: (.*)\n\n/g)].map(([, id = '', data = '']) => ({
      id,
      ...(JSON.parse(data) as { topic: string }),
    }));
  }

  /** The Last-Event-ID with which an EventSource would reconnect. */
  get lastId(): string {
    return [...this.text.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1] ?? '';
  }

  get topics(): string[] {
    return this.frames.map(({ topic }) => topic);
  }

  get pings(): number {
    return this.text.split(': ping\n\n').length - 1;
  }

  /**
   * Checks the condition whenever something has arrived, until it is true.
   *
   * @throws if nothing arrives for longer than a test waits; the message names what was awaited
   */
  async until(holds: (client: this) => boolean, awaited: string = holds.toString()): Promise<void> {
    while (!holds(this)) await within(this.#onNext.promise, awaited);
  }

  untilFrames(count: number): Promise<void> {
    return this.until(({ frames }) => frames.length >= count, `the stream has ${count} messages`);
  }

  /**
   * Waits until the stream has ended, for whatever reason.
   *
   * @throws if it is still open after the time limit of `within`
   */
  untilEnded(): Promise<void> {
    return within(this.ended, `the live stream ${this.#request.path} has ended`);
  }

  /** Stops reading, and leaves the connection open. */
  stall(): void {
    this.#request.socket?.pause();
  }

  close(): void {
    this.#request.destroy();
  }

  #wake(): void {
    const { resolve } = this.#onNext;
    this.#onNext = Promise.withResolvers<undefined>();
    resolve(undefined);
  }
}
