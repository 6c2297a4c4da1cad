import request, { type Response } from 'supertest';
import { listen, type RunningServer } from '../../../adapters/http/server.js';
import type { PushSender } from '../../../application/notifications/ports.js';
import type { Api } from '../api.js';
import { Browser } from '../browser.js';
import { startDemo } from '../demo-calendars.js';
import type { TestService } from '../service.js';
import { StreamClient } from '../stream-client.js';
import { Marks, marksIn } from './marks.js';

export type Row = Record<string, any>;
export type Resident = {
  readonly api: Api;
  readonly id: string;
  readonly stream: StreamClient;
  /** Of a feed with PERSONAL tasks, and of one without. */
  readonly feeds: { readonly own: string; readonly shared: string };
};

/** A service of which everything that it sends is kept. */
export class WatchedService {
  readonly service: TestService;
  readonly server: RunningServer;
  readonly pushed: readonly unknown[];

  private constructor(service: TestService, server: RunningServer, pushed: readonly unknown[]) {
    [this.service, this.server, this.pushed] = [service, server, pushed];
  }

  static async start(): Promise<WatchedService> {
    const pushed: unknown[] = [];
    const pushSender: PushSender = {
      reaches: () => true,
      publicKey: null,
      send: (...all) => {
        pushed.push(all);
        return Promise.resolve({ kind: 'sent' });
      },
    };
    const service = await startDemo({ pushSender });
    const server = await listen(service.api.app, { host: '127.0.0.1', port: 0 });
    return new WatchedService(service, server, pushed);
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.server.close();
  }
}

const CALENDAR = 'demo-family';

/** A household of three with a calendar, a live stream, a phone and two feeds each. */
export class WatchedHousehold {
  readonly watched: WatchedService;
  readonly path: string;
  readonly residents: readonly Resident[];
  readonly marks = new Marks();
  /** What somebody may not know and was shown: mark and place. */
  readonly leaks: string[] = [];
  #readers = 0;

  private constructor(watched: WatchedService, path: string, residents: readonly Resident[]) {
    [this.watched, this.path, this.residents] = [watched, path, residents];
  }

  static async furnish(watched: WatchedService): Promise<WatchedHousehold> {
    const { service, server } = watched;
    const people = await Promise.all(
      ['Ana', 'Ben', 'Cleo'].map((displayName) => service.api.register({ displayName })),
    );
    const path = await people[0]!.api.household();
    for (const { id } of people.slice(1)) await service.join(path, id);
    const residents = [];
    for (const { api, id } of people) {
      const address = `http://127.0.0.1:${server.port}${path}/events`;
      const stream = await StreamClient.open(address, { authorization: `Bearer ${api.token}` });
      await api.post('/v1/me/devices', { platform: 'ANDROID', token: `phone of ${id}` });
      const feeds = { own: await feedOf(api, path, true), shared: await feedOf(api, path, false) };
      residents.push({ api, id, stream, feeds });
    }
    await linkCalendar(service, people[0]!.id, path);
    return new WatchedHousehold(watched, path, residents);
  }

  get service(): TestService {
    return this.watched.service;
  }

  async call(who: Resident, method: string, path: string, body?: object): Promise<Response> {
    const answer = await who.api.call(method, path, { body });
    this.heard(who.id, `${method} ${path}`, answer);
    return answer;
  }

  async attach(who: Resident, occurrence: string, word: string): Promise<Response> {
    const answer = await request(who.api.app)
      .post(`${occurrence}/attachments`)
      .set({ authorization: `Bearer ${who.api.token}`, 'x-client': 'mobile', 'x-requested-with': 'app' })
      .attach('file', Buffer.from(word), { filename: `${word}.txt`, contentType: 'text/plain' });
    this.heard(who.id, `POST ${occurrence}/attachments`, answer);
    return answer;
  }

  heard(reader: string | null, place: string, { status, text, headers }: Response): void {
    if (status >= 500) this.leaks.push(`${status} at ${place}`);
    this.saw(reader, place, `${text} ${JSON.stringify(headers)}`);
  }

  saw(reader: string | null, place: string, text: string): void {
    for (const mark of this.marks.hiddenFrom(reader, text)) this.leaks.push(`${mark} at ${place}`);
  }

  /** Ids of this household's rows, whoever may see them. */
  rows(columns: string, table: string): Promise<Row[]> {
    const householdId = this.path.split('/').at(-1);
    return this.service.query(`select ${columns} from ${table} where household_id = '${householdId}'`);
  }

