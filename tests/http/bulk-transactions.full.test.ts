import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import { HOUSEHOLD_LIMITS } from '../../domain/limits/limits.js';
import type { Api } from '../support/api.js';
import { fillToCeilings } from '../support/household-at-limits.js';
import { startService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';
import { watchTransactions, type WatchedTransaction } from '../support/watch-transactions.js';

/** The limits of a transaction that holds locks: rows that it reads or writes, and statements. */
const ROWS = 2_500;
const STATEMENTS = 60;
/** The number of further series that a shift can still create by splitting. */
const ROOM = 50;
/** How long the jobs of one change may take. */
const JOBS_MS = 600_000;

const watched = watchTransactions();
const figures: string[] = [];
let service: TestService;
let api: Api;
let home: string;
let memberId: string;
let categoryId: string;
let calendarId: string;
let lastOperation: string;

beforeAll(async () => {
  service = await startService();
  ({ api } = await service.api.register());
  home = await api.household();
  const me = (await api.get(home)).body.members[0].id as string;
  const create = async (path: string, body: object) =>
    (await api.post(`${home}/${path}`, body)).body.id as string;
  memberId = await create('members', { displayName: 'Ben', group: 'ADULT' });
  categoryId = await create('categories', { name: 'Chores' });
  calendarId = await create('day-calendars', { name: 'Holidays' });
  await create('tasks', {
    ...{ title: 'Chore', date: '2026-11-21', recurrence: { frequency: 'daily' }, categoryId },
    shift: { calendarIds: [calendarId], when: 'earlierInWeek', then: 'nextFree' },
    rotation: { kind: 'turns', order: [[me], [memberId]], unit: 'occurrence', length: 1 },
  });
  await fillToCeilings(service.connectionString, home.split('/').at(-1)!, {
    series: HOUSEHOLD_LIMITS.openSeries - ROOM,
  });
}, 600_000);
afterAll(async () => {
  watched.stop();
  console.log(
    `| act | transactions | longest | its processor time | rows | statements |\n${figures.join('\n')}`,
  );
  await service.close();
});

const someSeries = async () =>
  ((await api.get(`${home}/series?limit=40`)).body as { id: string }[]).map(({ id }) => id);
const holiday = { body: [{ from: '2026-11-28', name: 'Holiday' }] };

const ACTS: readonly (readonly [name: string, () => Promise<Response>])[] = [
  ['a pause', () => api.post(`${home}/pauses`, { from: '2026-11-24', to: '2026-11-24', mode: 'skip' })],
  ['the undo of the pause', () => api.post(`${home}/operations/${lastOperation}/undo`)],
  [
    'a pause that moves dates',
    () => api.post(`${home}/pauses`, { from: '2026-11-24', to: '2026-11-30', mode: 'later' }),
  ],
  [
    'an absence',
    () => api.post(`${home}/members/${memberId}/away`, { from: '2026-12-01', to: '2026-12-20' }),
  ],
  [
    'a shift',
    async () => api.post(`${home}/shift`, { days: 1, from: '2026-12-01', seriesIds: await someSeries() }),
  ],
  ['a day calendar', () => api.call('PUT', `${home}/day-calendars/${calendarId}/days`, holiday)],
  ['a first day of the week', () => api.patch(home, { weekStartsOn: 'SU' })],
  ['rebalancing', () => api.post(`${home}/rebalance`, { from: '2026-11-23', to: '2026-12-20' })],
  ['a category', () => api.delete(`${home}/categories/${categoryId}`)],
  ['a departure', () => api.delete(`${home}/members/${memberId}`)],
];

describe('a change in a household at its limits', () => {
  test.each(ACTS)(
    'reads and writes a limited number of rows in each transaction: %s',
    async (name, act) => {
      watched.take();
      const { status, body, headers } = await act();
      expect([status < 300, body?.error ?? null]).toEqual([true, null]);
      lastOperation = String(headers['operation-id']);
      await until(
        async () => (await service.performJobs()).length === 0,
        `all jobs of ${name} are done`,
        JOBS_MS,
      );
      const locking = watched.take().filter(holdsLocks);
      expect(locking).not.toEqual([]);
      figures.push(describeLongest(name, locking));
      expect(Math.max(...locking.map(({ rows }) => rows))).toBeLessThan(ROWS);
      expect(Math.max(...locking.map(({ statements }) => statements.length))).toBeLessThan(STATEMENTS);
    },
    1_200_000,
  );
});

function holdsLocks({ statements }: WatchedTransaction): boolean {
  return statements.some((text) => /for (no key )?update|^\s*(update|insert|delete)/i.test(text));
}

function describeLongest(name: string, all: readonly WatchedTransaction[]): string {
  const [longest] = all.toSorted((one, other) => other.ms - one.ms);
  const { ms, cpuMs, rows, statements } = longest!;
  return `| ${name} | ${all.length} | ${ms.toFixed(0)} ms | ${cpuMs.toFixed(0)} ms | ${rows} | ${statements.length} |`;
}
