import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HOUSEHOLD_LIMITS } from '../../domain/limits/limits.js';
import { freePort } from '../bench/http/program.js';
import { builtService, type BuiltService } from '../support/built-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { fillToCeilings } from '../support/household-at-limits.js';
import { newHome, newMember, send, SERVICE, type Program } from '../support/program.js';
import { RUN_TYPESCRIPT } from '../support/typescript-program.js';
import { until } from '../support/until.js';
import { civilDay as day } from '../support/web-people.js';

/** The heap limit of `npm start`. */
const HEAP = '--max-heap-size=512';
const HEAP_BYTES = 512 * 1_048_576;
const HOUSEHOLDS = 3;
/** Processor time that one piece of work may take before other requests have their turn. */
const MAX_STALL_MS = 100;
/** The pause before a rejected request is repeated, so that the repetitions do not slow down other requests. */
const RETRY_MS = 1_000;
/** Series that the last household may still have, since a shift splits each series that it moves. */
const ROOM = 50;

const WATCH_LOOP = [
  ...RUN_TYPESCRIPT,
  ...['--import', resolve(import.meta.dirname, '../bench/worst/watch-loop.ts')],
];

type FullHome = Readonly<Record<'path' | 'memberId' | 'categoryId' | 'calendarId', string>>;

let service: BuiltService<TestDatabase>;
let program: Program;
let token: string;
let flatmate: { readonly token: string };
let watch: string;
const homes: FullHome[] = [];

const call = (method: string, path: string, body?: object, by = token) =>
  send(`${program.url}${path}`, { method, token: by, ...(body && { body }) });

/** Repeats a request while the service rejects it with 429 because other large changes run or wait. */
async function repeatUntilAdmitted(request: () => ReturnType<typeof call>): ReturnType<typeof call> {
  let answer = await request();
  const isAdmitted = async () => {
    if (answer.status !== 429) return true;
    await delay(RETRY_MS);
    answer = await request();
    return false;
  };
  await until(isAdmitted, 'the service admits the request', 500_000);
  return answer;
}

beforeAll(async () => {
  service = await builtService(createTestDatabase);
  const [node = '', ...args] = SERVICE;
  const port = await freePort();
  watch = `http://127.0.0.1:${port}`;
  program = await service.start({ LOOP_WATCH_PORT: String(port) }, [node, HEAP, ...WATCH_LOOP, ...args]);
  const first = await newHome(program.url);
  token = first.token;
  flatmate = await newMember(program.url, first);
  const paths = [first.home];
  while (paths.length < HOUSEHOLDS)
    paths.push(
      `/v1/households/${(await call('POST', '/v1/households', { name: 'Home' })).body.id as string}`,
    );
  for (const path of paths) {
    const [{ id: memberId }] = (await call('GET', path)).body.members;
    const { body: other } = await call('POST', `${path}/members`, { displayName: 'Ben', group: 'ADULT' });
    const { body: category } = await call('POST', `${path}/categories`, { name: 'Chores' });
    const { body: calendar } = await call('POST', `${path}/day-calendars`, { name: 'Holidays' });
    await call('POST', `${path}/tasks`, {
      ...{ title: 'Chore', date: day(0), recurrence: { frequency: 'daily' }, categoryId: category.id },
      shift: { calendarIds: [calendar.id], when: 'earlierInWeek', then: 'nextFree' },
      rotation: { kind: 'turns', order: [[memberId], [other.id]], unit: 'occurrence', length: 1 },
    });
    await fillToCeilings(service.database.connectionString, path.split('/').at(-1)!, {
      series: HOUSEHOLD_LIMITS.openSeries - (homes.length === HOUSEHOLDS - 1 ? ROOM : 0),
    });
    homes.push({ path, memberId: other.id, categoryId: category.id, calendarId: calendar.id });
  }
}, 600_000);
afterAll(() => service.remove());

