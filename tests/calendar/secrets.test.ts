import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { createLogger } from '../../adapters/logging/winston-logger.js';
import type { Fault } from '../support/fake-google/faults.js';
import { connectionsOf, arrived, begun } from '../http/calendar/people.js';
import { startMirror, type MirrorWorld } from './mirror-world.js';

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
