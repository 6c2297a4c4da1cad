import { afterEach, expect, test } from '@jest/globals';
import { aSignal } from '../support/signal.js';
import { startMirror, type MirrorWorld } from './mirror-world.js';

let world: MirrorWorld;
afterEach(() => world.close());

const queued = () =>
  world.service.query(`select 1 from pgboss.job where name like '%-household-calendar' and state < 'active'`);

test('inline: what changes is published by a timer of the process, without a job', async () => {
  world = await startMirror({ calendarSync: 'inline' });
  const inserted = aSignal();
  world.google.faults.decideBy(({ call }) => {
    if (call.operation === 'events.insert') inserted.give();
    return null;
  });
  await world.link();
  await world.task();
  expect(await queued()).toEqual([]);
  await inserted.given;
});

test('off: nothing happens until somebody asks for it, and what cleans up is queued all the same', async () => {
  world = await startMirror({ calendarSync: 'off' });
  await world.link();
  await world.task();
  expect(await queued()).toEqual([]);
  const { status } = await world.browser.post(`${world.home}/calendar/sync`);
  expect(status).toBe(200);
  expect(world.titles()).toEqual(['Bins']);
  await world.browser.delete(`${world.home}/calendar/link`);
  expect((await queued()).length).toBe(1);
});

test('queue: changes wait for a worker', async () => {
  world = await startMirror();
  await world.link();
  await world.task();
  expect((await queued()).length).toBe(2);
});
