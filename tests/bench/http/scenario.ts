import { randomUUID } from 'node:crypto';
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
import { TIME_ZONE } from './row-shape.js';

/** The page size of the API if the request does not choose one. */
export const PAGE_SIZE = 200;
/** The number of open occurrences on each side. Each can be completed only once. */
const TO_COMPLETE = 64_000;
/**
 * The number of households in which requests write. Writes to one household wait for each other, because each
 * takes the next number of its change feed. So requests go to the households in turn.
 */
const HOUSEHOLDS = 16;

export const CASES = ['create', 'list', 'get', 'complete'] as const;
export type Case = (typeof CASES)[number];

/** The requests of the caller to a database that is prepared for them. */
export type Scenario = {
  readonly token: string;
  readonly member: string;
  /** The path of a household whose occurrences fill one page. */
  readonly listed: string;
  /** The paths of its occurrences. */
  readonly occurrences: readonly string[];
  /** The paths of the households in which requests create tasks. */
  readonly growing: readonly string[];
  /** The paths of open occurrences. Neighbours are in different households. */
  readonly open: readonly string[];
};

/** Fills an empty database through the service itself. */
export async function prepareScenario(connectionString: string, jwtSecrets: string): Promise<Scenario> {
  await migrateToLatest(connectionString);
  const scenario = await onServiceHere(connectionString, jwtSecrets, (connection) =>
    fill(new Client(connection), connectionString),
  );
  await withClient(connectionString, (client) => client.query('vacuum (analyze)'));
  return scenario;
}

/** Runs `work` with a service in this process. */
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

  const listed = await client.household('Listed');
  const occurrences: string[] = [];
  for (let i = 0; i < PAGE_SIZE; i++) {
    const { id } = await client.post<Occurrence>(`${listed}/tasks`, variedTask(i, user.id));
    occurrences.push(`${listed}/occurrences/${id}`);
  }

  const growing: string[] = [];
  const openByHousehold: string[][] = [];
  for (let i = 0; i < HOUSEHOLDS; i++) {
    growing.push(await client.household('Growing'));
    const full = await client.household('Full');
    const { id } = await client.post<Occurrence>(`${full}/tasks`, simpleTask('bench task', user.id));
    const copies = await copyOccurrence(connectionString, id, TO_COMPLETE / HOUSEHOLDS);
    openByHousehold.push(copies.map((copy) => `${full}/occurrences/${copy}`));
  }
  const open = Array.from({ length: TO_COMPLETE }, (_, i) => {
    const paths = openByHousehold[i % HOUSEHOLDS] as string[];
    return paths[Math.floor(i / HOUSEHOLDS)] as string;
  });
  return { token: accessToken, member: user.id, listed, occurrences, growing, open };
}

type Occurrence = { id: string };

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
export function requestsOf(scenario: Scenario): Record<Case, NextRequest> {
  const { token, member, listed, occurrences, growing, open } = scenario;
  const list = requestBytes('GET', `${listed}/occurrences`, token);
  const gets = occurrences.map((path) => requestBytes('GET', path, token));
  let [created, got, completed] = [0, 0, 0];
  return {
    create: () => {
      const task = simpleTask(`bench task ${++created}`, member);
      const path = `${growing[created % growing.length]}/tasks`;
      return requestBytes('POST', path, token, task, { 'Idempotency-Key': randomUUID() });
    },
    list: () => list,
    get: () => gets[got++ % gets.length] as Buffer,
    complete: () => {
      const path = open[completed++];
      return path === undefined ? null : requestBytes('POST', `${path}/complete`, token);
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

  async post<T>(path: string, body: object): Promise<T> {
    const answer = accepted(await this.#connection.send(requestBytes('POST', path, this.#token, body)));
    return JSON.parse(answer.body.toString()) as T;
  }

  /** Creates a household and returns its path. */
  async household(name: string): Promise<string> {
    const { id } = await this.post<{ id: string }>('/v1/households', { name, timeZone: TIME_ZONE });
    return `/v1/households/${id}`;
  }
}
