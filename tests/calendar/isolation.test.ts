import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PASSWORD } from '../support/api.js';
import { aMirroredHome, startMirror, type MirrorWorld } from './mirror-world.js';

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
    const left = await world.service.query(`select 1 from ${table} where ${column} = '${home.householdId}'`);
    expect(table).toEqual(table);
    expect(left).toEqual([]);
  }
});
