import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Response } from 'supertest';
import type { Api } from '../../support/api.js';
import { startService, type TestService } from '../../support/service.js';
import { isFullTier } from '../../support/tier.js';

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await startService();
  ({ api } = await service.api.register());
});
afterAll(() => service.close());

/** The planner takes up to 50 series in one batch. */
const SERIES_COUNTS = isFullTier ? [1, 5, 50] : [1, 12];

type Home = { readonly path: string; readonly ben: string; readonly calendarId: string };
const CHRISTMAS = { from: '2026-12-25', to: '2026-12-25', name: 'Noël' };

/** So many bins in turns, which keep out of holidays, and as many tasks that do not repeat. */
async function aHome(count: number): Promise<Home> {
  const path = await api.household();
  const { memberId: me } = (await api.get(path)).body;
  const ben = (await api.post(`${path}/members`, { displayName: 'Ben', group: 'ADULT' })).body.id;
  const calendar = await api.post(`${path}/day-calendars`, { name: 'Holidays', days: [CHRISTMAS] });
  const calendarId = calendar.body.id;
  const bins = {
    ...{ title: 'Bins', date: '2026-11-23', recurrence: { frequency: 'weekly' } },
    ...{ rotation: { kind: 'turns', order: [[me], [ben]] } },
    shift: { calendarIds: [calendarId], when: 'onDay', then: 'nextFree', restDays: [] },
  };
  for (const task of Array.from({ length: count }, () => [bins, { title: 'Tap', date: '2026-12-10' }]).flat())
    expect((await api.post(`${path}/tasks`, task)).status).toBe(201);
  return { path, ben, calendarId };
}

const pause = ({ path }: Home, fields: object) =>
  api.post(`${path}/pauses`, { from: '2026-12-06', to: '2026-12-19', ...fields });
const shift = ({ path }: Home, from: string) =>
  api.post(`${path}/shift`, { days: 3, from, all: true, oneOff: true });

/** What was made by `before` is not counted. */
type Act = {
  readonly before?: (home: Home) => PromiseLike<Response>;
  readonly act: (home: Home, before: Response | undefined) => PromiseLike<Response>;
};
const endAfter = (fieldsOf: (home: Home) => object, query = ''): Act => ({
  before: (home) => pause(home, fieldsOf(home)),
  act: ({ path }, made) => api.delete(`${path}/pauses/${made?.body.id as string}${query}`),
});
const undoOf = (before: (home: Home) => PromiseLike<Response>): Act => ({
  before,
  act: ({ path }, made) => api.post(`${path}/operations/${made?.headers['operation-id'] as string}/undo`),
});
const assigned = ({ ben }: Home) => ({ mode: 'assign', assignTo: ben });

test.each<readonly [name: string, act: Act]>([
  ['a pause with skip', { act: (home) => pause(home, { mode: 'skip' }) }],
  ['a pause with later', { act: (home) => pause(home, { mode: 'later' }) }],
  ['a pause with assign', { act: (home) => pause(home, assigned(home)) }],
  ['a preview of a pause', { act: (home) => pause(home, { mode: 'later', dryRun: true }) }],
  ['the end of a pause with skip', endAfter(() => ({ mode: 'skip' }))],
  ['the end of a pause with later', endAfter(() => ({ mode: 'later' }))],
  ['the end of a pause with assign', endAfter(assigned)],
  ['the undo of a pause with skip', undoOf((home) => pause(home, { mode: 'skip' }))],
  ['the undo of a pause with later', undoOf((home) => pause(home, { mode: 'later' }))],
  ['the undo of a pause with assign', undoOf((home) => pause(home, assigned(home)))],
  ['the undo of a holiday more', undoOf((home) => addHoliday(home))],
  ['a shift by days', { act: (home) => shift(home, '2026-11-23') }],
  ['a shift by days from a later date on', { act: (home) => shift(home, '2026-12-10') }],
  ['a preview of the end of a pause', endAfter(() => ({ mode: 'later' }), '?dryRun=true')],
  ['a holiday more', { act: (home) => addHoliday(home) }],
  ['a preview of a holiday more', { act: (home) => addHoliday(home, '?dryRun=true') }],
])('%s takes as many statements for many series as for one', async (_name, { before, act }) => {
  const counts: number[] = [];
  for (const count of SERIES_COUNTS) {
    const home = await aHome(count);
    const made = await before?.(home);
    let answer: Response | undefined;
    const statements = await service.statementsOf(async () => {
      answer = await act(home, made);
    });
    expect(answer?.status).toBeLessThan(300);
    counts.push(statements.length);
  }
  expect(counts).toEqual(Array.from(counts, () => counts[0]));
});

function addHoliday({ path, calendarId }: Home, query = ''): PromiseLike<Response> {
  const monday = { from: '2026-12-14', to: '2026-12-14', name: 'Fête' };
  return api.call('PUT', `${path}/day-calendars/${calendarId}/days${query}`, { body: [CHRISTMAS, monday] });
}
