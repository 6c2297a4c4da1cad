import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type * as Outbox from '../../web/src/data/outbox.ts';
import type { Act } from '../../web/src/data/outbox-rules.ts';
import type { Api } from '../support/api.js';
import { defineBrowserGlobals } from '../support/browser-globals.js';
import { seededRandom } from '../support/fake-google/random.js';
import { seedOf } from '../support/seed.js';
import { sampled } from '../support/tier.js';

const LINES = 100;
const SEED = seedOf('PROPERTY_SEED');
/** The seeds of the runs: 50 in the full tier, one in `npm test`. */
const seeds = sampled(
  Array.from({ length: 50 }, (_, run) => SEED + run),
  50,
);

type Service = { readonly api: Api; close(): Promise<void> };
/** Loaded by its name, because the types of a browser do not fit the service. */
const SERVICE: string = '../support/service.js';
/** Loaded as a copy of its own, because the module reads the globals of the browser when it is loaded. */
const OUTBOX: string = '../../web/src/data/outbox.ts?own';

let service: Service;
let outbox: typeof Outbox;
/** A client that is offline does not repeat a request at once, so the outbox has to send its entries again. */
const device = { onLine: true };

beforeAll(async () => {
  const { startService } = (await import(SERVICE)) as { startService(): Promise<Service> };
  service = await startService();
});
defineBrowserGlobals(createPageGlobals());
beforeAll(async () => {
  outbox = (await import(OUTBOX)) as typeof Outbox;
});
afterEach(() => outbox.closeOutbox());
afterAll(() => service.close());

type Line = { readonly text: string; readonly done: boolean };
type Connection = {
  readonly ana: Api;
  /** The text of the line at which the connection fails. */
  readonly failsAt: string;
  /** True if the service gets the request with that line and only the answer is lost. */
  readonly losesAnswer: boolean;
  failures: number;
};
let connection: Connection;
/** Returns the globals of a browser that the outbox uses. Nothing is stored, as in a private window without IndexedDB. */
function createPageGlobals(): Record<string, unknown> {
  const storage = () => {
    const kept = new Map<string, string>();
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    };
  };
  const NodeRequest = globalThis.Request;
  /** A request may have a relative address, as in a browser. */
  class PageRequest extends NodeRequest {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === 'string' ? new URL(input, 'http://planner.test') : input, init);
    }
  }
  return {
    ...{ localStorage: storage(), sessionStorage: storage(), addEventListener: () => undefined },
    document: { addEventListener: () => undefined, visibilityState: 'visible', cookie: '' },
    ...{ navigator: device, Request: PageRequest, fetch: fetchOverConnection },
    ...{
      BroadcastChannel: class extends EventTarget {
        postMessage() {}
      },
    },
  };
}

/** Sends a request to the service. One request fails: the one that contains the line of {@link Connection.failsAt}. */
async function fetchOverConnection(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const body = (await request.json()) as Body;
  const { ana, failsAt, losesAnswer, failures } = connection;
  const call = (sent: Body) => {
    const key = request.headers.get('Idempotency-Key') ?? undefined;
    return ana.post(pathname, sent, { 'idempotency-key': key });
  };
  const failing = failures === 0 ? findLine(body, failsAt) : -1;
  if (failing >= 0) {
    connection.failures += 1;
    device.onLine = false;
    const reached = failing + (losesAnswer ? 1 : 0);
    // The service runs the commands one after the other, so it has run those before the failure.
    if (body.commands === undefined ? losesAnswer : reached > 0)
      await call({ ...body, ...(body.commands && { commands: body.commands.slice(0, reached) }) });
    throw new TypeError('fetch failed');
  }
  const { status, text, headers } = await call(body);
  const operationId = headers['operation-id'] as string | undefined;
  return new Response(text, {
    status,
    headers: {
      'content-type': String(headers['content-type']),
      ...(operationId !== undefined && { 'operation-id': operationId }),
    },
  });
}

type Body = { readonly text?: string; readonly commands?: readonly object[] };

