import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { builtService, type BuiltService } from '../support/built-service.js';
import { isOnCluster, nodesOf } from '../support/database/citus.js';
import { onCluster, requirement } from '../support/requirement.js';
import { ClusterNode } from '../support/database/cluster-node.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { PatientClients } from '../support/patient-clients.js';
import { newHome, send } from '../support/program.js';
import { until } from '../support/until.js';

const BACK_MS = 10_000;
const AWAY_MS = 5_000;
/** Enough households that they are on more than one node. */
const HOMES = 6;
/** The test fails if the cluster puts this many new households on the same node. */
const MAX_HOMES = 40;

const workerCount = isOnCluster() ? (await nodesOf(process.env['TEST_CITUS_URL']!)).length - 1 : 0;

onCluster.describe('a service on a cluster, under load', () => {
  let service: BuiltService<TestDatabase>;
  let queue: TestDatabase;
  let url: string;
  let homes: (Awaited<ReturnType<typeof newHome>> & { node: number; load: PatientClients })[];

  beforeEach(async () => {
    service = await builtService(createTestDatabase);
    queue = await createTestDatabase({ bare: true });
    const env = { QUEUE_DATABASE_URL: queue.connectionString };
    const [api, other] = [
      await service.start({ ...env, ROLE: 'api' }),
      await service.start({ ...env, ROLE: 'api' }),
    ];
    await service.start({ ...env, ROLE: 'worker' });
    url = api.url;
    const urls = [url, other.url];
    homes = [];
    const areOn = (node: number) => homes.filter((one) => one.node === node).length;
    while (homes.length < HOMES || homes.some(({ node }) => areOn(node) === homes.length)) {
      if (homes.length === MAX_HOMES) throw new Error(`All ${MAX_HOMES} households are on one node`);
      const made = await newHome(url);
      const load = new PatientClients({ urls, ...made, pauseMs: 100 }).start(2);
      homes.push({ ...made, node: await nodeOf(made.home), load });
    }
    await until(
      () => homes.every(({ load }) => load.acknowledged.size >= 5),
      'each household has five acknowledged requests',
    );
  }, 120_000);

  afterEach(async () => {
    await Promise.all(homes.map(({ load }) => load.stop({ giveUp: true })));
    await service.remove();
    await queue.drop();
  }, 120_000);

  /** Returns the port of the node that stores the household. */
  async function nodeOf(home: string): Promise<number> {
    const [row] = await query(
      service.database,
      `
      select nodeport from citus_shards
      where shardid = get_shard_id_for_distribution_column('households', '${home.split('/').at(-1)}')`,
    );
    return row!['nodeport'] as number;
  }

  /** Stops the load and expects that each household stores exactly the acknowledged tasks, each once. */
  async function expectNothingLost(): Promise<void> {
    await Promise.all(homes.map(({ load }) => load.stop()));
    for (const { home, load } of homes) {
      expect(load.unexpected).toEqual([]);
      const rows = await query(
        service.database,
        `select title from occurrences where household_id = '${home.split('/').at(-1)}'`,
      );
      expect(rows.map(({ title }) => title).toSorted()).toEqual([...load.acknowledged.keys()].toSorted());
    }
  }

  test('loses no acknowledged task when a node crashes, and answers normally within 10 s of its return', async () => {
    const [, first = ''] = await nodesOf(service.database.connectionString);
    const node = await ClusterNode.at(first);
    await node.crash();
    const goneAt = performance.now();
    // Accounts are stored on every node, so registration fails while one is down.
    const account = { email: 'new@example.org', password: 'correct horse battery' };
    const signUp = await send(`${url}/v1/auth/register`, { method: 'POST', body: account });
    expect([signUp.status, signUp.body.error.code]).toEqual([503, 'UNAVAILABLE']);
    await delay(AWAY_MS);
    await node.start();
    const backAt = performance.now();
    await delay(BACK_MS);
    const wellAt = performance.now();
    await until(
      () => homes.every(({ load }) => load.since(wellAt).length >= 20),
      'each household has 20 requests after the recovery',
    );
    await expectNothingLost();
    const tries = homes.flatMap(({ load }) => load.tries);
    const refused = tries.filter(({ status }) => status !== 200 && status !== 201);
    const slowest = (of: typeof tries) =>
      Math.round(Math.max(0, ...of.map(({ startedAt, endedAt }) => endedAt - startedAt)));
    console.log({
      'requests while it was away': tries.filter(({ startedAt }) => startedAt > goneAt && startedAt < backAt)
        .length,
      'refused for now': refused.length,
      'last refused after its return, ms': Math.round(
        Math.max(...refused.map(({ endedAt }) => endedAt)) - backAt,
      ),
      'slowest before, ms': slowest(tries.filter(({ endedAt }) => endedAt < goneAt)),
      'slowest meanwhile, ms': slowest(tries.filter(({ endedAt }) => endedAt > goneAt && endedAt < wellAt)),
      'slowest afterwards, ms': slowest(tries.filter(({ startedAt }) => startedAt > wellAt)),
    });
    expect(refused.length).toBeGreaterThan(0);
    // Requests for households on other nodes do not need that node.
    const others = homes.filter(({ node: port }) => !first.includes(`:${port}/`));
    expect(others.flatMap(({ load }) => load.tries).filter((one) => refused.includes(one))).toEqual([]);
    expect(refused.filter(({ endedAt }) => endedAt > wellAt)).toEqual([]);
  }, 180_000);

  test('keeps all sessions valid while any one node is down', async () => {
    const [, ...workers] = await nodesOf(service.database.connectionString);
    for (const address of workers) {
      const node = await ClusterNode.at(address);
      await node.crash();
      for (const one of homes) {
        const { home, token, refreshToken, credentials } = one;
        const isAway = address.includes(`:${one.node}/`);
        const post = (path: string, body: object) => send(`${url}${path}`, { method: 'POST', body, token });
        const renewed = await post('/v1/auth/refresh', { refreshToken });
        one.refreshToken = renewed.body.refreshToken;
        const get = async (path: string) => (await send(`${url}${path}`, { token })).status;
        expect({
          renewed: renewed.status,
          sessions: await get('/v1/auth/sessions'),
          // These routes read rows of the household.
          me: await get('/v1/me'),
          homes: await get('/v1/households'),
          week: await get(`${home}/occurrences`),
          // Accounts and sessions are stored on every node, so changing them needs all nodes.
          signedIn: (await post('/v1/auth/login', credentials)).status,
          renamed: (await send(`${url}/v1/me`, { method: 'PATCH', token, body: { displayName: 'Alex' } }))
            .status,
          signedOut: (await post('/v1/auth/logout', { refreshToken: one.refreshToken })).status,
        }).toEqual({
          ...{ renewed: 200, sessions: 200, signedIn: 503, renamed: 503, signedOut: 503 },
          ...(isAway ? { me: 503, homes: 503, week: 503 } : { me: 200, homes: 200, week: 200 }),
        });
      }
      await node.start();
      await delay(BACK_MS);
      for (const { refreshToken, credentials } of homes) {
        const body = { refreshToken };
        expect((await send(`${url}/v1/auth/refresh`, { method: 'POST', body })).status).toBe(200);
        expect((await send(`${url}/v1/auth/login`, { method: 'POST', body: credentials })).status).toBe(200);
      }
    }
    await expectNothingLost();
  }, 180_000);

  test('loses no acknowledged task while households are moved between nodes', async () => {
    const { home } = homes[0]!;
    const id = home.split('/').at(-1)!;
    const [coordinator = '', ...workers] = await nodesOf(service.database.connectionString);
    await waitLongForLocks(workers);
    const startedAt = performance.now();
    const from = await nodeOf(home);
    const to = homes.map(({ node }) => node).find((node) => node !== from);
    const moves: number[] = [];
    for (const [source, target] of [
      [from, to],
      [to, from],
    ]) {
      const moveAt = performance.now();
      await ask(
        coordinator,
        `select citus_move_shard_placement(
           get_shard_id_for_distribution_column('households', '${id}'),
           '127.0.0.1', ${source}, '127.0.0.1', ${target}, 'force_logical')`,
      );
      moves.push(Math.round(performance.now() - moveAt));
      expect(await nodeOf(home)).toBe(target);
    }
    const endedAt = performance.now();
    await until(
      () => homes.every(({ load }) => load.since(endedAt).length >= 20),
      'each household has 20 requests after the move',
    );
    await expectNothingLost();
    console.log({ 'moves, ms': moves, ...requestsSince(startedAt) });
  }, 240_000);

  requirement(workerCount >= 3, 'the cluster has fewer than three workers').test(
    'loses no acknowledged task while one node is drained and removed, and another node is added and filled',
    async () => {
      const [coordinator = '', ...workers] = await nodesOf(service.database.connectionString);
      const { hostname, port } = new URL(workers.at(-1)!);
      const node = `'${hostname}', ${port}`;
      await waitLongForLocks(workers);
      const startedAt = performance.now();
      await ask(coordinator, `select citus_drain_node(${node})`);
      await ask(coordinator, `select citus_remove_node(${node})`);
      const removedAt = performance.now();
      expect(await householdsOn(Number(port))).toBe(0);
      const drained = requestsSince(startedAt);
      await ask(coordinator, `select citus_add_node(${node})`);
      await ask(coordinator, 'select citus_rebalance_start()');
      await ask(coordinator, 'select citus_rebalance_wait()');
      const filledAt = performance.now();
      expect(await householdsOn(Number(port))).toBeGreaterThan(0);
      await expectNothingLost();
      console.log({
        'drained and taken out, ms': Math.round(removedAt - startedAt),
        drained,
        'added and filled, ms': Math.round(filledAt - removedAt),
        filled: requestsSince(removedAt),
      });
    },
    900_000,
  );

  /** Removes the lock timeout, because moving a shard can wait longer for locks than a statement of the service may. */
  async function waitLongForLocks(workers: readonly string[]): Promise<void> {
    const database = new URL(service.database.connectionString).pathname.slice(1);
    for (const worker of workers) await ask(worker, `alter database ${database} set lock_timeout = 0`);
  }

  /** Returns how many shards of the table households are on the node. */
  async function householdsOn(port: number): Promise<number> {
    const [row] = await query(
      service.database,
      `select count(*)::int as parts from citus_shards where table_name = 'households'::regclass and nodeport = ${port}`,
    );
    return row!['parts'] as number;
  }

  function requestsSince(startedAt: number) {
    const tries = homes.flatMap(({ load }) => load.tries).filter((one) => one.endedAt > startedAt);
    return {
      requests: tries.length,
      'refused for now': tries.filter(({ status }) => status >= 300).length,
      'slowest, ms': Math.round(Math.max(...tries.map((one) => one.endedAt - one.startedAt))),
    };
  }
});

async function ask(address: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
