import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { onBenchServer, withClient, type BenchServer } from '../database.js';
import { Client } from '../feed/client.js';
import { Connection, requestBytes, type Answer } from '../http/connection.js';
import { accepted, type Sample } from '../http/load.js';
import type { Program } from '../http/program.js';
import { median, quantile } from '../http/report.js';
import { copyOccurrence } from '../http/scenario.js';
import { startService } from '../http/service.js';

/** The number of users. Each has a connection and a household. */
const PEOPLE = 16;
/** The number of occurrences per user. Each can be completed only once. */
const TO_COMPLETE = 1_000;
const WARM_UP_SECONDS = 2;
const ROUNDS = 7;
const ROUND_SECONDS = 0.8;
const ALONE_SECONDS = 1;
const PASSWORD = 'correct horse battery';

type Person = {
  readonly port: number;
  readonly email: string;
  readonly token: string;
  readonly home: string;
  readonly occurrences: string[];
  refreshToken: string;
};

type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>;
type Case = 'list' | 'get' | 'create' | 'complete' | 'register' | 'sign in' | 'renew a session';
const CASES: Readonly<Record<Case, (person: Person, ask: Ask) => Promise<unknown>>> = {
  list: ({ home }, ask) => ask('GET', `${home}/occurrences`),
  get: ({ home, occurrences: [first = ''] }, ask) => ask('GET', `${home}/occurrences/${first}`),
  create: ({ home }, ask) => ask('POST', `${home}/tasks`, { title: 'Bench', date: '2100-05-04' }),
  complete: ({ home, occurrences }, ask) =>
    ask('POST', `${home}/occurrences/${occurrences.pop() ?? ''}/complete`),
  register: (_person, ask) => ask('POST', '/v1/auth/register', newAccount()),
  'sign in': ({ email }, ask) => ask('POST', '/v1/auth/login', { email, password: PASSWORD }),
  'renew a session': async (person, ask) => {
    const { body } = await ask('POST', '/v1/auth/refresh', { refreshToken: person.refreshToken });
    person.refreshToken = (JSON.parse(body.toString()) as Person).refreshToken;
  },
};

/**
 * Compares the built service on a cluster with the same service on a plain database of the coordinator, in
 * alternating rounds.
 */
export async function benchCluster(): Promise<void> {
  await onBenchServer(async (server, folder) => {
    if (!server.isCluster)
      throw new Error('TEST_CITUS_URL names no cluster, and without one there is nothing to compare.');
    const programs: Program[] = [];
    const begin = async (connectionString: string) => {
      const program = await startOn(server, folder, connectionString);
      programs.push(program);
      return furnish(program, connectionString);
    };
    try {
      const plain = await begin(await server.createPlain());
      const cluster = await begin(await server.createDatabase());
      console.log(
        '\n| case | one server, a second | cluster, a second | of the one server | of the rounds | one at a time, ms | on the cluster, ms |',
      );
      console.log('| --- | --: | --: | --: | --: | --: | --: |');
      for (const name of Object.keys(CASES) as Case[]) await compare(name, plain, cluster);
    } finally {
      for (const program of programs) await program.stop();
    }
  });
}

async function startOn(server: BenchServer, folder: string, connectionString: string): Promise<Program> {
  return startService({
    folder: await mkdtemp(path.join(folder, 'side-')),
    connectionString,
    jwtSecret: randomBytes(32).toString('hex'),
    env: { QUEUE_DATABASE_URL: await server.createPlain() },
  });
}

async function furnish({ port }: Program, connectionString: string): Promise<readonly Person[]> {
  const people: Person[] = [];
  for (let i = 0; i < PEOPLE; i++) {
    const connection = await Connection.open(port);
    const account = newAccount();
    const signedIn = await new Client(connection).json('POST', '/v1/auth/register', account);
    const token = String(signedIn['accessToken']);
    const client = new Client(connection, token);
    const { id } = await client.json('POST', '/v1/households', { name: 'Home', timeZone: 'Europe/Paris' });
    const home = `/v1/households/${String(id)}`;
    const task = await client.json('POST', `${home}/tasks`, { title: 'Bench', date: '2100-05-04' });
    const occurrences = await copyOccurrence(connectionString, String(task['id']), TO_COMPLETE);
    people.push({
      ...{ port, email: account.email, token, home, occurrences },
      refreshToken: String(signedIn['refreshToken']),
    });
    connection.close();
  }
  await withClient(connectionString, (client) => client.query('vacuum (analyze)'));
  return people;
}

/**
 * Compares both sides in alternating rounds. Each is first in every other round, so that noise affects both
 * equally.
 */
async function compare(name: Case, plain: readonly Person[], cluster: readonly Person[]): Promise<void> {
  for (const side of [plain, cluster]) await load(side, name, WARM_UP_SECONDS);
  const rounds: { plain: Sample; cluster: Sample }[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const samples = new Map<readonly Person[], Sample>();
    for (const side of i % 2 === 0 ? [plain, cluster] : [cluster, plain])
      samples.set(side, await load(side, name, ROUND_SECONDS));
    rounds.push({ plain: samples.get(plain) as Sample, cluster: samples.get(cluster) as Sample });
  }
  const alone = [];
  for (const side of [plain, cluster])
    alone.push(quantile((await load(side.slice(0, 1), name, ALONE_SECONDS)).latencies, 0.5));
  const ratios = rounds.map((round) => round.cluster.perSecond / round.plain.perSecond);
  const figures = [
    median(rounds.map((round) => round.plain.perSecond)).toFixed(0),
    median(rounds.map((round) => round.cluster.perSecond)).toFixed(0),
    `**${median(ratios).toFixed(2)}**`,
    `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    ...alone.map((milliseconds) => milliseconds.toFixed(1)),
  ];
  console.log(`| ${[name, ...figures].join(' | ')} |`);
}

/** Sends requests on new connections, because a server closes idle ones. */
async function load(people: readonly Person[], name: Case, seconds: number): Promise<Sample> {
  const connections = await Promise.all(people.map(({ port }) => Connection.open(port)));
  const latencies: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const askAgain = async (person: Person, connection: Connection) => {
    const ask: Ask = async (method, address, body) =>
      accepted(await connection.send(requestBytes(method, address, person.token, body)));
    for (let sentAt = startedAt; sentAt < until;) {
      sentAt = performance.now();
      await CASES[name](person, ask);
      latencies.push(performance.now() - sentAt);
    }
    connection.close();
  };
  await Promise.all(people.map((person, i) => askAgain(person, connections[i] as Connection)));
  const elapsed = (performance.now() - startedAt) / 1_000;
  return { perSecond: latencies.length / elapsed, latencies: latencies.sort((a, b) => a - b) };
}

const newAccount = () => ({ email: `${randomBytes(6).toString('hex')}@example.org`, password: PASSWORD });