/** Returns the place of a line among the commands of a request, or 0 for a request of this line alone. -1 if it has none. */
function findLine({ text, commands }: Body, line: string): number {
  if (commands !== undefined) return commands.findIndex((command) => JSON.stringify(command).includes(line));
  return text?.includes('\n') === false && text.includes(line) ? 0 : -1;
}

/** Pastes a list into the outbox, as a screen of the client does, and waits until the outbox has sent everything. */
async function paste(home: string, list: Act): Promise<void> {
  const householdId = home.split('/').at(-1) ?? '';
  outbox.act(householdId, list);
  for (let attempt = 0; outbox.waiting.value > 0 && attempt < 10; attempt += 1) {
    await outbox.flush();
    device.onLine = true;
  }
}

const sorted = (lines: readonly Line[]) => [...lines].sort((a, b) => (a.text < b.text ? -1 : 1));

describe('the outbox, with a pasted list of 100 lines and a connection that fails at a random line', () => {
  /**
   * Signs a new user in, because the service limits the commands of an account. The connection fails at one of the lines
   * that the outbox sends.
   */
  async function start(seed: number, isSent: (line: Line) => boolean = () => true) {
    const random = seededRandom(seed);
    const { api: ana, id } = await service.api.register();
    const home = await ana.household({ timeZone: 'Europe/Paris' });
    // A shopping list adds up the amounts of a thing that is added twice.
    const wanted = Array.from({ length: LINES }, (_, index) => ({
      text: `2 Line ${index + 1} of list ${seed}`,
      done: index % 2 === 1,
    }));
    const sent = wanted.filter(isSent);
    const failsAt = sent[Math.floor(random() * sent.length)]?.text ?? '';
    connection = { ana, failsAt, losesAnswer: seed % 2 === 1, failures: 0 };
    await outbox.openOutbox(id, {
      memberIn: () => null,
      bringRows: () => Promise.resolve(),
      showItems: () => undefined,
    });
    const text = wanted.map((line) => `- [${line.done ? 'x' : ' '}] ${line.text}`).join('\r\n');
    return { ana, home, wanted, text };
  }

  function expectSent(): void {
    const { failures } = connection;
    const { waiting, refusals } = outbox;
    expect({ failures, waiting: waiting.value, refusals: refusals.value }).toEqual({
      ...{ failures: 1, waiting: 0, refusals: [] },
    });
  }

  test.each(seeds)('creates each task once (seed %i)', async (seed) => {
    const { ana, home, wanted, text } = await start(seed);
    await paste(home, { type: 'task.paste', text });
    expectSent();
    const { body } = await ana.get(`${home}/occurrences?view=all&limit=500`);
    const found = (body as { title: string; status: string }[]).map(({ title, status }) => ({
      ...{ text: title, done: status === 'DONE' },
    }));
    expect(sorted(found)).toEqual(sorted(wanted));
  });

  test.each(seeds)('adds each step of a checklist once, in order (seed %i)', async (seed) => {
    const { ana, home, wanted, text } = await start(seed);
    const { body: task } = await ana.post(`${home}/tasks`, { title: 'Pack' });
    await paste(home, { type: 'checklist.paste', text, occurrenceId: task.id as string });
    expectSent();
    const { body } = await ana.get(`${home}/occurrences/${task.id}`);
    const found = (body.checklist as { title: string; done: boolean }[]).map(({ title, done }) => ({
      ...{ text: title, done },
    }));
    expect(found).toEqual(wanted);
  });

  test.each(seeds)('adds each open line of a shopping list once (seed %i)', async (seed) => {
    const isOpen = ({ done }: Line) => !done;
    const { ana, home, wanted, text } = await start(seed, isOpen);
    await paste(home, { type: 'shopping.paste', text });
    expectSent();
    const { body } = await ana.get(`${home}/shopping/items?limit=500`);
    const found = (body as { name: string; quantity: number | null }[]).map(({ name, quantity }) => ({
      ...{ text: quantity === null ? name : `${quantity} ${name}`, done: false },
    }));
    expect(sorted(found)).toEqual(sorted(wanted.filter(isOpen)));
  });
});
