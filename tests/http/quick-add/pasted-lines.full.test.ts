import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { seededRandom } from '../../support/fake-google/random.js';
import { seedOf } from '../../support/seed.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const RUNS = 50;
const LINES = 100;
/** The largest number of commands in one request. */
const BATCH = 100;
const SEED = seedOf('PROPERTY_SEED');

type Line = { readonly text: string; readonly done: boolean };

describe('a pasted list of 100 lines, over a connection that fails at a random line in each of 50 runs', () => {
  test('becomes 100 tasks, each of them once', async () => {
    await inEachRun(async ({ ana, home, lines, random }) => {
      const commands = lines.map(({ text, done }) => {
        const ids = { occurrenceId: randomUUID(), taskId: randomUUID() };
        return { type: 'task.quick', text: done ? `[x] ${text}` : text, ...ids };
      });
      await sendCommands(ana, home, commands, random);
      const { body } = await ana.get(`${home}/occurrences?view=all&limit=500`);
      return body.map(({ title, status }: { title: string; status: string }) => ({
        text: title,
        done: status === 'DONE',
      }));
    });
  }, 900_000);

  test('becomes 100 steps of a checklist, each of them once', async () => {
    await inEachRun(async ({ ana, home, lines, random }) => {
      const { body: task } = await ana.post(`${home}/tasks`, { title: 'Pack' });
      const occurrenceId = task.id as string;
      const commands = lines.flatMap(({ text: title, done }) => {
        const itemId = randomUUID();
        const step = { type: 'checklist.add', occurrenceId, itemId, title };
        return done ? [step, { type: 'checklist.set', occurrenceId, itemId, done }] : [step];
      });
      await sendCommands(ana, home, commands, random);
      const { checklist } = (await ana.get(`${home}/occurrences/${occurrenceId}`)).body;
      return checklist.map(({ title, done }: { title: string; done: boolean }) => ({ text: title, done }));
    });
  }, 900_000);

  test('becomes the things to buy of its open lines, each of them once', async () => {
    await inEachRun(async ({ ana, home, lines, random }) => {
      const open = lines.filter(({ done }) => !done);
      const failing = Math.floor(random() * open.length);
      for (const [index, { text }] of open.entries()) {
        const headers = { 'Idempotency-Key': randomUUID() };
        const send = () => ana.post(`${home}/shopping/items`, { text }, headers);
        // The service has added this line, but the client never sees the answer, so it sends the line again.
        if (index === failing) await send();
        expect((await send()).status).toBe(201);
      }
      const { body } = await ana.get(`${home}/shopping/items?limit=500`);
      const bought = lines.filter(({ done }) => done);
      return [
        ...body.map(({ name, quantity }: { name: string; quantity: number | null }) => ({
          text: quantity === null ? name : `${quantity} ${name}`,
          done: false,
        })),
        ...bought,
      ];
    });
  }, 900_000);
});

type Run = {
  readonly ana: Api;
  readonly home: string;
  readonly lines: readonly Line[];
  readonly random: () => number;
};

/** Pastes a list in each run, and expects that `paste` returns exactly its lines. A failure prints the seed. */
async function inEachRun(paste: (run: Run) => Promise<readonly Line[]>): Promise<void> {
  const random = seededRandom(SEED);
  for (let run = 0; run < RUNS; run++) {
    // Each run has its own account, because the service limits the commands of an account.
    const { api: ana } = await service.api.register();
    const home = await ana.household({ timeZone: 'Europe/Paris' });
    const wanted = Array.from({ length: LINES }, (_, index) => ({
      text: `Line ${index + 1} of list ${run + 1}`,
      done: index % 2 === 1,
    }));
    const text = wanted.map((line) => `- [${line.done ? 'x' : ' '}] ${line.text}`).join('\r\n');
    const { body: lines } = await ana.post(`${home}/quick-add/lines`, { text });
    const found = await paste({ ana, home, lines, random });
    const sorted = (all: readonly Line[]) => [...all].sort((a, b) => (a.text < b.text ? -1 : 1));
    const seed = `PROPERTY_SEED=${SEED}`;
    expect({ seed, run, lines: sorted(found) }).toEqual({ seed, run, lines: sorted(wanted) });
  }
}

/**
 * Sends the commands as the web client does, in batches. The answer of one batch is lost after the service has run a
 * random number of its commands, so the batch is sent again.
 */
async function sendCommands(
  ana: Api,
  home: string,
  given: readonly object[],
  random: () => number,
): Promise<void> {
  const at = new Date(service.clock.now()).toISOString();
  const commands = given.map((command) => ({ ...command, id: randomUUID(), at }));
  const failing = Math.floor(random() * commands.length);
  for (let first = 0; first < commands.length; first += BATCH) {
    const batch = commands.slice(first, first + BATCH);
    const send = async (part: readonly object[]) => {
      const { status, body, text } = await ana.post(`${home}/commands`, { sentAt: at, commands: part });
      if (status !== 200) throw new Error(text);
      return body.results as { status: string }[];
    };
    const arrived = failing - first;
    if (arrived > 0 && arrived < batch.length) await send(batch.slice(0, arrived));
    const results = await send(batch);
    expect(results.map(({ status }) => status)).toEqual(batch.map(() => 'DONE'));
  }
}
