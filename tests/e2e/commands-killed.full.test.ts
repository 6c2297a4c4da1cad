import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { builtService, type BuiltService } from '../support/built-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { newHome, send, untilEnded } from '../support/program.js';
import { until, within } from '../support/until.js';

let service: BuiltService<TestDatabase>;
beforeAll(async () => {
  service = await builtService(createTestDatabase);
}, 120_000);
afterAll(() => service.remove());

const ROUNDS = 4;
const TASKS = 15;

/** Returns offline commands: tasks, each with a checklist item and a tick, and flour whose amounts add up. */
function queue(): readonly Record<string, unknown>[] {
  const at = new Date(Date.now() - 60_000).toISOString();
  const command = (type: string, fields: object) => ({ id: crypto.randomUUID(), type, at, ...fields });
  return Array.from({ length: TASKS }, (_, i) => {
    const ids = { occurrenceId: crypto.randomUUID(), taskId: crypto.randomUUID() };
    const { occurrenceId } = ids;
    return [
      command('task.create', { ...ids, title: `Task ${i}` }),
      command('checklist.add', { occurrenceId, itemId: crypto.randomUUID(), title: 'x' }),
      command('occurrence.complete', { occurrenceId }),
      command('shopping.add', { itemId: crypto.randomUUID(), name: 'flour', quantity: 1, unit: 'kg' }),
    ];
  }).flat();
}

test('a process killed during a batch of commands loses no acknowledged command, and repeating the batch runs none twice', async () => {
  let doomed = await service.start();
  const other = await service.start();
  const met: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { token, home } = await newHome(other.url);
    const all = queue();
    const [early, late] = [all.slice(0, 8), all.slice(8)];
    const post = (url: string, commands: readonly object[]) =>
      send(`${url}${home}/commands`, {
        ...{ method: 'POST', token },
        body: { sentAt: new Date().toISOString(), commands },
      });
    const read = async (path: string) => (await send(`${other.url}${home}${path}`, { token })).body as any[];
    const outcomes = ({ body }: Awaited<ReturnType<typeof post>>) =>
      body.results.map(({ id, status, operationId }: any) => ({ id, status, operationId }));

    const acknowledged = outcomes(await post(doomed.url, early));
    // The process may have answered just before it is killed.
    const sent = post(doomed.url, late).catch(() => undefined);
    const wanted = early.length + 4 + Math.floor(Math.random() * 25);
    await until(
      async () => (await read('/operations?limit=100')).length >= wanted,
      `the process has carried out ${wanted} commands`,
    );
    doomed.kill('SIGKILL');
    expect(await untilEnded(doomed)).toBe('SIGKILL');
    await within(sent, 'the request is cut off');
    met.push((await read('/operations?limit=100')).length);

    doomed = await service.start();
    // The batch is sent to both processes at once, like a client that retries before the first answer arrives.
    const [one, two] = await Promise.all([post(doomed.url, all), post(other.url, all)]);
    const [ofOne, ofTwo] = [outcomes(one), outcomes(two)];
    expect(ofOne.slice(0, early.length)).toEqual(acknowledged);
    expect(ofTwo).toEqual(ofOne);
    expect(new Set(ofOne.map(({ operationId }: any) => operationId)).size).toBe(all.length);
    expect(await read('/operations?limit=100')).toHaveLength(all.length);
    expect(await read('/shopping/items')).toMatchObject([{ name: 'flour', quantity: TASKS }]);
    const tasks = await read('/occurrences?view=all&limit=100');
    expect(tasks.map(({ title }) => title).sort()).toEqual(
      Array.from({ length: TASKS }, (_, i) => `Task ${i}`).sort(),
    );
    for (const task of tasks) expect(task).toMatchObject({ status: 'DONE', checklist: [{ title: 'x' }] });
    // The first shopping.add created the item; the others were merged into it.
    const statuses = ofOne.map(({ status }: any) => status);
    const merged = all.filter(({ type }) => type === 'shopping.add').length - 1;
    expect(statuses.filter((status: string) => status === 'MERGED')).toHaveLength(merged);
    expect(statuses.filter((status: string) => status === 'DONE')).toHaveLength(all.length - merged);
  }
  // In at least one round the process was killed in the middle of the batch.
  expect(met.some((count) => count < TASKS * 4)).toBe(true);
}, 120_000);
