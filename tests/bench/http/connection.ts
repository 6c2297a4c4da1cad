import { connect, type Socket } from 'node:net';

export type Answer = { readonly status: number; readonly body: Buffer };

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * A keep-alive connection that sends one request at a time. It parses only the status and the length of an
 * answer, because a full HTTP client would need as much time as the programs that are measured.
 */
export class Connection {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #received = 0;
  #expected = Infinity;
  #head: { status: number; length: number } | null = null;
  #resolve: ((answer: Answer) => void) | null = null;
  #reject: ((error: Error) => void) | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The connection was closed within a request')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new Connection(socket));
      });
    });
  }

  send(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) throw new Error('The connection was closed between two requests');
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    if (this.#head === null) this.#readHead();
    if (this.#head === null || this.#received < this.#expected) return;
    const { status, length } = this.#head;
    const all = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#received = 0;
    this.#expected = Infinity;
    this.#head = null;
    const resolve = this.#resolve;
    this.#resolve = this.#reject = null;
    resolve?.({ status, body: all.subarray(all.length - length) });
  }

  #readHead(): void {
    const begun = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    const end = begun.indexOf(HEAD_END);
    if (end < 0) return;
    const text = begun.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0);
    this.#head = { status: Number(text.slice(9, 12)), length };
    this.#expected = end + HEAD_END.length + length;
  }

  #fail(error: Error): void {
    this.#reject?.(error);
    this.#resolve = this.#reject = null;
  }
}

/** Returns the bytes of a request as a mobile client sends it. */
export function requestBytes(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  token: string | null,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const content = body === undefined ? '' : JSON.stringify(body);
  return Buffer.from(
    [
      `${method} ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Accept: application/json',
      'X-Client: mobile',
      ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
      ...(method !== 'GET' ? ['X-Requested-With: app', `Content-Length: ${Buffer.byteLength(content)}`] : []),
      ...(body === undefined ? [] : ['Content-Type: application/json']),
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      content,
    ].join('\r\n'),
  );
}