describe('an account with three households that have reached or almost reached all limits', () => {
  test('can request the most expensive changes of all of them at the same time without blocking the process or exhausting its memory', async () => {
    const period = { from: day(2), to: day(9), mode: 'later' };
    const away = ({ path, memberId }: FullHome) => `${path}/members/${memberId}/away?dryRun=true`;
    const { path, memberId } = homes[HOUSEHOLDS - 1]!;
    const others = await Promise.all([1, 2].map(() => newMember(program.url, { token, home: path })));
    const [series] = [(await call('GET', `${path}/series?limit=30`)).body as { id: string }[]];
    await fetch(watch);
    const shift = { days: 1, from: day(2), seriesIds: series.map(({ id }) => id) };
    const acts = [
      repeatUntilAdmitted(() => call('POST', `${path}/shift`, shift, others[0]!.token)),
      call('POST', `${path}/members/${memberId}/away`, { from: day(20), to: day(30) }),
      call('POST', `${path}/pauses`, { from: day(40), to: day(41), mode: 'skip' }, others[1]!.token),
    ];
    const requests = homes.flatMap((home) => [
      repeatUntilAdmitted(() => call('POST', `${home.path}/pauses`, { ...period, dryRun: true })),
      call('POST', away(home), { from: day(2) }),
      call('POST', `${home.path}/shift`, { days: 1, from: day(2), all: true, dryRun: true }),
    ]);
    const health: number[] = [];
    let isOver = false;
    const watching = (async () => {
      while (!isOver) health.push((await call('GET', '/health/live')).status);
    })();
    const results = Promise.all([Promise.all(requests), Promise.all(acts)]).finally(() => (isOver = true));
    const [[answers, done]] = await Promise.all([results, watching]);
    const { cpuMs, heapBytes } = (await (await fetch(watch)).json()) as { cpuMs: number; heapBytes: number };
    console.log(
      `Longest stall ${cpuMs.toFixed(0)} ms of work, largest heap ${(heapBytes / 1_048_576).toFixed(0)} MB`,
    );
    expect(cpuMs).toBeLessThan(MAX_STALL_MS);
    expect(heapBytes).toBeLessThan(HEAP_BYTES);
    expect(new Set(health)).toEqual(new Set([200]));
    for (const { status } of answers) expect([200, 201, 409, 429]).toContain(status);
    expect(answers.some(({ status, body }) => status < 300 && body.complete === false)).toBe(true);
    for (const { status } of done) expect([200, 201, 429]).toContain(status);
    // The shift is repeated until it is admitted. The other two changes may be rejected.
    expect(done[0]!.status).toBeLessThan(300);
  }, 600_000);

  test('can pause one of them in one operation while another member ticks a task, even if the process is killed afterwards', async () => {
    const [{ path }] = homes as [FullHome];
    const made = await send(`${program.url}${path}/pauses`, {
      method: 'POST',
      token,
      body: { from: day(2), to: day(3), mode: 'skip' },
    });
    expect(made).toMatchObject({ status: 201, body: { complete: false } });
    const operation = async () => (await call('GET', `${path}/operations?limit=1`)).body[0];
    expect(await operation()).toMatchObject({ kind: 'PAUSED', progress: { total: 500 }, undo: 'NEVER' });
    const [open] = (await call('GET', `${path}/occurrences?limit=1`)).body;
    const tick = await call('POST', `${path}/occurrences/${open.id as string}/complete`, {}, flatmate.token);
    expect(tick.status).toBe(200);

    await service.kill();
    const [node = '', ...args] = SERVICE;
    program = await service.start({}, [node, HEAP, ...args]);
    await until(
      async () => {
        const { body } = await call('GET', `${path}/operations?limit=10`);
        return body.find(({ kind }: { kind: string }) => kind === 'PAUSED').progress === null;
      },
      'the pause is carried out',
      400_000,
    );
    const [pause] = (await call('GET', `${path}/pauses`)).body;
    const left = await call('GET', `${path}/occurrences?from=${day(2)}&to=${day(3)}&limit=1`);
    expect({ left: left.body, id: pause.id }).toEqual({ left: [], id: made.body.id });
  }, 600_000);

  test('can change holidays, the first day of the week, categories and members of one of them while tasks are ticked', async () => {
    const { path, memberId, categoryId, calendarId } = homes[1] as FullHome;
    const isFinished = async () => {
      const { status, body } = await call('GET', `${path}/operations?limit=20`);
      return status === 200 && body.every(({ progress }: { progress: object | null }) => progress === null);
    };
    const acts = [
      ['PUT', `${path}/day-calendars/${calendarId}/days`, [{ from: day(7), name: 'Holiday' }]],
      ['PATCH', path, { weekStartsOn: 'SU' }],
      ['DELETE', `${path}/categories/${categoryId}`, undefined],
      ['DELETE', `${path}/members/${memberId}`, undefined],
    ] as const;
    for (const [method, to, body] of acts) {
      const { status } = await call(method, to, body);
      expect({ to, isDone: status < 300 }).toEqual({ to, isDone: true });
      const [open] = (await call('GET', `${path}/occurrences?limit=1`)).body;
      const tick = await call('POST', `${path}/occurrences/${open.id as string}/complete`, {});
      expect(tick.status).toBe(200);
      await until(isFinished, `${method} ${to} is carried out`, 400_000);
    }
    const { body: left } = await call('GET', `${path}/occurrences?assignee=${memberId}&limit=1&status=TODO`);
    const { body: categories } = await call('GET', `${path}/categories`);
    expect({ left, categories }).toEqual({ left: [], categories: [] });
  }, 1_800_000);
});