  /** What the resident wrote and finds: word, task, and whether the service tells them that all see it. */
  async ownWords({ api }: Resident): Promise<{ mark: string; taskId: string; isShared: boolean }[]> {
    const lists = ['occurrences?limit=500', 'trash?limit=500', 'series?limit=500'];
    const found: Row[] = [];
    for (const list of lists) found.push(...((await api.get(`${this.path}/${list}`)).body as Row[]));
    const withFiles = new Map(
      found.filter((row) => row['attachmentCount'] > 0).map((row) => [row['taskId'], row]),
    );
    for (const row of withFiles.values()) {
      const { body } = await api.get(`${this.path}/occurrences/${row['id']}/attachments`);
      found.push({ taskId: row['taskId'], visibility: row['visibility'], files: body });
    }
    return found.flatMap((row) =>
      marksIn(JSON.stringify(row)).map((mark) => ({
        mark,
        taskId: row['taskId'] as string,
        isShared: row['visibility'] === 'SHARED',
      })),
    );
  }

  /** The others read in turn; in the end everybody reads everything. */
  nextReader(writer: Resident): Resident {
    const others = this.residents.filter((one) => one !== writer);
    this.#readers += 1;
    return others[this.#readers % others.length]!;
  }

  /** What `readers` find without knowing an id, and what was sent to anybody. */
  async readLists(readers: readonly Resident[]): Promise<void> {
    const lists = this.#reads().filter(
      ({ path }) => !/\{(?!householdId)/.test(path) && !path.startsWith('/v1/me'),
    );
    for (const who of readers)
      for (const { path } of lists) await this.call(who, 'GET', this.#address(path, {}));
    for (const { id, stream } of this.residents) this.saw(id, 'the stream', stream.text);
    const { mailer, logger } = this.service;
    this.saw(null, 'a mail', JSON.stringify(mailer.sent));
    this.saw(null, 'a push', JSON.stringify(this.watched.pushed));
    for (const level of ['debug', 'info', 'warn', 'error'] as const)
      for (const mark of marksIn(JSON.stringify(logger.events(level)))) this.leaks.push(`${mark} in the log`);
  }

  /** And what all find by the ids of what others keep to themselves, in exports, feeds and the calendar. */
  async readEverything(): Promise<void> {
    await this.readLists(this.residents);
    const hidden = await this.rows(
      `distinct on (task_id) id as "occurrenceId", series_id as "seriesId", created_by as author,
        (select a.id from attachments a where a.task_id = o.task_id limit 1) as "attachmentId"`,
      `(select * from occurrences where visibility = 'PERSONAL') o`,
    );
    for (const { path } of this.#reads())
      for (const { author, ...ids } of hidden) {
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).slice(1);
        if (named.length === 0 || !named.every((name) => ids[name])) continue;
        for (const who of this.residents.filter(({ id }) => id !== author)) {
          const { status } = await this.call(who, 'GET', this.#address(path, ids));
          if (status !== 404) this.leaks.push(`${status} at ${path}`);
        }
      }
    for (const who of this.residents) {
      await this.call(who, 'GET', '/v1/me/export');
      this.heard(who.id, 'the own feed', await who.api.as(null).get(who.feeds.own));
      this.heard(null, 'the shared feed', await who.api.as(null).get(who.feeds.shared));
    }
    const calendar = `${this.path}/calendar/demo/${CALENDAR}/events`;
    this.heard(null, 'the calendar', await this.residents[0]!.api.get(calendar));
  }

  close(): void {
    for (const { stream } of this.residents) stream.close();
  }

  /** Routes that answer a signed-in member from what is stored. */
  #reads() {
    return this.service.routes.filter(
      ({ method, path, access, responses }) =>
        method === 'get' &&
        access !== 'none' &&
        !path.includes('/google/') &&
        !responses.some(({ contentType }) => contentType === 'text/event-stream'),
    );
  }

  #address(path: string, ids: Row): string {
    const householdId = this.path.split('/').at(-1);
    return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => String({ householdId, ...ids }[name]));
  }
}

async function feedOf(api: Api, path: string, personal: boolean): Promise<string> {
  const { body } = await api.post('/v1/me/feeds', { householdId: path.split('/').at(-1), personal });
  return new URL(body.url as string).pathname;
}

async function linkCalendar(service: TestService, owner: string, path: string): Promise<void> {
  const browser = new Browser(service.api);
  await browser.post('/v1/auth/login', await service.credentialsOf(owner));
  const { headers } = await browser.get('/v1/calendar/google/connect');
  await browser.arrive(headers['location'] as string);
  const [connection] = (await browser.get('/v1/calendar/google/connections')).body;
  const link = { connectionId: connection.id, calendarId: CALENDAR };
  const { status, text } = await browser.put(`${path}/calendar/link`, link);
  if (status >= 300) throw new Error(text);
}
