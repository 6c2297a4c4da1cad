import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SendOutbound } from '../../application/shared/ports.js';

export type Received = { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string };

/** Google's token endpoint, Firebase and the push service of a browser, all at one local address. */
export class PushServices {
  readonly received: Received[] = [];
  /** The answer of a path that rejects messages: status, body, headers. */
  readonly answers = new Map<string, { status: number; body?: string; headers?: Record<string, string> }>();
  readonly #server: Server;
  #hold: (() => void) | null = null;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const url = request.url ?? '';
        this.received.push({ url, headers: request.headers, body: Buffer.concat(chunks).toString() });
        if (this.#hold !== null) {
          this.#hold();
          this.#hold = null;
          return;
        }
        const planned = this.answers.get(url);
        if (planned) response.writeHead(planned.status, planned.headers).end(planned.body);
        else if (url === '/token')
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ access_token: 'firebase-access', expires_in: 3600, token_type: 'Bearer' }));
        else if (url.endsWith('messages:send'))
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end('{"name":"projects/x/messages/1"}');
        else response.writeHead(201).end();
      });
    });
  }

  static async start(): Promise<PushServices> {
    const server = createServer().listen(0);
    await once(server, 'listening');
    return new PushServices(server);
  }

  /** Works like `fetch`, but sends every request to this server, with its path. */
  readonly fetch: typeof globalThis.fetch = (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input);
    return globalThis.fetch(`http://127.0.0.1:${this.port}${asked.pathname}`, init);
  };

  /** Stands in for the function that sends outbound requests, and sends every request to this server. */
  readonly send: SendOutbound = async (url, { method, headers, signal }) => {
    // `fetch` sets this header itself.
    const others = Object.entries(headers).filter(([name]) => name !== 'Content-Length');
    const response = await this.fetch(url, { method, headers: others, signal });
    await response.body?.cancel();
    return { kind: 'answered', status: response.status, headers: response.headers };
  };

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Resolves when the next request has arrived. That request is never answered. */
  holdNext(): Promise<void> {
    return new Promise((resolve) => {
      this.#hold = resolve;
    });
  }

  /** Returns the messages that arrived at this path since the last call. */
  take(path: RegExp): Received[] {
    const taken = this.received.filter(({ url }) => path.test(url));
    this.received.length = 0;
    return taken;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
