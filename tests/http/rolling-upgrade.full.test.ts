import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Route } from '../../adapters/http/route.js';
import { PASSWORD, type Api } from '../support/api.js';
import { Browser } from '../support/browser.js';
import { takesAllColumns } from '../support/column-lists.js';
import { startDemo } from '../support/demo-calendars.js';
import { furnish } from '../support/furnished-household.js';
import { VALID_BODIES } from '../support/isolation/valid-bodies.js';
import type { TestService } from '../support/service.js';
import { arrived, begun, connectionIdOf } from './calendar/people.js';

let service: TestService;
beforeAll(async () => {
  service = await startDemo();
});
afterAll(() => service.close());

/**
 * Returns the routes in an order in which all of them work: reads, then changes, then deletions from the
 * innermost to the outermost. Streams are left out because they do not end, and authentication routes because
 * they would end the session.
 */
function routesInOrder(): readonly Route[] {
  const rank = ({ method }: Route) => ['get', 'post', 'put', 'patch', 'delete'].indexOf(method);
  return service.routes
    .filter(({ access, path }) => access !== 'none' && !path.endsWith('/events') && !path.includes('/auth/'))
    .toSorted(
      (one, other) => rank(one) - rank(other) || other.path.split('/').length - one.path.split('/').length,
    );
}

/** Creates a household that contains one thing of every kind, including a synchronised calendar. */
async function aHousehold(): Promise<{ api: Api; ids: Readonly<Record<string, string>> }> {
  const { api, id } = await service.api.register();
  const { path, ids } = await furnish(service, api);
  const browser = new Browser(service.api);
  await browser.post('/v1/auth/login', await service.credentialsOf(id));
  await arrived(browser, await begun(browser));
  const connectionId = await connectionIdOf(browser);
  const answers = [
    await browser.put(`${path}/calendar/link`, { connectionId, calendarId: 'demo-own' }),
    await browser.post(`${path}/tasks`, { title: 'Bins', visibility: 'SHARED', date: '2026-11-25' }),
    await browser.post(`${path}/calendar/sync`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 200]);
  return { api, ids: { ...ids, connectionId } };
}

/** Calls every route in a new household and runs the jobs that follow. Returns the statuses. */
async function answersOfAll(): Promise<Record<string, number>> {
  const { api, ids } = await aHousehold();
  const answers: Record<string, number> = {};
  for (const route of routesInOrder()) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? name);
    const bodies: Readonly<Record<string, object>> = { deleteMe: { password: PASSWORD }, ...VALID_BODIES };
    const body = bodies[route.operationId] ?? {};
    const { status } = await api.call(route.method.toUpperCase(), path, {
      ...(route.method !== 'get' && { body }),
    });
    answers[route.operationId] = status;
  }
  await service.performJobs();
  return answers;
}

test('an old process answers all requests as before after a migration has added columns', async () => {
  const before = await answersOfAll();
  expect(Object.values(before).filter((status) => status < 300).length).toBeGreaterThan(60);

  const tables = await service.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and (table_schema = 'public' or (table_schema, table_name) = ('pgboss', 'job'))`,
  );
  expect(tables.length).toBeGreaterThan(30);
  for (const { name } of tables)
    await service.query(`alter table ${String(name)} add column of_a_later_version int not null default 1`);

  let after: Record<string, number> = {};
  const statements = await service.statementsOf(async () => {
    after = await answersOfAll();
  });
  expect(after).toEqual(before);
  expect(service.logger.events('error')).toEqual([]);
  const own = statements.filter((text) => !text.includes('pgboss.'));
  expect(own.length).toBeGreaterThan(500);
  expect(own.filter(takesAllColumns)).toEqual([]);
}, 180_000);
