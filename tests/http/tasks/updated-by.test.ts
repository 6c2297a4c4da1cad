import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { DAY } from '../../builders/instants.js';
import { ana, anaId, ben, benId, home, householdOfTwo, service } from './two-members.js';

/* `updatedBy` is whoever did the last thing to an occurrence, by whichever way in: Ana makes the tasks, Ben acts. */
householdOfTwo();

type Body = Record<string, any>;
type Act = () => PromiseLike<{ status: number; body: Body }>;

async function made(path: string, given: object = {}): Promise<Body> {
  const { status, body, text } = await ana.post(`${home}/${path}`, given);
  if (status !== 201) throw new Error(text);
  return body as Body;
}
const task = (fields: object = {}) => made('tasks', { title: 'Task', date: '2026-11-25', ...fields });
const series = () =>
  task({ recurrence: 'FREQ=WEEKLY', rotation: { kind: 'turns', order: [[anaId], [benId]] } });
const at = ({ id }: Body) => `${home}/occurrences/${id as string}`;
const withItem = () => task({ checklist: [{ title: 'item' }] });
const item = (one: Body) => `${at(one)}/checklist/${one['checklist'][0].id as string}`;
const attach = (one: Body, token: string | null | undefined) =>
  request(ben.app)
    .post(`${at(one)}/attachments`)
    .set({ authorization: `Bearer ${token ?? ''}`, 'x-client': 'mobile', 'x-requested-with': 'app' })
    .attach('file', Buffer.from('text'), { filename: 'notes.txt', contentType: 'text/plain' });

/** By operation: what Ana prepares, and gives what Ben then does. */
const ACTS: Readonly<Record<string, () => Act | Promise<Act>>> = {
  createTask: () => () =>
    ben.post(`${home}/tasks`, { title: 'x', date: '2026-11-25', recurrence: 'FREQ=DAILY' }),
  quickAdd: () => () => ben.post(`${home}/tasks/quick`, { text: 'bins every day' }),
  updateOccurrence: async () => {
    const one = await series();
    return () => ben.patch(`${at(one)}?scope=following`, { version: 1, title: 'y' });
  },
  deleteOccurrence: async () => {
    const one = await series();
    return () => ben.delete(`${at(one)}?scope=following`);
  },
  completeOccurrence: async () => {
    const one = await task({ recurrence: { kind: 'afterCompletion', every: 2, unit: 'day' } });
    return () => ben.post(`${at(one)}/complete`);
  },
  skipOccurrence: async () => {
    const one = await task();
    return () => ben.post(`${at(one)}/skip`);
  },
  reopenOccurrence: async () => {
    const one = await task();
    await ana.post(`${at(one)}/complete`);
    return () => ben.post(`${at(one)}/reopen`);
  },
  restoreOccurrence: async () => {
    const one = await task();
    await ana.delete(at(one));
    return () => ben.post(`${at(one)}/restore`);
  },
  addChecklistItem: async () => {
    const one = await task();
    return () => ben.post(`${at(one)}/checklist`, { title: 'x' });
  },
  updateChecklistItem: async () => {
    const one = await withItem();
    return () => ben.patch(item(one), { done: true });
  },
  removeChecklistItem: async () => {
    const one = await withItem();
    return () => ben.delete(item(one));
  },
  addAttachment: async () => {
    const one = await task();
    return () => attach(one, ben.token);
  },
  removeAttachment: async () => {
    const { body } = await attach(await task(), ana.token);
    return () => ben.delete(`${home}/attachments/${body.id as string}`);
  },
  updateSeries: async () => {
    const { seriesId } = await series();
    return () => ben.patch(`${home}/series/${seriesId as string}`, { title: 'y' });
  },
  deleteSeries: async () => {
    const { seriesId } = await series();
    return () => ben.delete(`${home}/series/${seriesId as string}`);
  },
  acceptSwap: async () => {
    const mine = await task({ responsibleMemberIds: [anaId] });
    const theirs = await task({ responsibleMemberIds: [benId] });
    const { body } = await ana.post(`${at(mine)}/swap`, { withOccurrenceId: theirs['id'] });
    return () => ben.post(`${home}/swaps/${body.id as string}/accept`);
  },
  claimOccurrence: async () => {
    const one = await task({});
    return () => ben.post(`${at(one)}/claim`);
  },
  releaseOccurrence: async () => {
    const one = await task({});
    await ben.post(`${at(one)}/claim`);
    return () => ben.post(`${at(one)}/release`);
  },
  rebalance: async () => {
    await task({
      ...{ date: '2026-11-25', recurrence: 'FREQ=DAILY' },
      rotation: { kind: 'turns', order: [[anaId], [benId]], unit: 'week', length: 4 },
    });
    return () => ben.post(`${home}/rebalance`, { from: '2026-11-26', to: '2026-12-09' });
  },
  shiftByDays: async () => {
    await task();
    await series();
    return () => ben.post(`${home}/shift`, { days: 3, from: '2026-11-22', all: true, oneOff: true });
  },
  deleteCategory: async () => {
    const category = await made('categories', { name: 'Cellar' });
    await task({ categoryId: category['id'] });
    return () => ben.delete(`${home}/categories/${category['id'] as string}`);
  },
  applyTemplate: async () => {
    const template = await made('templates', { name: 'Week', tasks: [{ title: 'Bins' }] });
    const apply = `${home}/templates/${template['id'] as string}/apply`;
    return () => ben.post(apply, { startDate: '2026-11-25' });
  },
  applyStarters: () => () =>
    ben.post(`${home}/starters/apply`, { keys: ['vacuum'], memberIds: [anaId, benId] }),
  undoOperation: async () => {
    const one = await task();
    const { headers } = await ana.patch(at(one), { version: 1, title: 'y' });
    return () => ben.post(`${home}/operations/${headers['operation-id'] as string}/undo`);
  },
  runCommands: async () => {
    const one = await task();
    const at = new Date().toISOString();
    const command = { id: randomUUID(), type: 'occurrence.complete', at, occurrenceId: one['id'] };
    return () => ben.post(`${home}/commands`, { sentAt: at, commands: [command] });
  },
  createAwayPeriod: async () => {
    await atHome();
    return () => ben.post(`${home}/members/${benId}/away`, { from: '2026-11-24' });
  },
  updateAwayPeriod: async () => {
    const at = await atHome();
    const { body } = await ben.post(at, { from: '2029-11-24' });
    return () => ben.patch(`${at}/${body.awayPeriods[0].id as string}`, { from: '2026-11-24' });
  },
  deleteAwayPeriod: async () => {
    const at = await atHome();
    const { body } = await ben.post(at, { from: '2026-11-24' });
    return () => ben.delete(`${at}/${body.awayPeriods[0].id as string}`);
  },
  updateMember: async () => {
    await atHome();
    return () =>
      ben.patch(`${home}/members/${benId}`, { awayPeriods: [{ from: '2026-11-24', to: '2026-12-24' }] });
  },
};

