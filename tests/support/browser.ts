import type { Response } from 'supertest';
import type { Api } from './api.js';

type Cookie = { readonly value: string; readonly path: string };

/**
 * A browser that uses the service: it keeps cookies and sends each one only to the paths that it applies to.
 */
export class Browser {
  readonly #api: Api;
  readonly #cookies = new Map<string, Cookie>();

  constructor(api: Api) {
    this.#api = api.as(null);
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value;
  }

  cookieNames(): readonly string[] {
    return [...this.#cookies.keys()];
  }

  setCookie(name: string, value: string, path = '/'): void {
    this.#cookies.set(name, { value, path });
  }

  async get(path: string): Promise<Response> {
    return this.#keeping(await this.#api.get(path, { headers: this.#headersFor(path) }));
  }

  async post(path: string, body?: unknown): Promise<Response> {
    return this.#keeping(await this.#api.post(path, body, this.#headersFor(path)));
  }

  async put(path: string, body?: unknown): Promise<Response> {
    return this.#keeping(await this.#api.call('PUT', path, { body, headers: this.#headersFor(path) }));
  }

  async patch(path: string, body?: unknown): Promise<Response> {
    return this.#keeping(await this.#api.patch(path, body, this.#headersFor(path)));
  }

  async delete(path: string): Promise<Response> {
    return this.#keeping(await this.#api.delete(path, this.#headersFor(path)));
  }

  /** Starts a sign-in with Google and returns the address of Google's page. */
  async start(query = ''): Promise<string> {
    const { status, headers, text } = await this.get(`/v1/auth/google/start${query}`);
    if (status !== 302) throw new Error(`${status} ${text}`);
    return headers['location'] as string;
  }

  /** Starts to link the account with Google and returns the address of Google's page. */
  async startLink(body?: object): Promise<string> {
    const response = await this.post('/v1/auth/google/link', body);
    if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
    return (response.body as { url: string }).url;
  }

  /** Opens the address to which Google redirects the browser. */
  arrive(location: string): Promise<Response> {
    const { pathname, search } = new URL(location);
    return this.get(pathname + search);
  }

  /** Signs in on a Google page that asks no question. Returns the address at which the browser ends. */
  async signIn(query = ''): Promise<URL> {
    return this.#through(await this.start(query));
  }

  async link(body?: object): Promise<URL> {
    return this.#through(await this.startLink(body));
  }

  async #through(page: string): Promise<URL> {
    const atProvider = await fetch(page, { redirect: 'manual' });
    const { status, headers, text } = await this.arrive(atProvider.headers.get('location') ?? '');
    if (status !== 302) throw new Error(`${status} ${text}`);
    return new URL(headers['location'] as string);
  }

  #headersFor(path: string): Record<string, string | undefined> {
    const cookies = [...this.#cookies].filter(([, cookie]) => path.startsWith(cookie.path));
    const cookie = cookies.map(([name, { value }]) => `${name}=${value}`).join('; ');
    return { 'x-client': undefined, ...(cookie !== '' && { cookie }) };
  }

  #keeping(response: Response): Response {
    for (const line of (response.headers['set-cookie'] ?? []) as unknown as string[]) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /Path=([^;]+)/.exec(line)?.[1] ?? '/';
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, { value, path });
    }
    return response;
  }
}
