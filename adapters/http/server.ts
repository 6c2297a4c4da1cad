import { OperatorError } from '../../application/shared/operator-error.js';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as TcpServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { Express } from 'express';
import type { ErrorCode } from '../../application/shared/errors.js';
import { BODY_LIMITS, limitBody, type BodyLimits } from './body-deadline.js';

/**
 * An import of `node:http` would also load Node's client for HTTP and WebSocket, because that module exports a
 * `WebSocket`. The client takes several megabytes and lengthens the start.
 */
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');

/** How long a client may take to send its headers. Normal clients need a fraction of this time. */
const HEADERS_TIMEOUT_MS = 10_000;
/**
 * How long idle connections are kept open. It is longer than the idle timeout of common proxies, so that a proxy
 * never sends a request into a connection that is being closed.
 */
export const KEEP_ALIVE_MS = 75_000;
const HEADER_BYTES = 16_384;
/**
 * During a shutdown, idle connections are closed only after this time, because a request may be on its way over them.
 * After an error, the connection is closed after this time, so that the client can read the error.
 */
const LINGER_MS = 300;
const IDLE_SWEEP_MS = 20;
const MAX_TURNS = 100;

/**
 * Starts to listen. Port 0 chooses a free port. Rejects with an OperatorError if the address cannot be used.
 */
export async function listen(
  app: Express,
  { host, port }: { host: string; port: number },
  bodyLimits: BodyLimits = BODY_LIMITS,
): Promise<RunningServer> {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      // The time limit for the whole request. Node's default of five minutes is too short for uploads. It is a little
      // longer than that of `limitBody`, which ends the request first and can answer it.
      requestTimeout: BODY_LIMITS.uploadMs + HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: HEADER_BYTES,
      // By default, Node refuses a request without a Host header, and its answer has no error envelope.
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

/**
 * Returns the path and query of the request target, also for an absolute URL (RFC 9112, section 3.2.2), or
 * null if it has none.
 */
function readTarget(target: string): string | null {
  if (target.startsWith('/') || target === '*') return target;
  const url = URL.parse(target);
  return url === null || url.host === '' ? null : url.pathname + url.search;
}

export class RunningServer {
  readonly #server: Server;
  /**
   * Connections that have sent no request yet, such as those that browsers open in advance. Node does not
   * count them as idle.
   */
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
   * Stops accepting connections and waits for running requests. From then on, every answer closes its connection. For
   * a moment it also waits for requests that may be on their way over idle connections. Then it closes idle
   * connections, because they would delay the shutdown.
   */
  async close(): Promise<void> {
    await this.#letIn();
    this.#isClosing = true;
    const closed = new Promise<void>((resolve, reject) => {
      // `close` of the HTTP server would close idle connections at once:
      // https://github.com/nodejs/node/issues/51677
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

  /**
   * Closes idle connections. A timer calls this method, and Node runs timers before it reads from connections. So the
   * method first lets the event loop read the requests that have arrived.
   */
  async #letGo(): Promise<void> {
    await setImmediate();
    for (const socket of this.#silent) socket.destroy();
    this.#server.closeIdleConnections();
  }

  /**
   * Accepts the connections that wait in the kernel's queue, because they would be reset when the socket is
   * closed. Node accepts one connection in each round of its event loop.
   */
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

/**
 * Closes the connection of a CONNECT request. Node hands its socket to this function and no longer handles it, so the
 * socket would otherwise stay open.
 */
function refuseTunnel({ socket }: IncomingMessage): void {
  socket.on('error', () => undefined);
  refuse(socket, 400);
  socket.destroySoon();
}

/**
 * Answers 408 if no answer has begun. Then ends the connection after a moment in which the client can read the error,
 * without waiting for the client to end it.
 */
function endLate(socket: Socket, { headersSent }: ServerResponse): void {
  if (!headersSent && socket.writable) refuse(socket, 408);
  setTimeout(() => socket.destroy(), LINGER_MS);
}

/**
 * Sends the error envelope for a request that is not valid HTTP or needs something that no route offers, and
 * ends the connection.
 */
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

/**
 * Returns an error that tells the operator why the address cannot be used. Other errors are returned
 * unchanged.
 */
function explainListenError(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): Error {
  const sentence = sentences(host, port)[error.code ?? ''];
  return sentence === undefined ? error : new OperatorError(sentence, { cause: error });
}

const sentences = (host: string, port: number): Readonly<Record<string, string>> => ({
  EADDRINUSE: `Port ${port} of ${host} is in use. Stop the program that listens there, or set PORT to another port.`,
  EACCES: `This user may not listen on port ${port}. Set PORT to a number above 1023.`,
  EADDRNOTAVAIL: `${host} is not an address of this machine. Set HOST to an address of this machine, or to 0.0.0.0 for all of them.`,
  ENOTFOUND: `${host} is not an address or a known host name. Set HOST to an address of this machine, or to 0.0.0.0 for all of them.`,
});
