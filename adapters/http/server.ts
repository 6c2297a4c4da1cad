import { OperatorError } from '../../application/shared/operator-error.js';
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Server as TcpServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { Express } from 'express';
import type { ErrorCode } from '../../application/shared/errors.js';
import { BODY_LIMITS, limitBody, type BodyLimits } from './body-deadline.js';

/** Slow senders are cut off: a household's client needs a fraction of this. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the idle time of usual proxies, so that they never send into a closing connection. */
export const KEEP_ALIVE_MS = 75_000;
const HEADER_BYTES = 16_384;
/** How long a connection that came before the door closed may take to say what it wants, and one to read its end. */
const LINGER_MS = 300;
const IDLE_SWEEP_MS = 20;
const MAX_TURNS = 100;

/** Starts to listen; port 0 takes a free one. Rejects with an OperatorError where the address cannot be had. */
export async function listen(
  app: Express,
  { host, port }: { host: string; port: number },
  bodyLimits: BodyLimits = BODY_LIMITS,
): Promise<RunningServer> {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      // For what is refused before it is a request: a request has a deadline of its own.
      requestTimeout: BODY_LIMITS.uploadMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: HEADER_BYTES,
      // Node would refuse it without a word.
      requireHostHeader: false,
    },
    (request, response) => {
      const target = readTarget(request.url ?? '');
      if (target === null || (request.headers.host === undefined && request.httpVersion === '1.1')) {
        refuse(request.socket, 400);
        return;
      }
      request.url = target;
      limitBody(request, bodyLimits, () => endLate(request.socket, response));
      app(request, response);
    },
  );
  server.on('clientError', answerUnreadable);
  server.on('connect', refuseTunnel);
  server.on('checkExpectation', ({ socket }) => refuse(socket, 417));
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => reject(explainListenError(error, { host, port }));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
  return new RunningServer(server);
}

/** The path and query that are asked for, also by an absolute URL (RFC 9112, section 3.2.2); null where it is none. */
function readTarget(target: string): string | null {
  if (target.startsWith('/') || target === '*') return target;
  const url = URL.parse(target);
  return url === null || url.host === '' ? null : url.pathname + url.search;
}

export class RunningServer {
  readonly #server: Server;
  /** Connections without a request yet, such as a browser opens ahead: Node does not count them as idle. */
  readonly #silent = new Set<Socket>();
  #connections = 0;
  #isClosing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#connections++;
      this.#silent.add(socket);
      socket.once('close', () => this.#silent.delete(socket));
    });
    server.prependListener('request', ({ socket }, response) => {
      this.#silent.delete(socket);
      if (this.#isClosing) response.setHeader('Connection', 'close');
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /**
   * Takes no new connections and waits for the requests in flight, and a moment for those that are on their way over
   * connections that are kept: closed while idle, these would cut them off. Each answer ends its connection, and one
   * that stays idle or silent is closed: it would hold up the end until the client lets go.
   */
  async close(): Promise<void> {
    await this.#letIn();
    this.#isClosing = true;
    const closed = new Promise<void>((resolve, reject) => {
      // That of HTTP closes idle connections at once: https://github.com/nodejs/node/issues/51677
      TcpServer.prototype.close.call(this.#server, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
    let sweep: NodeJS.Timeout | undefined;
    const linger = setTimeout(() => {
      sweep = setInterval(() => void this.#letGo(), IDLE_SWEEP_MS);
    }, LINGER_MS);
    try {
      await closed;
    } finally {
      clearTimeout(linger);
      clearInterval(sweep);
    }
  }

  /** A loop that was held up has not read yet what came meanwhile: timers run before it reads, and this after. */
  async #letGo(): Promise<void> {
    await setImmediate();
    for (const socket of this.#silent) socket.destroy();
    this.#server.closeIdleConnections();
  }

  /** Whoever waits at the door when it closes is reset by the kernel, and Node lets in one with each turn of its loop. */
  async #letIn(): Promise<void> {
    for (let turns = 0, before = -1; turns < MAX_TURNS && this.#connections > before; turns++) {
      before = this.#connections;
      await setImmediate();
    }
  }
}

function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  refuse(socket, status);
}

/** Node lets go of the socket of a tunnel: whatever happens to it would be nobody's, and it would stay open. */
function refuseTunnel({ socket }: IncomingMessage): void {
  socket.on('error', () => undefined);
  refuse(socket, 400);
  socket.destroySoon();
}

/** Leaves a moment to read why: the other side may be gone, and would never end the connection itself. */
function endLate(socket: Socket, { headersSent }: ServerResponse): void {
  if (!headersSent && socket.writable) refuse(socket, 408);
  setTimeout(() => socket.destroy(), LINGER_MS);
}

/** What is not even HTTP, or asks for what no route gives, gets the envelope all the same, and the connection ends. */
function refuse(socket: Socket, status: 400 | 408 | 417 | 431): void {
  const code: ErrorCode = 'VALIDATION_FAILED';
  const details = [{ field: '', rule: 'malformed', message: 'the request cannot be read as HTTP' }];
  const body = JSON.stringify({ error: { code, message: 'Some fields are invalid', details } });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${randomUUID()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** Why nobody can listen there, as a sentence for whoever chose the address; other errors as they are. */
function explainListenError(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): Error {
  const sentence = sentences(host, port)[error.code ?? ''];
  return sentence === undefined ? error : new OperatorError(sentence, { cause: error });
}

const sentences = (host: string, port: number): Readonly<Record<string, string>> => ({
  EADDRINUSE: `Port ${port} of ${host} is taken: stop what listens there, or set PORT to another one.`,
  EACCES: `This user may not listen on port ${port}: set PORT to one above 1023.`,
  EADDRNOTAVAIL: `${host} is no address of this machine: set HOST to one that is, or to 0.0.0.0 for all.`,
  ENOTFOUND: `${host} is no address and no name of this machine: set HOST to one, or to 0.0.0.0 for all.`,
});
