import { randomUUID } from 'node:crypto';
import { Agent, createServer, type Server } from 'node:http';
import type { Express } from 'express';
import request, { type Response } from 'supertest';
import type { OpenApiChecker } from './openapi-checker.js';

type Headers = Record<string, string | undefined>;
/**
 * One HTTP server per service, with keep-alive connections. Supertest would start a server and open a
 * connection for every request.
 */
const servers = new WeakMap<Express, Server>();
const agent = new Agent({ keepAlive: true });

export type Call = { headers?: Headers | undefined; body?: unknown };

/** Calls the service as the mobile client does. Every answer is checked against the OpenAPI document. */
export class Api {
  readonly app: Express;
  readonly checker: OpenApiChecker;
  readonly token: string | null;

  constructor(app: Express, checker: OpenApiChecker, token: string | null = null) {
    this.app = app;
    this.checker = checker;
    this.token = token;
  }

  async call(method: string, path: string, { headers = {}, body }: Call = {}): Promise<Response> {
    const given: Record<string, string | undefined> = {
      'x-client': 'mobile',
      // Compression has tests of its own. In all other tests it would be most of the cost of long lists.
      'accept-encoding': 'identity',
      ...(method !== 'GET' && { 'x-requested-with': 'app' }),
      ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
      ...headers,
    };
    let test = request(serverOf(this.app))[method.toLowerCase() as 'get'](path).agent(agent);
    for (const [name, value] of Object.entries(given)) if (value !== undefined) test = test.set(name, value);
    const response = await (body === undefined ? test : test.send(body as object));
    this.checker.check(method, path, {
      status: response.status,
      type: response.type,
      body: response.text ? response.body : undefined,
    });
    return response;
  }

  get = (path: string, call?: Call) => this.call('GET', path, call);
  post = (path: string, body?: unknown, headers?: Headers) => this.call('POST', path, { body, headers });
  patch = (path: string, body?: unknown, headers?: Headers) => this.call('PATCH', path, { body, headers });
  delete = (path: string, headers?: Headers) => this.call('DELETE', path, { headers });

  as(token: string | null): Api {
    return new Api(this.app, this.checker, token);
  }

  /** Registers a new account and returns it with a client that is signed in. */
  async register(
    overrides: Record<string, unknown> = {},
  ): Promise<{ api: Api; id: string; auth: Record<string, any> }> {
    const email = `${randomUUID()}@example.org`;
    const response = await this.post('/v1/auth/register', { email, password: PASSWORD, ...overrides });
    if (response.status !== 201) throw new Error(response.text);
    const auth = response.body as { accessToken: string; user: { id: string } };
    return { api: this.as(auth.accessToken), id: auth.user.id, auth };
  }

  /** Creates a household as this caller and returns its path, `/v1/households/{id}`. */
  async household(overrides: Record<string, unknown> = {}): Promise<string> {
    const response = await this.post('/v1/households', {
      name: 'Home',
      timeZone: 'Europe/Paris',
      ...overrides,
    });
    return `/v1/households/${(response.body as { id: string }).id}`;
  }
}

/** Closes the HTTP server of this service and its connections. */
export function forget(app: Express): void {
  const server = servers.get(app);
  server?.close();
  server?.closeAllConnections();
  servers.delete(app);
}

function serverOf(app: Express): Server {
  let server = servers.get(app);
  if (server === undefined) {
    server = createServer(app).listen(0).unref();
    // Client and server share one event loop here. With a timeout the server could close a connection that
    // the client is about to use.
    server.keepAliveTimeout = 0;
    // An idle connection must not keep Jest from exiting.
    server.on('connection', (socket) => socket.unref());
    servers.set(app, server);
  }
  return server;
}

export const PASSWORD = 'correct horse battery';
