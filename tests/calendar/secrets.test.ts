import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../adapters/logging/winston-logger.js';
import type { Fault } from '../support/fake-google/faults.js';
import { connectionsOf, arrived, begun } from '../http/calendar/people.js';
import { startMirror, type MirrorWorld, aMirroredHome } from './mirror-world.js';
import { PASSWORD } from '../support/api.js';

describe('secrets', () => {
  /** Access tokens, refresh tokens, codes of Google's form, the client's secret. */
  const SECRETS = /ya29\.|1\/\/[\w-]{20}|\b4\/[\w-]{20}|GOCSPX/;

  const BROKEN: readonly Fault[] = [
    { kind: 'short body' },
    { kind: 'wrong type' },
    { kind: 'reset after effect' },
    { kind: 'answer', answer: { status: 500, body: '<html>Error</html>' } },
  ];

  /** All that the database holds, the queue included, as text. */
  async function storedIn({ service }: MirrorWorld): Promise<string> {
    const tables = await service.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const rows = [];
    for (const { name } of tables) rows.push(await service.query(`select * from ${name as string}`));
    return JSON.stringify(rows);
  }

  test('no token, code or secret of the provider is logged, answered, queued or stored readably, whatever happens', async () => {
    const output = new PassThrough();
    const logged = text(output);
    const world = await startMirror({ logger: createLogger({ level: 'debug', format: 'json', output }) });
    const { google, browser, home } = world;
    const seen: string[] = [];
    const look = async (path: string) => void seen.push((await browser.get(path)).text);
    const stored: string[] = [];

    await world.link();
    const id = await world.task();
    await world.sweep();
    for (const fault of BROKEN) {
      // Every call fails in this way: with a token that has ended, and with one that is good.
      google.faults.decideBy(() => fault);
      await world.later(3_700_000);
      await world.edit(id, { title: fault.kind });
      seen.push(JSON.stringify(await world.synchronise()));
      seen.push((await browser.post(`${home}/calendar/sync`)).text);
      google.faults.decideBy(({ call }) => (call.operation?.startsWith('events.') ? fault : null));
      await world.later(3_700_000);
      seen.push(JSON.stringify(await world.synchronise()));
      await look(`${home}/calendar/available`);
      await look(`${home}/calendar/link`);
      stored.push(await storedIn(world));
      const back = await google.consent(await begun(browser));
      google.faults.decideBy(() => fault);
      await arrived(browser, back).catch((error: unknown) => seen.push(String(error)));
      google.faults.clear();
    }
    for (const path of ['/v1/calendar/google/connections', '/v1/me/export', '/v1/me', `${home}/activity`])
      await look(path);
    google.faults.decideBy(({ call }) => (call.operation === 'oauth.revoke' ? (BROKEN[3] as Fault) : null));
    for (const { id: connection } of (await connectionsOf(browser)) as { id: string }[])
      await browser.delete(`/v1/calendar/google/connections/${connection}`);
    stored.push(await storedIn(world));
    await world.service.performJobs().catch((error: unknown) => seen.push(String(error)));
    stored.push(await storedIn(world));
    await world.close();
    output.end();

    expect(google.journal.entries.some(({ call }) => SECRETS.test(JSON.stringify(call)))).toBe(true);
    expect((await logged).split('\n').length).toBeGreaterThan(20);
    for (const where of [await logged, ...seen, ...stored]) expect(where).not.toMatch(SECRETS);
  });
});

describe('households apart', () => {
  let world: MirrorWorld;
  beforeAll(async () => {
    world = await startMirror();
  });
  afterAll(() => world.close());

  const eventsOf = (home: Pick<MirrorWorld, 'titles'>) => [...home.titles()].sort();

  test("a sweep of one household asks for, and writes, nothing of another's", async () => {
    world.google.visitor = { account: world.zoe };
    const other = await aMirroredHome(world.service, world.google, world.zoe);
    await world.link();
    await world.task({ title: 'Ours' });
    const row = () =>
      world.service.query(`select * from occurrences where household_id = '${other.householdId}'`);
    await other.task({ title: 'Theirs' });
    const before = await row();
    const asked = world.google.journal.entries.length;
    await world.sweep();
    const calls = world.google.journal.entries.slice(asked).map(({ call }) => call.path);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter((path) => path.includes(encodeURIComponent(other.calendar.id)))).toEqual([]);
    expect(eventsOf(world)).toEqual(['Ours']);
    expect(eventsOf(other)).toEqual([]);
    expect(await row()).toEqual(before);
  });

  test('an account that is erased while its household is swept leaves no row behind', async () => {
    world.google.visitor = { account: world.zoe };
    const home = await aMirroredHome(world.service, world.google, world.zoe);
    await home.link();
    for (const title of ['One', 'Two', 'Three']) await home.task({ title });
    const { email } = (await home.browser.get('/v1/me')).body.user as { email: string };
    const signedIn = await world.service.api.post('/v1/auth/login', { email, password: PASSWORD });
    const phone = world.service.api.as(signedIn.body.accessToken as string);
    const [, erased] = await Promise.all([
      home.sweep().catch(() => undefined),
      phone.call('DELETE', '/v1/me', { body: { password: PASSWORD } }),
    ]);
    expect(erased.status).toBe(204);
    await home.sweep().catch(() => undefined);
    for (const table of ['households', 'occurrences', 'calendar_links', 'calendar_events']) {
      const column = table === 'households' ? 'id' : 'household_id';
      const left = await world.service.query(
        `select 1 from ${table} where ${column} = '${home.householdId}'`,
      );
      expect(table).toEqual(table);
      expect(left).toEqual([]);
    }
  });
});
