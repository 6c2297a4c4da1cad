import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { distributeDatabase } from '../../adapters/postgres/citus/distribute.js';
import { migrateToLatest } from '../../adapters/postgres/migrator.js';
import { backUp } from '../../bootstrap/commands/back-up.js';
import { restore } from '../../bootstrap/commands/restore.js';
import { seed } from '../../bootstrap/commands/seed.js';
import { PASSWORD, PEOPLE } from '../../bootstrap/seed/demo-plan.js';
import type { Api } from '../support/api.js';
import { onCluster } from '../support/requirement.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { configured, dataFolder } from '../support/operations/configured.js';
import { RecordingLogger } from '../support/recording-logger.js';
import { serviceOn, type TestService } from '../support/service.js';

const NOW = '2026-11-21T12:00:00Z';
const logger = new RecordingLogger();

onCluster.describe('a household with a year of data, moved to a cluster', () => {
  const folders: Awaited<ReturnType<typeof dataFolder>>[] = [];
  const databases: TestDatabase[] = [];
  let service: TestService;
  let tokens: string[];
  let home: string;
  let before: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    const [old, moved] = [await dataFolder(), await dataFolder()];
    const [one, cluster] = [
      await createTestDatabase({ bare: true }),
      await createTestDatabase({ unspread: true }),
    ];
    folders.push(old, moved);
    databases.push(one, cluster);
    const { connectionString } = one;
    await migrateToLatest(connectionString);
    await seed(configured(one, old.path), logger, { connectionString, force: false, now: Date.parse(NOW) });
    const single = await serviceOn(one, { now: NOW });
    tokens = [];
    for (const { email } of PEOPLE) tokens.push(await signIn(single, email));
    const [household] = (await single.api.as(tokens[0]!).get('/v1/households')).body as { id: string }[];
    home = `/v1/households/${household!.id}`;
    before = await answersOf(single);
    await single.close();

    const file = path.join(old.path, 'year.tar');
    await backUp(configured(one, old.path), logger, { file, withSecrets: false });
    await restore(configured(cluster, moved.path), logger, file);
    await distributeDatabase(cluster.connectionString);
    service = await serviceOn(cluster, { now: NOW });
  }, 240_000);
  afterAll(async () => {
    await service.close();
    for (const one of [
      ...databases.map((database) => database.drop()),
      ...folders.map((each) => each.remove()),
    ])
      await one;
  });

  async function signIn({ api }: TestService, email: string): Promise<string> {
    const { body } = await api.post('/v1/auth/login', { email, password: PASSWORD });
    return (body as { accessToken: string }).accessToken;
  }

  /** All answers of a client that reads everything. The client stays signed in. */
  async function answersOf({ api, routes }: TestService): Promise<Readonly<Record<string, unknown>>> {
    const answers: Record<string, unknown> = {};
    const all = routes
      .filter(
        ({ method, responses }) =>
          method === 'get' && responses.every(({ contentType }) => contentType !== 'text/event-stream'),
      )
      .filter(({ access }) => access === 'member' || access === 'session')
      .map((route) => route.path.replace('{householdId}', home.split('/').at(-1)!))
      .filter((address) => !address.includes('{'));
    const views = ['all', 'done', 'upcoming', 'overdue'].map(
      (view) => `${home}/occurrences?view=${view}&limit=500`,
    );
    for (const [person, token] of tokens.entries())
      for (const address of [...all, ...views]) {
        const { status, body, text } = await api.as(token).get(address);
        const answer: unknown = Object.keys(body as object).length > 0 ? body : text;
        answers[`${person} ${address}`] = { status, answer };
        // A restored feed has a new cursor, so that clients load everything again.
        if (address.endsWith('/changes')) (answer as { cursor: unknown }).cursor = null;
      }
    return answers;
  }

  test('returns the same answers as before to members who are still signed in', async () => {
    const after = await answersOf(service);
    console.log(`${Object.keys(before).length} answers, ${JSON.stringify(before).length} bytes`);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    for (const [address, answer] of Object.entries(after))
      expect([address, answer]).toEqual([address, before[address]]);
    expect(
      Object.values(before).filter((one) => (one as { status: number }).status === 200).length,
    ).toBeGreaterThan(100);
  });

  test('still lets members undo operations, create series, complete tasks and plan ahead', async () => {
    const api: Api = service.api.as(tokens[0]!);
    const [newest] = (await api.get(`${home}/activity?limit=1`)).body as { operationId: string }[];
    expect((await api.post(`${home}/operations/${newest!.operationId}/undo`)).status).toBe(200);
    const series = await api.post(`${home}/tasks`, {
      title: 'Water',
      date: '2026-11-22',
      recurrence: { frequency: 'daily' },
    });
    expect(series.status).toBe(201);
    const { id } = (await api.post(`${home}/tasks`, { title: 'Once' })).body as { id: string };
    expect((await api.post(`${home}/occurrences/${id}/complete`, {})).status).toBe(200);
    service.clock.set('2026-11-28T12:00:00Z');
    await service.useCases.extendHorizons();
    const week = service.api.as(await signIn(service, PEOPLE[0].email));
    const rows = (await week.get(`${home}/occurrences?view=all&q=Water&limit=500`)).body as {
      date: string;
    }[];
    const [last] = rows
      .map(({ date }) => date)
      .toSorted()
      .slice(-1);
    expect(last).toBe('2027-02-26');
  });
});
