import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const RUNS = 50;
const LINES = 100;

describe('a pasted list of 100 lines', () => {
  test('becomes 100 tasks, each of them once, if the connection fails at a random line in each of 50 runs', async () => {
    for (let run = 0; run < RUNS; run++) {
      // Each run has its own account, because the service limits the commands of an account.
      const { api: ana } = await service.api.register();
      const home = await ana.household({ timeZone: 'Europe/Paris' });
      const titles = Array.from({ length: LINES }, (_, index) => `Line ${index + 1} of list ${run + 1}`);
      const text = titles.map((title, index) => `- [${index % 2 === 0 ? ' ' : 'x'}] ${title}`).join('\r\n');
      const { body: lines } = await ana.post(`${home}/quick-add/lines`, { text });
      const at = new Date(service.clock.now()).toISOString();
      // The web client sends these commands: one for each line, and one more for each ticked line.
      const commands = lines.flatMap((line: { text: string; done: boolean }) => {
        const occurrenceId = randomUUID();
        const task = {
          id: randomUUID(),
          at,
          type: 'task.quick',
          text: line.text,
          occurrenceId,
          taskId: randomUUID(),
        };
        return line.done
          ? [task, { id: randomUUID(), at, type: 'occurrence.complete', occurrenceId }]
          : [task];
      });
      const send = async (part: readonly object[]) => {
        const {
          status,
          body,
          text: answer,
        } = await ana.post(`${home}/commands`, { sentAt: at, commands: part });
        if (status !== 200) throw new Error(answer);
        return body.results;
      };
      const batches = [commands.slice(0, 100), commands.slice(100)];
      const failing = Math.floor(Math.random() * commands.length);
      for (const [index, batch] of batches.entries()) {
        const arrived = failing - index * 100;
        // The service has run these commands, but the client never sees the answer, so it sends the batch again.
        if (arrived > 0 && arrived < batch.length) await send(batch.slice(0, arrived));
        const results = await send(batch);
        expect(results.map(({ status }: { status: string }) => status)).toEqual(batch.map(() => 'DONE'));
      }
      const rows = (await ana.get(`${home}/occurrences?view=all&limit=500`)).body as {
        title: string;
        status: string;
      }[];
      const shown = rows.map(({ title, status }) => `${title}: ${status}`).sort();
      const wanted = titles.map((title, index) => `${title}: ${index % 2 === 0 ? 'TODO' : 'DONE'}`).sort();
      expect({ run, failing, shown }).toEqual({ run, failing, shown: wanted });
    }
  }, 900_000);
});
