import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PASSWORD } from '../support/api.js';
import { startMirror, type MirrorWorld } from './mirror-world.js';

let world: MirrorWorld;
beforeEach(async () => {
  world = await startMirror();
  await world.link();
  await world.task();
  await world.sweep();
});
afterEach(() => world.close());

const rows = async (table: string) => (await world.service.query(`select * from ${table}`)).length;

test.each(['whose household goes too', 'who leaves a household to others'])(
  'an account %s is erased at once while Google is down, and the calendar is cleared when it is back',
  async (who) => {
    if (who.startsWith('who leaves')) {
      const other = await world.service.api.register();
      await world.service.join(world.home, other.id);
    }
    const { id, email } = (await world.browser.get('/v1/me')).body.user as { id: string; email: string };
    const { body } = await world.service.api.post('/v1/auth/login', { email, password: PASSWORD });
    world.google.faults.decideBy(() => ({ kind: 'reset before effect' }));

    const phone = world.service.api.as(body.accessToken as string);
    const { status } = await phone.call('DELETE', '/v1/me', { body: { password: PASSWORD } });
    expect(status).toBe(204);
    expect(await world.service.query(`select 1 from accounts where id = '${id}'`)).toEqual([]);
    expect(await rows('calendar_links')).toBe(0);
    for (let round = 0; round < 2; round++) await world.service.performJobs();
    expect(world.titles()).toEqual(['Bins']);
    expect(world.google.isGranted(world.zoe)).toBe(true);
    expect(JSON.stringify(await world.service.query('select * from calendar_connections'))).not.toContain(
      world.zoe.email,
    );

    world.google.faults.clear();
    world.clock.advance(3_600_000);
    for (let round = 0; round < 3; round++) await world.service.performJobs();
    expect(world.titles()).toEqual([]);
    expect(world.google.isGranted(world.zoe)).toBe(false);
    expect(await rows('calendar_leftovers')).toBe(0);
    expect(await rows('calendar_connections')).toBe(0);
  },
);
