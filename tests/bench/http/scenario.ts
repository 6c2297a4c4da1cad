import { PlatformPushSender } from '../../../adapters/push/platform-push-sender.js';
import { InMemoryFileStore } from '../../support/memory/attachments/file-store.js';
import pg from 'pg';
import { v7 } from 'uuid';
import { SystemClock } from '../../../adapters/clock/system-clock.js';
import { listen } from '../../../adapters/http/server.js';
import { createLogger } from '../../../adapters/logging/winston-logger.js';
import { migrateToLatest } from '../../../adapters/postgres/migrator.js';
import { compose } from '../../../bootstrap/compose.js';
import { parseEncryptionKeys, parseJwtSecrets } from '../../../bootstrap/config/secrets.js';
import { withClient } from '../database.js';
import { Connection, requestBytes } from './connection.js';
import { accepted, type NextRequest } from './load.js';
import { recorded, type Recording, type Statement } from './recording.js';
import { TIME_ZONE } from './row-shape.js';

/** The page size of the API if the request does not choose one. */
export const PAGE_SIZE = 200;
/**
 * The number of occurrences on each side. Each can be completed only once. The household must also have room
 * for the tasks that are created.
 */
const TO_COMPLETE = 30_000;

export const CASES = ['create', 'list', 'get', 'complete'] as const;
export type Case = (typeof CASES)[number];

/** The content of the database, the caller, and the recorded requests of the service. */
export type Scenario = {
  readonly token: string;
  readonly member: string;
  /** A household whose occurrences fill one page. */
  readonly listed: { readonly path: string; readonly occurrences: readonly string[] };
  /** The household in which requests write. */
  readonly busy: { readonly path: string; readonly occurrences: readonly string[] };
  readonly recordings: Readonly<Record<Case, Recording>>;
};

/** Fills an empty database through the service itself, and records one request of each case. */
export async function prepareScenario(connectionString: string, jwtSecrets: string): Promise<Scenario> {
  await migrateToLatest(connectionString);
  const scenario = await onServiceHere(connectionString, jwtSecrets, (connection) =>
    fill(new Client(connection), connectionString),
  );
  await withClient(connectionString, (client) => client.query('vacuum (analyze)'));
  return scenario;
}

/** Runs `work` with a service in this process, so that its statements can be recorded. */
export async function onServiceHere<T>(
  connectionString: string,
  jwtSecrets: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const service = compose({
    database: { connectionString },
    signingKeys: parseJwtSecrets(jwtSecrets),
    http: {
      version: '0',
      baseUrl: 'http://localhost',
      webBaseUrl: 'http://localhost',
      appScheme: 'planner',
      production: true,
      cookieSecure: true,
      trustProxy: false,
      rateLimits: { global: 1_000_000, auth: 1_000_000 },
    },
    identityProvider: null,
    encryptionKeys: parseEncryptionKeys(`v1:${'A'.repeat(43)}`),
    calendar: null,
    jobs: { connectionString: null, handlers: null },
    mailer: { send: () => Promise.resolve('refused') },
    mailIsSent: false,
    pushSender: new PlatformPushSender({ android: null, web: null }),
    fileStore: new InMemoryFileStore(new SystemClock()),
    releaseSource: null,
    clock: new SystemClock(),
    errorMonitor: null,
    operators: null,
    logger: createLogger({ level: 'error', format: 'pretty' }),
    isShuttingDown: () => false,
  });
  const server = await listen(service.app, { host: '127.0.0.1', port: 0 });
  const connection = await Connection.open(server.port);
  try {
    return await work(connection);
  } finally {
    connection.close();
    await server.close();
    await service.close();
  }
}

async function fill(stranger: Client, connectionString: string): Promise<Scenario> {
  const account = { email: 'bench@example.org', password: 'correct horse battery' };
  const { user, accessToken } = await stranger.post<{ user: { id: string }; accessToken: string }>(
    '/v1/auth/register',
    account,
  );
  const client = stranger.as(accessToken);
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as {
    sid: string;
  };
  const who = { user: user.id, session: claims.sid };
  const listed = await client.household('Listed');
  const busy = await client.household('Busy');

  const occurrences: string[] = [];
  for (let i = 0; i < PAGE_SIZE; i++)
    occurrences.push((await client.post<Occurrence>(`${listed.path}/tasks`, variedTask(i, user.id))).id);

  const [occurrence = ''] = occurrences;
  const get = await recorded(() => client.get(`${listed.path}/occurrences/${occurrence}`));
  const list = await recorded(() => client.get(`${listed.path}/occurrences`));
  const create = await recorded(() =>
    client.post<Occurrence>(`${busy.path}/tasks`, simpleTask('bench task', user.id)),
  );
  const copies = await copyOccurrence(connectionString, create.result.id, TO_COMPLETE);
  const [toComplete = '', ...others] = copies;
  const complete = await recorded(() =>
    client.post<Occurrence>(`${busy.path}/occurrences/${toComplete}/complete`),
  );

  const recordings: Record<Case, Recording> = {
    create: {
      statements: create.statements,
      variables: {
        ...who,
        household: busy.id,
        occurrence: create.result.id,
        task: create.result.taskId,
        activity: idIn('activities', create.statements),
        operation: idIn('operations', create.statements),
        title: create.result.title,
        now: create.result.updatedAt,
      },
      body: create.result,
    },
    list: { statements: list.statements, variables: { ...who, household: listed.id }, body: list.result },
    get: {
      statements: get.statements,
      variables: { ...who, household: listed.id, occurrence },
      body: get.result,
    },
    complete: {
      statements: complete.statements,
      variables: {
        ...who,
        household: busy.id,
        occurrence: toComplete,
        activity: idIn('activities', complete.statements),
        operation: idIn('operations', complete.statements),
        now: complete.result.updatedAt,
      },
      body: complete.result,
    },
  };
  return {
    token: accessToken,
    member: user.id,
    listed: { path: listed.path, occurrences },
    busy: { path: busy.path, occurrences: others },
    recordings,
  };
}

