import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ScriptedIcsSource } from '../../support/scripted-ics-source.js';
import { startService, type TestService } from '../../support/service.js';
import { isFullTier } from '../../support/tier.js';

/** Of a service that stood still for days. */
const COUNT = 1_200;
const PER_HOUSEHOLD = 10;
const ADDRESS = 'https://holidays.example.com/fr.ics';
const DAY_MS = 86_400_000;
/** What one round of one worker fetches at most. */
const PER_ROUND = 400;

let workers: readonly [TestService, TestService];
const sources = [new ScriptedIcsSource(), new ScriptedIcsSource()] as const;
beforeAll(async () => {
  for (const source of sources) source.has(ADDRESS, ['2026-12-25 Noël'], '"one"');
  const first = await startService({ icsSource: sources[0] });
  workers = [first, await first.another({ icsSource: sources[1] })];
});
afterAll(async () => {
  await workers[1].close();
  await workers[0].close();
});

/** As many copies of one calendar, each household with ten of them, all due since yesterday. */
async function fillOverdue(): Promise<void> {
  const [service] = workers;
  const { api: owner } = await service.api.register();
  const { body } = await owner.post(`${await owner.household()}/day-calendars`, {
    ...{ name: 'Holidays', url: ADDRESS },
  });
  const id = (prefix: string, n: string) => `md5('${prefix}' || ${n})::uuid`;
  await service.query(`
    insert into households select (jsonb_populate_record(h, jsonb_build_object('id', ${id('household', 'n')}))).*
    from households h, generate_series(1, ${COUNT / PER_HOUSEHOLD}) n
    where h.id = (select household_id from day_calendars where id = '${body.id as string}')`);
  await service.query(`
    insert into day_calendars select (jsonb_populate_record(c, jsonb_build_object(
      'id', ${id('calendar', 'n')}, 'household_id', ${id('household', `(n - 1) / ${PER_HOUSEHOLD} + 1`)},
      'next_fetch_at', timestamptz '2026-11-20T12:00:00Z'
    ))).* from day_calendars c, generate_series(1, ${COUNT}) n where c.id = '${body.id as string}'`);
  await service.query(`delete from day_calendars where id = '${body.id as string}'`);
}

const isAnyDue = async () => {
  const [service] = workers;
  const now = new Date(service.clock.now()).toISOString();
  return (
    (await service.query(`select 1 from day_calendars where next_fetch_at <= '${now}' limit 1`)).length > 0
  );
};

/** Rounds of both workers, five minutes apart, until nothing is due; gives how many addresses each asked in each. */
async function catchUp(): Promise<readonly (readonly number[])[]> {
  const rounds: (readonly number[])[] = [];
  while (await isAnyDue()) {
    for (const { asked } of sources) asked.length = 0;
    await Promise.all(workers.map(({ useCases }) => useCases.fetchDayCalendars()));
    rounds.push(sources.map(({ asked }) => asked.length));
    workers[0].clock.advance(5 * 60_000);
  }
  return rounds;
}

test('overdue calendars are caught up with by two workers, each asked once, and spread evenly over the day that follows', async () => {
  await fillOverdue();
  const [service] = workers;
  const { clock } = service;
  const began = clock.now();
  const rounds = await catchUp();
  const full = Math.floor(COUNT / (2 * PER_ROUND));
  // Neither waits for the other, or takes what that has claimed for all that is due. What a household is at is left for later.
  expect(rounds.slice(0, full)).toEqual(Array.from({ length: full }, () => [PER_ROUND, PER_ROUND]));
  expect(rounds.length).toBeLessThan(full + 4);
  expect(rounds.flat().reduce((sum, count) => sum + count)).toBe(COUNT);

  const due = await service.query(`
    select extract(epoch from next_fetch_at) * 1000 as at, claimed_until, etag from day_calendars`);
  expect(due).toHaveLength(COUNT);
  expect(due.filter(({ etag, claimed_until: claim }) => etag !== '"one"' || claim !== null)).toEqual([]);
  const perHour = new Map<number, number>();
  for (const { at } of due) {
    const hour = Math.floor(((Number(at) / DAY_MS) % 1) * 24);
    perHour.set(hour, (perHour.get(hour) ?? 0) + 1);
    expect(Number(at)).toBeGreaterThanOrEqual(began + DAY_MS / 2);
    expect(Number(at)).toBeLessThan(clock.now() + 1.5 * DAY_MS);
  }
  expect(perHour.size).toBe(24);
  for (const count of perHour.values()) {
    expect(count).toBeGreaterThan(COUNT / 24 / 2);
    expect(count).toBeLessThan((COUNT / 24) * 1.5);
  }

  if (!isFullTier) return;
  // A day and a half later all are due, and each is asked once more.
  clock.set(new Date(clock.now() + 1.5 * DAY_MS).toISOString());
  expect((await catchUp()).flat().reduce((sum, count) => sum + count)).toBe(COUNT);
}, 280_000);
