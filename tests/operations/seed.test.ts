import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { seed } from '../../bootstrap/commands/seed.js';
import { PASSWORD, PEOPLE } from '../../bootstrap/seed/demo-plan.js';
import type { Config } from '../../bootstrap/config/config.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { configured, dataFolder } from '../support/operations/configured.js';
import { RecordingLogger } from '../support/recording-logger.js';
import { serviceOn, type TestService } from '../support/service.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const logger = new RecordingLogger();
let database: TestDatabase;
let folder: Awaited<ReturnType<typeof dataFolder>>;
let config: Config;
/** Of the processor: on a machine that others use too, a clock says little. */
let tookMs: number;

const seeded = async (into: TestDatabase, force = false) =>
  seed(configured(into, folder.path), logger, { connectionString: into.connectionString, force, now: NOW });

beforeAll(async () => {
  folder = await dataFolder();
  database = await createTestDatabase();
  config = configured(database, folder.path);
  const before = process.cpuUsage();
  await seeded(database);
  const { user, system } = process.cpuUsage(before);
  tookMs = (user + system) / 1000;
}, 180_000);
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

describe('a demo household', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await serviceOn(database, { now: new Date(NOW).toISOString() });
  });
  afterAll(() => service.close());

  const signedIn = async (person: number) => {
    const { email } = PEOPLE[person]!;
    const { body } = await service.api.post('/v1/auth/login', { email, password: PASSWORD });
    const api = service.api.as((body as { accessToken: string }).accessToken);
    const [household] = (await api.get('/v1/households')).body as { id: string }[];
    return { api, home: `/v1/households/${household!.id}` };
  };

  test('has a year behind it, which everybody in it sees', async () => {
    const { api, home } = await signedIn(1);
    const rows = async (path: string) => ((await api.get(`${home}${path}`)).body as unknown[]).length;
    expect(await rows('/series')).toBe(10);
    const own = (await api.get(`${home}/occurrences?view=done&q=own%20room&limit=1`)).body as unknown[];
    expect(own).toMatchObject([{ completion: 'all', doneBy: [{}, {}] }]);
    expect(await rows('/day-calendars')).toBe(1);
    expect((await api.get(home)).body).toMatchObject({ memberCount: 5 });
    const owner = await signedIn(0);
    expect((await owner.api.get(`${home}/displays`)).body).toMatchObject([{ name: 'Kitchen', paired: true }]);
    expect(await rows('/categories')).toBe(4);
    expect(await rows('/occurrences?view=done&limit=500')).toBeGreaterThan(300);
    expect(await rows('/occurrences?view=upcoming&limit=500')).toBeGreaterThan(50);
    expect(await rows('/occurrences?view=overdue')).toBeGreaterThan(3);
    expect(await rows('/notifications?limit=200')).toBeGreaterThan(50);
    expect(await rows('/activity?limit=200')).toBe(200);
    expect(await rows('/shopping/items')).toBeGreaterThan(5);
    expect(await rows('/shopping/lists')).toBe(2);
    expect(await rows('/shopping/staples')).toBe(2);
    expect(await rows('/templates')).toBe(1);
  });

  test('was done on its days: nothing before the year, nothing after now', async () => {
    const [span] = await query(
      database,
      `select min(completed_at) > '2025-11-20' as after, max(completed_at) <= '2026-11-21T12:00Z' as before,
         count(distinct date_trunc('month', completed_at))::int as months,
         count(distinct completed_by)::int as people
       from occurrences where status = 'DONE'`,
    );
    expect(span).toEqual({ after: true, before: true, months: 13, people: 3 });
  });

  test('did all that by requests: a month of them is told, and what was done last is taken back', async () => {
    const [told] = await query(
      database,
      `select count(*)::int > 20 as many, min(at) > '2026-10-22' as "lately", max(at) <= '2026-11-21T12:00Z' as past,
         bool_and((inverse is null) = (undo_until is null or undo_until <= '2026-11-20T20:00Z')) as kept
       from operations`,
    );
    expect(told).toEqual({ many: true, lately: true, past: true, kept: true });
    const { api, home } = await signedIn(0);
    const [newest] = (await api.get(`${home}/activity?limit=1`)).body as { operationId: string }[];
    const undo = await api.post(`${home}/operations/${newest!.operationId}/undo`);
    expect([undo.status, undo.body]).toEqual([200, expect.objectContaining({ kind: 'UNDONE' })]);
    expect((await api.post(`${home}/operations/${undo.body.id}/undo`)).status).toBe(200);
  });

  test('is seen without what is personal to another', async () => {
    for (const [person, count] of [
      [0, 1],
      [1, 0],
    ] as const) {
      // prettier-ignore
      const { api, home } = await signedIn(person);
      expect((await api.get(`${home}/occurrences?q=dentist`)).body).toHaveLength(count);
    }
  });

  test('is there quickly', () => {
    expect(tookMs).toBeLessThan(10_000);
  });
});

test('the same moment gives the same household', async () => {
  const other = await createTestDatabase();
  await seeded(other);
  const shown = `select id, title, date, status, completed_at, responsible_member_ids from occurrences order by id`;
  expect(await query(other, shown)).toEqual(await query(database, shown));
  await other.drop();
}, 180_000);

test('it is refused in production, beside accounts, and twice', async () => {
  const options = { connectionString: database.connectionString, force: false, now: NOW };
  await expect(seed({ ...config, production: true }, logger, { ...options, force: true })).rejects.toThrow(
    /not in production/,
  );
  await expect(seeded(database)).rejects.toThrow(/has accounts already.*--force/);
  await expect(seeded(database, true)).rejects.toThrow(/is there already/);
});