/** Returns the id of the row that the statements insert into a table, for example into the history. */
function idIn(table: string, statements: readonly Statement[]): string {
  const insert = new RegExp(`insert into "?${table}"? \\(([^)]*)\\)\\s*values \\(([^)]*)\\)`);
  for (const { text, values = [] } of statements) {
    const [, columns = '', places = ''] = insert.exec(text) ?? [];
    const place = places.split(', ')[columns.split(', ').indexOf('"id"')];
    if (place !== undefined) return String(values[Number(place.slice(1)) - 1]);
  }
  throw new Error(`Nothing was written into ${table}`);
}

type Occurrence = { id: string; taskId: string; title: string; updatedAt: string };

/**
 * The title is in lower case. So its search text is equal to the title, and both are the same variable of the
 * recording.
 */
function simpleTask(title: string, member: string): object {
  return {
    title,
    date: '2100-05-04',
    time: '18:30',
    durationMinutes: 30,
    priority: 'HIGH',
    responsibleMemberIds: [member],
    reminders: [30, 0],
  };
}

/**
 * Returns a task of a mixed list: whole days, times and tasks without a date; some with notes, checklists and
 * reminders.
 */
function variedTask(i: number, member: string): object {
  const date = `2100-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`;
  return {
    title: `Task ${i} of the household`,
    ...(i % 4 !== 0 && { date }),
    ...(i % 4 === 0 && i % 8 !== 0 && { softDue: { kind: 'BEFORE', date } }),
    ...(i % 2 === 1 && { time: '07:45', durationMinutes: 15, reminders: [30] }),
    ...(i % 3 === 0 && { notes: 'The key hangs behind the door.\nClose the window afterwards.' }),
    ...(i % 3 !== 1 && { responsibleMemberIds: [member] }),
    ...(i % 5 === 0 && { checklist: [{ title: 'Bucket' }, { title: 'Cloth' }, { title: 'Soap' }] }),
  };
}

/** Inserts copies of an occurrence and returns their ids. */
export async function copyOccurrence(connectionString: string, id: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => v7());
  await withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select column_name as name from information_schema.columns
      where table_name = 'occurrences' and table_schema = 'public' and is_generated = 'NEVER'
        and column_name <> 'id'
    `);
    const columns = rows.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
    await client.query(
      `insert into occurrences (id, ${columns})
       select copy, ${columns} from occurrences, unnest($1::uuid[]) as copy where id = $2`,
      [ids, id],
    );
  });
  return ids;
}

/** Returns the requests of each case, for one of the two programs. */
export function requestsOf({ token, member, listed, busy }: Scenario): Record<Case, NextRequest> {
  const list = requestBytes('GET', `${listed.path}/occurrences`, token);
  const gets = listed.occurrences.map((id) => requestBytes('GET', `${listed.path}/occurrences/${id}`, token));
  let [created, got, completed] = [0, 0, 0];
  return {
    create: () =>
      requestBytes('POST', `${busy.path}/tasks`, token, simpleTask(`bench task ${++created}`, member)),
    list: () => list,
    get: () => gets[got++ % gets.length] as Buffer,
    complete: () => {
      const id = busy.occurrences[completed++];
      return id === undefined ? null : requestBytes('POST', `${busy.path}/occurrences/${id}/complete`, token);
    },
  };
}

class Client {
  readonly #connection: Connection;
  readonly #token: string | null;

  constructor(connection: Connection, token: string | null = null) {
    this.#connection = connection;
    this.#token = token;
  }

  as(token: string): Client {
    return new Client(this.#connection, token);
  }

  get = (path: string) => this.#call<unknown>('GET', path);
  post = <T>(path: string, body?: object) => this.#call<T>('POST', path, body);

  async household(name: string): Promise<{ id: string; path: string }> {
    const { id } = await this.post<{ id: string }>('/v1/households', { name, timeZone: TIME_ZONE });
    return { id, path: `/v1/households/${id}` };
  }

  async #call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    const answer = accepted(await this.#connection.send(requestBytes(method, path, this.#token, body)));
    return JSON.parse(answer.body.toString()) as T;
  }
}
