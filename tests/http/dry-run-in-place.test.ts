import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { placeOfDryRun } from '../../adapters/http/input.js';
import type { Route } from '../../adapters/http/route.js';
import type { Api } from '../support/api.js';
import { startDemo } from '../support/demo-calendars.js';
import { furnish, type FurnishedHousehold } from '../support/furnished-household.js';
import { VALID_BODIES } from '../support/isolation/valid-bodies.js';
import type { TestService } from '../support/service.js';

let service: TestService;
let owner: Api;
let home: FurnishedHousehold;
beforeAll(async () => {
  service = await startDemo();
  owner = (await service.api.register()).api;
  home = await furnish(service, owner);
});
afterAll(() => service.close());

const tried = (place: 'body' | 'query') => service.routes.filter((route) => placeOfDryRun(route) === place);
const address = ({ path }: Route) =>
  path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => home.ids[name] ?? '');
const state = () =>
  service.query(`
    select (select count(*) from operations) operations, (select json_agg(o order by o::text) from occurrences o) rows,
      (select json_agg(m order by m::text) from members m) people, (select json_agg(c order by id) from day_calendars c) days,
      (select json_agg(p order by p::text) from pauses p) pauses
  `);
const bodyOf = ({ operationId }: Route) => (VALID_BODIES[operationId] as object | undefined) ?? {};

test('a trial that is asked for in the wrong place is refused, and nothing is done', async () => {
  const before = await state();
  const refused: unknown[] = [];
  const ask = async (route: Route, query: string, body: unknown) => {
    const { status, body: answer } = await owner.call(route.method.toUpperCase(), address(route) + query, {
      body,
    });
    refused.push([route.operationId, query, status, answer.error?.code, answer.error?.details]);
  };
  const expected = ({ operationId }: Route, query: string, place: string) => [
    ...[operationId, query, 400, 'VALIDATION_FAILED'],
    [{ field: 'dryRun', rule: 'place', message: `belongs in the ${place}` }],
  ];
  const wanted: unknown[] = [];
  for (const query of ['?dryRun=true', '?dryRun=', '?dryRun[]=true'])
    for (const route of tried('body')) {
      await ask(route, query, bodyOf(route));
      wanted.push(expected(route, query, 'body'));
    }
  for (const route of tried('query').filter(({ listBody }) => listBody === undefined)) {
    await ask(route, '', { ...bodyOf(route), dryRun: true });
    wanted.push(expected(route, '', 'query'));
  }
  expect(refused).toEqual(wanted);
  expect(await state()).toEqual(before);
});

test('each route that can be tried is one of these', () => {
  const named = (place: 'body' | 'query') => tried(place).map(({ operationId }) => operationId);
  expect(named('body').toSorted()).toEqual(['createPause', 'rebalance', 'shiftByDays']);
  expect(named('query').length).toBeGreaterThanOrEqual(7);
  expect(tried('query').filter(({ method }) => method === 'get')).toEqual([]);
});

test('whatever else a query or a body says that nobody knows is passed over', async () => {
  const body = { title: 'Bins', dryRun: true };
  const { status } = await owner.post(`${home.path}/tasks?dryRun=true&colour=red`, body);
  expect(status).toBe(201);
  const pause = { from: '2026-12-01', to: '2026-12-02', mode: 'skip', dryRun: true };
  expect((await owner.post(`${home.path}/pauses?colour=red`, pause)).status).toBe(201);
});
