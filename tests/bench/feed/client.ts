import { randomBytes } from 'node:crypto';
import { requestBytes, type Connection } from '../http/connection.js';
import { accepted } from '../http/load.js';

type Method = 'GET' | 'POST' | 'DELETE';
export type Json = Record<string, unknown>;

/** Sends the requests of one user that this benchmark needs. */
export class Client {
  readonly #connection: Connection;
  readonly #token: string | null;

  constructor(connection: Connection, token: string | null = null) {
    this.#connection = connection;
    this.#token = token;
  }

  async send(method: Method, path: string, body?: object, headers?: Readonly<Record<string, string>>) {
    return this.#connection.send(requestBytes(method, path, this.#token, body, headers));
  }

  async json(method: Method, path: string, body?: object): Promise<Json> {
    return JSON.parse(accepted(await this.send(method, path, body)).body.toString()) as Json;
  }

  /** Registers a user with a household. `home` is the path of the household. */
  async atHome(): Promise<{ client: Client; token: string; home: string }> {
    const account = {
      email: `${randomBytes(6).toString('hex')}@example.org`,
      password: 'correct horse battery',
    };
    const { accessToken } = await this.json('POST', '/v1/auth/register', account);
    const token = String(accessToken);
    const client = new Client(this.#connection, token);
    const { id } = await client.json('POST', '/v1/households', { name: 'Home', timeZone: 'Europe/Paris' });
    return { client, token, home: `/v1/households/${String(id)}` };
  }
}
