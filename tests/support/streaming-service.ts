import { listen, type RunningServer } from '../../adapters/http/server.js';
import type { Api } from './api.js';
import { startService, type ServiceOptions, type TestService } from './service.js';
import { StreamClient } from './stream-client.js';

/** A service that listens on a port, for answers that do not end. */
export class StreamingService {
  readonly service: TestService;
  readonly #server: RunningServer;
  readonly #clients: StreamClient[] = [];

  private constructor(service: TestService, server: RunningServer) {
    this.service = service;
    this.#server = server;
  }

  static async start(options: ServiceOptions = {}): Promise<StreamingService> {
    return StreamingService.#over(await startService(options));
  }

  /** Starts another process on the same database. */
  async another(options?: ServiceOptions): Promise<StreamingService> {
    return StreamingService.#over(await this.service.another(options));
  }

  static async #over(service: TestService): Promise<StreamingService> {
    return new StreamingService(service, await listen(service.api.app, { host: '127.0.0.1', port: 0 }));
  }

  get api(): Api {
    return this.service.api;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  /** Opens the live stream of the household at `home` as this caller. */
  async stream({ token }: Api, home: string, headers: Record<string, string> = {}): Promise<StreamClient> {
    const client = await StreamClient.open(`${this.address}${home}/events`, {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
    });
    this.#clients.push(client);
    return client;
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.close();
    await this.service.close();
    await this.#server.close();
  }
}
