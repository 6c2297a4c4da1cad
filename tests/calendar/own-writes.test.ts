import { afterEach, describe, expect, test } from '@jest/globals';
import { until } from '../support/until.js';
import { eventOf, startMirror, type MirrorWorld } from './mirror-world.js';

let world: MirrorWorld;
afterEach(() => world.close());

type Listed = { id: string; kind: string; subject: object | null };
const operations = async () =>
  (await world.browser.get(`${world.home}/operations`)).body as readonly Listed[];
/** Returns the operations that `work` has added. */
async function operationsOf(work: () => Promise<unknown>): Promise<readonly Listed[]> {
  const before = new Set((await operations()).map(({ id }) => id));
  await work();
  return (await operations()).filter(({ id }) => !before.has(id));
}

describe('operations of a household with a calendar', () => {
  test('contain one operation for linking and one for unlinking a calendar, neither with a task', async () => {
    world = await startMirror();
    await world.task();
    await world.task({ title: 'Paper' });
    const oneAct = [{ kind: 'EDITED', subject: null }];
    expect(await operationsOf(() => world.link())).toMatchObject(oneAct);
    await world.browser.post(`${world.home}/calendar/sync`);
    const unlinked = await operationsOf(() => world.browser.delete(`${world.home}/calendar/link`));
    expect(unlinked).toMatchObject(oneAct);
    expect(await operationsOf(() => world.link())).toMatchObject(oneAct);
  });

  test('do not include changes that a synchronisation makes, even if a member requested it', async () => {
    world = await startMirror();
    await world.link();
    await world.task();
    const moved = await world.task({ title: 'Paper' });
    const added = await operationsOf(async () => {
      const { body } = await world.browser.post(`${world.home}/calendar/sync`);
      expect(body.created).toBe(2);
      world.calendar.retitle(eventOf(moved), 'Cardboard');
      await world.browser.post(`${world.home}/calendar/sync`);
      expect((await world.show(moved))['title']).toBe('Cardboard');
    });
    expect(added).toEqual([]);
  });

  test('include a change by a member, but not the writes of the timer that publishes that change', async () => {
    world = await startMirror({ calendarSync: 'inline' });
    await world.link();
    const added = await operationsOf(async () => {
      await world.task();
      await until(() => world.titles().length === 1, 'the event is created');
      await until(async () => (await world.linkState())['pendingCount'] === 0, 'no change is pending');
    });
    expect(added.map(({ kind }) => kind)).toEqual(['CREATED']);
  });
});
