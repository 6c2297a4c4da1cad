import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A report to Sentry: the parsed event and the whole envelope as text. */
export type SentryReport = { readonly event: any; readonly raw: string };

/** Receives envelopes at the address in its DSN, as Sentry does. */
export class SentryStandIn {
  readonly reports: SentryReport[] = [];
  readonly #server: Server;
  readonly #waiting: { count: number; resolve: () => void }[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<SentryStandIn> {
    const server = createServer();
    const standIn = new SentryStandIn(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.method === 'POST' && request.url?.startsWith('/api/1/envelope/'))
          standIn.#take(Buffer.concat(chunks).toString());
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return standIn;
  }

  get dsn(): string {
    return `http://key@127.0.0.1:${(this.#server.address() as AddressInfo).port}/1`;
  }

  /** Resolves when this many reports have been received. */
  async received(count: number): Promise<void> {
    if (this.reports.length >= count) return;
    await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Reads an envelope: lines of JSON with a header, and then a header and a body for each item. */
  #take(raw: string): void {
    const lines = raw.trimEnd().split('\n').slice(1);
    for (let i = 0; i + 1 < lines.length; i += 2)
      if (JSON.parse(lines[i]!).type === 'event')
        this.reports.push({ event: JSON.parse(lines[i + 1]!), raw });
    for (const { count, resolve } of this.#waiting) if (this.reports.length >= count) resolve();
  }
}
