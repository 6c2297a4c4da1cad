import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { HouseholdId, MemberId, SeriesId } from '../../../domain/shared/ids.js';
import { startService, type TestService } from '../../support/service.js';
import { accept, home, invited, type Person } from './people.js';

const SERIES = 120;
const BATCH = 50;
/** What is left to do after the request, after the first job and after the second one. */
const LEFT_TO_DO = [SERIES - BATCH, SERIES - 2 * BATCH, 0];

let service: TestService;
let path: string;
let owner: Person;
let member: Person;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** The two take turns in more series than are planned again at once. */
beforeEach(async () => {
  ({ path, owner, member } = await home(service.api));
  for (let i = 0; i < SERIES; i++) {
    const response = await owner.api.post(`${path}/tasks`, {
      title: `Series ${i}`,
      date: '2026-11-24',
      recurrence: { frequency: 'monthly' },
      rotation: { kind: 'turns', order: [[member.id], [owner.id]] },
    });
    if (response.status !== 201) throw new Error(response.text);
  }
  await service.performJobs();
}, 120_000);

const count = async (from: string) => {
  const householdId = path.split('/').at(-1)!;
  const [row] = await service.query(
    `select count(*)::int as n from ${from} and household_id = '${householdId}'`,
  );
  return row!['n'] as number;
};
const openRowsOf = ({ id }: Person) =>
  count(`occurrences where status = 'TODO' and '${id}' = any(responsible_member_ids)`);
const unassigned = () => count(`occurrences where status = 'TODO' and responsible_member_ids = '{}'`);
const seriesNaming = ({ id }: Person) => count(`series where (segments -> -1)::text like '%${id}%'`);
const versions = () => count(`occurrences where version = 2`);
/** What `told` says after the request, and after each job that goes on with it. */
const throughJobs = async (told: () => Promise<number>) => {
  const seen = [await told()];
  while ((await service.performJobs()).includes('replan-turns')) seen.push(await told());
  return seen;
};

/** Of each transaction that saved series, how many. */
const planned = (statements: readonly string[]) =>
  statements
    .join('\n')
    .split(/^(?:begin|start transaction).*$/m)
    .map((transaction) => transaction.match(/^\s*update "?series"?\b/gm)?.length ?? 0)
    .filter((saved) => saved > 0);

test('who leaves loses their turns at once; their successors get them in batches', async () => {
  const all = (await openRowsOf(owner)) + (await openRowsOf(member));
  expect((await member.api.delete(`${path}/members/${member.id}`)).status).toBe(204);
  expect(
    await throughJobs(async () => {
      expect(await openRowsOf(member)).toBe(0);
      return seriesNaming(member);
    }),
  ).toEqual(LEFT_TO_DO);
  expect(await openRowsOf(owner)).toEqual(all);
  expect(await unassigned()).toBe(0);
}, 60_000);

test('rows that come within the horizon meanwhile name nobody who has left', async () => {
  await member.api.delete(`${path}/members/${member.id}`);
  const before = await openRowsOf(owner);
  service.clock.advance(70 * 86_400_000);
  await service.useCases.extendHorizons();
  expect(await openRowsOf(owner)).toBeGreaterThan(before);
  expect(await openRowsOf(member)).toBe(0);
  service.clock.advance(-70 * 86_400_000);
}, 60_000);

test('an absence passes turns on in batches, and its end gives them back; a job twice does no more', async () => {
  const before = await openRowsOf(member);
  const me = `${path}/members/${member.id}`;
  const perSeries = before / SERIES;
  await owner.api.patch(me, { awayPeriods: [{ from: '2026-11-01', to: '2027-12-31' }] });
  expect(await throughJobs(() => openRowsOf(member))).toEqual(LEFT_TO_DO.map((series) => series * perSeries));
  const passedOn = await versions();
  await service.useCases.replanNextTurns({
    householdId: path.split('/').at(-1) as HouseholdId,
    memberId: member.id as MemberId,
    after: '00000000-0000-7000-8000-000000000000' as SeriesId,
  });
  expect(await versions()).toBe(passedOn);
  await owner.api.patch(me, { awayPeriods: [] });
  expect(await throughJobs(() => openRowsOf(member))).toEqual(
    LEFT_TO_DO.map((series) => before - series * perSeries),
  );
}, 60_000);

test('who comes back before the batches are done gets none of their former turns', async () => {
  await member.api.delete(`${path}/members/${member.id}`);
  const token = await invited(owner.api, path);
  const statements = await service.statementsOf(async () => {
    expect((await accept(member.api, token)).status).toBe(201);
  });
  expect(planned(statements)).toEqual([BATCH, SERIES - 2 * BATCH]);
  expect(await seriesNaming(member)).toBe(0);
  expect(await openRowsOf(member)).toBe(0);
  await throughJobs(() => openRowsOf(member));
  expect(await openRowsOf(member)).toBe(0);
  expect(await unassigned()).toBe(0);
}, 60_000);
