import type { Home } from '../faults/homes.js';
import type { Answers } from './answers.js';

const KILOBYTES = 256;

/** Carries out the actions of a person one after the other in a fixed round, and counts their results. */
export class Visitor {
  readonly #url: string;
  readonly #home: Home;
  readonly #answers: Answers;
  #turn = 0;
  #tasks: string[] = [];

  constructor(url: string, home: Home, answers: Answers) {
    this.#url = url;
    this.#home = home;
    this.#answers = answers;
  }

  /** Does the next action: mostly a read, sometimes a write, and from time to time an upload. */
  async act(): Promise<void> {
    const turn = this.#turn++;
    const task = this.#tasks.at(-1);
    switch (turn % 10) {
      case 0:
        return this.#create();
      case 1:
      case 4:
      case 7:
        await this.#call('GET', '/occurrences?limit=50');
        return;
      case 2:
        await this.#call('GET', '/notifications?limit=20');
        return;
      case 3:
        if (task !== undefined) await this.#call('GET', `/occurrences/${task}`);
        return;
      case 5:
        await this.#call('POST', '/quick-add/parse', { text: 'bins every tuesday at 7pm !high' });
        return;
      case 6:
        if (task !== undefined) await this.#call('POST', `/occurrences/${task}/complete`);
        return;
      case 8:
        await this.#call('POST', '/shopping/items', { text: 'milk, 2 kg flour, eggs' });
        return;
      default:
        return turn % 50 === 9 ? this.#attach() : this.#remove();
    }
  }

  async synchronise(): Promise<void> {
    await this.#call('POST', '/calendar/sync');
  }

  /** Connects the demo calendar and links the household to it. The demo consents without asking. */
  async linkCalendar(): Promise<void> {
    const headers = { authorization: `Bearer ${this.#home.writer.token}` };
    const connect = `${this.#url}/v1/calendar/google/connect`;
    const asked = await fetch(connect, { headers, redirect: 'manual' });
    const cookie = asked.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    await fetch(asked.headers.get('location') ?? '', { headers: { ...headers, cookie }, redirect: 'manual' });
    const connections = await fetch(`${this.#url}/v1/calendar/google/connections`, { headers });
    const [connection] = (await connections.json()) as { id: string }[];
    const link = { connectionId: connection?.id, calendarId: 'demo-family' };
    if ((await this.#call('PUT', '/calendar/link', link)) === null) throw new Error('no calendar');
  }

  async #create(): Promise<void> {
    const date = new Date().toISOString().slice(0, 10);
    const body = { title: `Task ${this.#turn}`, date, responsibleMemberIds: [this.#home.told.id] };
    const made = (await this.#call('POST', '/tasks', body)) as { id: string } | null;
    if (made !== null) this.#tasks.push(made.id);
  }

  /** Deletes the oldest task, so that the household keeps its size. */
  async #remove(): Promise<void> {
    const oldest = this.#tasks.length > 20 ? this.#tasks.shift() : undefined;
    if (oldest !== undefined) await this.#call('DELETE', `/occurrences/${oldest}`);
  }

  async #attach(): Promise<void> {
    const task = this.#tasks.at(-1);
    const form = new FormData();
    form.set('file', new Blob(['a line of text!\n'.repeat(64 * KILOBYTES)]), 'notes.txt');
    const path = `/occurrences/${task}/attachments`;
    const made =
      task === undefined ? null : ((await this.#call('POST', path, form)) as { id: string } | null);
    if (made !== null) await this.#call('DELETE', `/attachments/${made.id}`);
  }

  /** Sends a request. Returns null if the answer is empty, is an error, or does not come. */
  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const kind = `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '…')}`;
    try {
      const response = await this.#fetch(method, path, body);
      const text = await response.text();
      this.#answers.add(kind, response.status);
      return response.ok && text !== '' ? JSON.parse(text) : null;
    } catch (error) {
      this.#answers.add(kind, `none: ${String(error)}`);
      return null;
    }
  }

  #fetch(method: string, path: string, body?: object): Promise<Response> {
    const isForm = body instanceof FormData;
    return fetch(`${this.#url}${this.#home.path}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#home.writer.token}`,
        'x-requested-with': 'app',
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
  }
}