/** A series with turns of Ben's, who has said no day away; where he says one. */
async function atHome(): Promise<string> {
  await ben.patch(`${home}/members/${benId}`, { awayPeriods: [] });
  await series();
  return `${home}/members/${benId}/away`;
}

/** Routes by which a member writes, and never to an occurrence that stays. */
const OTHERS =
  /^(preview|foretell|(create|update|delete)Template|(create|update|delete)DayCalendar|setCalendarDays|(create|update)Category|(update|delete)Household|createInvitation|inviteMember|revokeInvitation|(add|create|update|remove|delete)Shopping|declineStaple|clearChecked|saveShopping|read|saveNotification|(create|update|delete)DemoEvent|requestSwap|withdrawSwap|declineSwap|emptyTrash|createMember|removeMember|(create|remove)Display|setPin|removePin|issuePass|(create|end)Pause|(link|unlink|synchronise)Calendar)/;

type Row = { readonly id: string; readonly version: number; readonly by: string | null };

async function rows(): Promise<readonly Row[]> {
  return (await service.query(
    `select id, version, updated_by as by from occurrences where household_id = '${home.split('/').at(-1)!}'`,
  )) as Row[];
}

async function changedBy(act: Act): Promise<readonly Row[]> {
  const before = new Map((await rows()).map(({ id, version }) => [id, version]));
  expect((await act()).status).toBeLessThan(300);
  return (await rows()).filter(({ id, version }) => before.get(id) !== version);
}

describe('the last change of an occurrence', () => {
  test('is asked of every way in', () => {
    const writing = service.routes
      .filter(({ access, method }) => access === 'member' && method !== 'get')
      .map(({ operationId }) => operationId);
    expect(writing.filter((one) => !OTHERS.test(one) && !(one in ACTS))).toEqual([]);
  });

  test.each(Object.keys(ACTS))('is by whoever does it: %s', async (operation) => {
    const changed = await changedBy(await ACTS[operation]!());
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.filter(({ by }) => by !== benId)).toEqual([]);
  });

  test('is told in the answer, as it is stored', async () => {
    const one = await task();
    expect(one['updatedBy']).toBe(anaId);
    expect((await ben.post(`${at(one)}/complete`)).body.updatedBy).toBe(benId);
    expect((await ana.get(at(one))).body.updatedBy).toBe(benId);
    expect((await ana.patch(at(one), { version: 2, title: 'z' })).body.updatedBy).toBe(anaId);
  });

  test('is nobody’s where the service does it', async () => {
    await task({ recurrence: 'FREQ=DAILY', missed: 'keepLatest' });
    service.clock.advance(10 * DAY);
    const changed = await changedBy(async () => {
      await service.useCases.skipMissed();
      await service.useCases.extendHorizons();
      return { status: 200, body: {} };
    });
    expect(changed.length).toBeGreaterThan(10);
    expect(new Set(changed.map(({ by }) => by))).toEqual(new Set([null]));
  });
});
