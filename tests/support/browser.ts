import type { Response } from 'supertest';
import type { Api } from './api.js';

type Cookie = { readonly value: string; readonly path: string };

/** A browser at the service: it keeps its cookies and sends each where its path says. */
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

  /** Begins a sign-in; the answer is the provider's page. */
  async start(query = ''): Promise<string> {
    const { status, headers, text } = await this.get(`/v1/auth/google/start${query}`);
    if (status !== 302) throw new Error(`${status} ${text}`);
    return headers['location'] as string;
  }

  /** Begins to link; the answer is the provider's page. */
  async startLink(body?: object): Promise<string> {
    const response = await this.post('/v1/auth/google/link', body);
    if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
    return (response.body as { url: string }).url;
  }

  /** Comes back from the provider to `location`. */
  arrive(location: string): Promise<Response> {
    const { pathname, search } = new URL(location);
    return this.get(pathname + search);
  }

  /** The whole way through a provider that asks nothing; the answer is where it ends. */
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
