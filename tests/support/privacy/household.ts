import request, { type Response } from 'supertest';
import { objectSchema } from '../../../adapters/http/schema/output.js';
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
  /**
   * The live streams. Those that have ended are included, because a member who leaves and rejoins opens
   * another one.
   */
  readonly streams: StreamClient[];
  /** The addresses of a calendar feed with PERSONAL tasks and of one without. */
  feeds: { readonly own: string; readonly shared: string };
  /** The cursor of the change feed. */
  cursor: string | null;
};

/** A service that keeps everything it sends. */
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

/**
 * Path parameters that reveal no task: templates are never hidden, a calendar is read as a whole, and the
 * steps `undo` and `undoHidden` cover operations.
 */
const OF_NO_TASK = ['templateId', 'calendarId', 'operationId'];

/**
 * A household of three members. Each has a live stream, a phone and two calendar feeds, and one has linked a
 * Google calendar.
 */
export class WatchedHousehold {
  readonly watched: WatchedService;
  readonly path: string;
  readonly residents: readonly Resident[];
  readonly marks = new Marks();
  /** The marks that a reader saw without permission, each with the place. */
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
    const residents: Resident[] = [];
    for (const { api, id } of people) {
      await api.post('/v1/me/devices', { platform: 'ANDROID', token: `phone of ${id}` });
      const stream = await openStream(server, api, path);
      residents.push({ api, id, streams: [stream], feeds: await feedsOf(api, path), cursor: null });
    }
    await linkCalendar(service, people[0]!.id, path);
    return new WatchedHousehold(watched, path, residents);
  }

  get service(): TestService {
    return this.watched.service;
  }

  async call(who: Resident, method: string, path: string, body?: object): Promise<Response> {
    const answer = await who.api.call(method, path, { body });
    this.inspect(who.id, `${method} ${path}`, answer);
    return answer;
  }

  /**
   * Removes the member from the household, checks that they can read nothing, and adds them again with an
   * invitation. Does nothing if the member is the only owner.
   */
  async leaveAndReturn(who: Resident): Promise<void> {
    const [inviter] = this.residents.filter((one) => one !== who);
    const { body } = await this.call(inviter!, 'POST', `${this.path}/invitations`, {});
    const left = await this.call(who, 'DELETE', `${this.path}/members/${who.id}`);
    if (left.status === 409) return;
    while ((await this.service.performJobs()).length > 0);
    for (const { path } of this.#lists().filter(({ access }) => access === 'member')) {
      const { status } = await this.call(who, 'GET', this.#address(path, {}));
      if (status !== 404) this.leaks.push(`${status} at ${path} for a former member`);
    }
    await this.call(who, 'POST', '/v1/invitations/accept', { token: body.token });
    who.streams.push(await openStream(this.watched.server, who.api, this.path));
    who.feeds = await feedsOf(who.api, this.path);
  }

  async attach(who: Resident, occurrence: string, word: string): Promise<Response> {
    const answer = await request(who.api.app)
      .post(`${occurrence}/attachments`)
      .set({ authorization: `Bearer ${who.api.token}`, 'x-client': 'mobile', 'x-requested-with': 'app' })
      .attach('file', Buffer.from(word), { filename: `${word}.txt`, contentType: 'text/plain' });
    this.inspect(who.id, `POST ${occurrence}/attachments`, answer);
    return answer;
  }

  inspect(reader: string | null, place: string, { status, text, headers }: Response): void {
    if (status >= 500) this.leaks.push(`${status} at ${place}`);
    this.saw(reader, place, `${text} ${JSON.stringify(headers)}`);
  }

  saw(reader: string | null, place: string, text: string): void {
    for (const mark of this.marks.hiddenFrom(reader, text)) this.leaks.push(`${mark} at ${place}`);
  }

  /** Returns columns of all rows of a table that belong to this household, including rows that not everybody may see. */
  rows(columns: string, table: string): Promise<Row[]> {
    const householdId = this.path.split('/').at(-1);
    return this.service.query(`select ${columns} from ${table} where household_id = '${householdId}'`);
  }

  /**
   * Returns the marks in what the resident can read of their own tasks: the mark, its task, and whether the
   * service shows the task as shared.
   */
  async ownWords({ api }: Resident): Promise<{ mark: string; taskId: string; isShared: boolean }[]> {
    const lists = ['occurrences?limit=500', 'trash?limit=500', 'series?limit=500'];
    const found: Row[] = [];
    for (const list of lists) found.push(...((await api.get(`${this.path}/${list}`)).body as Row[]));
    // One row per task is enough. Rows in the trash come last in the list and do not show their files, so the
    // first row is used.
    const withFiles = new Map(
      found
        .filter((row) => row['attachmentCount'] > 0)
        .map((row): [unknown, Row] => [row['taskId'], row])
        .toReversed(),
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

  /** Returns the next of the other residents, in turn. At the end of a history everybody reads everything. */
  nextReader(writer: Resident): Resident {
    const others = this.residents.filter((one) => one !== writer);
    this.#readers += 1;
    return others[this.#readers % others.length]!;
  }

  /**
   * Reads as each of `readers` everything that needs no id, including search and the change feed. Then checks
   * everything that the service has sent to anybody.
   */
  async readLists(readers: readonly Resident[]): Promise<void> {
    for (const who of readers) {
      for (const { path, query } of this.#lists().filter((one) => one.access === 'member')) {
        await this.call(who, 'GET', this.#address(path, {}));
        // Every mark begins with these letters.
        if (query !== undefined && 'q' in objectSchema(query).properties)
          await this.call(who, 'GET', `${this.#address(path, {})}?q=zq`);
      }
      const since = who.cursor === null ? '' : `?since=${encodeURIComponent(who.cursor)}`;
      const changes = await this.call(who, 'GET', `${this.path}/changes${since}`);
      who.cursor = changes.status === 200 ? changes.body.cursor : null;
    }
    for (const { id, streams } of this.residents)
      for (const { text } of streams) this.saw(id, 'the stream', text);
    const { mailer, logger } = this.service;
    this.saw(null, 'a mail', JSON.stringify(mailer.sent));
    this.saw(null, 'a push', JSON.stringify(this.watched.pushed));
    for (const level of ['debug', 'info', 'warn', 'error'] as const)
      for (const mark of marksIn(JSON.stringify(logger.events(level)))) this.leaks.push(`${mark} in the log`);
  }

  /**
   * Reads as everybody everything that can be read, including exports, feeds and the calendar. Also tries the
   * ids of PERSONAL tasks of other members.
   */
  async readEverything(): Promise<void> {
    await this.readLists(this.residents);
    const householdId = this.path.split('/').at(-1);
    const hidden = await this.rows(
      `distinct on (task_id) id as "occurrenceId", series_id as "seriesId", task_id as "taskId", created_by as author,
        (
          select a.id from attachments a where a.household_id = '${householdId}' and a.task_id = o.task_id limit 1
        ) as "attachmentId"`,
      `(select * from occurrences where visibility = 'PERSONAL') o`,
    );
    for (const { path } of this.#reads())
      for (const { author, ...ids } of hidden) {
        const named = [...path.matchAll(/\{(\w+)\}/g)]
          .map(([, name]) => name!)
          .filter((name) => name !== 'householdId');
        const unknown = named.filter((name) => !(name in ids) && !OF_NO_TASK.includes(name));
        if (unknown.length > 0) this.leaks.push(`the test does not cover ${unknown.join()} at ${path}`);
        if (named.length === 0 || !named.every((name) => ids[name])) continue;
        for (const who of this.residents.filter(({ id }) => id !== author)) {
          const { status } = await this.call(who, 'GET', this.#address(path, ids));
          if (status !== 404) this.leaks.push(`${status} at ${path}`);
        }
      }
    for (const { path, query } of this.#lists())
      for (const { author, ...ids } of query === undefined ? [] : hidden) {
        const named = Object.entries({ ...ids, subjectId: ids['occurrenceId'] }).filter(
          ([name, id]) => id !== null && name in objectSchema(query!).properties,
        );
        for (const [name, id] of named)
          for (const who of this.residents.filter(({ id: reader }) => reader !== author)) {
            const { text } = await this.call(who, 'GET', `${this.#address(path, {})}?${name}=${String(id)}`);
            if (text !== '[]') this.leaks.push(`${name} of another's PERSONAL task at ${path}: ${text}`);
          }
      }
    for (const who of this.residents) {
      for (const { path, access } of this.#lists())
        if (access !== 'member') await this.call(who, 'GET', path);
      await this.call(who, 'GET', '/v1/me/export');
      this.inspect(who.id, 'the own feed', await who.api.as(null).get(who.feeds.own));
      this.inspect(null, 'the shared feed', await who.api.as(null).get(who.feeds.shared));
    }
    const calendar = `${this.path}/calendar/demo/${CALENDAR}/events`;
    this.inspect(null, 'the calendar', await this.residents[0]!.api.get(calendar));
  }

  close(): void {
    for (const { streams } of this.residents) for (const stream of streams) stream.close();
  }

  /** Returns the routes that need no id. The export is left out, because it is read at the end. */
  #lists() {
    return this.#reads().filter(
      ({ path, operationId }) => !/\{(?!householdId)/.test(path) && operationId !== 'exportMe',
    );
  }

  /** Returns the GET routes that answer a signed-in member with stored data. */
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

const openStream = ({ port }: RunningServer, { token }: Api, path: string) =>
  StreamClient.open(`http://127.0.0.1:${port}${path}/events`, { authorization: `Bearer ${token}` });

const feedsOf = async (api: Api, path: string) => ({
  own: await feedOf(api, path, true),
  shared: await feedOf(api, path, false),
});

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
