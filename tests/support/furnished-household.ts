import request from 'supertest';
import { addDays } from '../../domain/shared/civil-date.js';
import { civilMomentAt, type TimeZone } from '../../domain/shared/zone.js';
import type { Api } from './api.js';
import type { TestService } from './service.js';

export type FurnishedHousehold = {
  /** `/v1/households/{id}` */
  readonly path: string;
  /** The id of one thing of each kind, by the name of its path parameter. */
  readonly ids: Readonly<Record<string, string>>;
  /** Another member of the household. */
  readonly flatmate: Api;
  /** A task that the flatmate is responsible for. */
  readonly theirTurn: string;
};

/** Creates a household of `owner` that contains one thing of every kind that a path can name. */
export async function furnish(service: TestService, owner: Api): Promise<FurnishedHousehold> {
  const path = await owner.household();
  const householdId = path.split('/').at(-1)!;
  const flatmate = await service.api.register();
  await service.join(path, flatmate.id);
  const memberId = (await made(owner.get('/v1/me'))).user.id as string;
  const absent = await made(owner.post(`${path}/members/${memberId}/away`, { from: '2031-07-01' }));
  const create = (api: Api, fields: object) => made(api.post(`${path}/tasks`, fields));

  const task = await create(flatmate.api, {
    title: 'Hidden from strangers',
    date: '2026-11-25',
    checklist: [{ title: 'item' }],
    responsibleMemberIds: [memberId],
  });
  const theirs = await create(owner, { title: 'Their turn', responsibleMemberIds: [flatmate.id] });
  const series = await create(owner, {
    // One of its dates is in 30 days, for the pause. Planning a date for every day would be most of the work
    // of this function.
    ...{ title: 'Every ten days', date: '2026-11-21', recurrence: 'FREQ=DAILY;INTERVAL=10' },
    rotation: { kind: 'turns', order: [[memberId], [flatmate.id]], unit: 'week', length: 4 },
  });
  const occurrence = `${path}/occurrences/${task.id as string}`;
  const category = await made(owner.post(`${path}/categories`, { name: 'Private' }));
  const invitation = await made(owner.post(`${path}/invitations`));
  const [item] = await made(owner.post(`${path}/shopping/items`, { text: 'milk' }));
  const list = await made(owner.post(`${path}/shopping/lists`, { name: 'Hardware store' }));
  await made(owner.post(`${path}/shopping/items`, { text: 'nails', listId: list.id }));
  const template = await made(owner.post(`${path}/templates`, { name: 'Week', tasks: [{ title: 'Bins' }] }));
  const calendar = await made(
    owner.post(`${path}/day-calendars`, {
      name: 'Holidays',
      days: [{ from: '2026-12-25', name: 'Christmas' }],
    }),
  );
  const { date: today } = civilMomentAt('Europe/Paris' as TimeZone, service.clock.now());
  const inAMonth = addDays(today, 30);
  const pause = await made(owner.post(`${path}/pauses`, { from: inAMonth, to: inAMonth, mode: 'skip' }));
  const display = await made(owner.post(`${path}/displays`, { name: 'Kitchen' }));
  const swap = await made(owner.post(`${occurrence}/swap`, { withOccurrenceId: theirs.id }));
  const attachment = await made(attach(owner, occurrence));
  await service.performJobs();
  const [notification] = await made(owner.get(`${path}/notifications`));
  const [operation] = await made(owner.get(`${path}/operations`));
  const feed = await made(owner.post('/v1/me/feeds', { householdId }));
  const device = await made(
    owner.post('/v1/me/devices', { platform: 'ANDROID', token: `phone-${memberId}` }),
  );
  const ids = {
    householdId,
    memberId,
    awayPeriodId: absent.awayPeriods[0].id,
    occurrenceId: task.id,
    taskId: task.taskId,
    itemId: task.checklist[0].id,
    seriesId: series.seriesId,
    categoryId: category.id,
    invitationId: invitation.id,
    shoppingItemId: item.id,
    shoppingListId: list.id,
    dayCalendarId: calendar.id,
    pauseId: pause.id,
    displayId: display.id,
    templateId: template.id,
    swapId: swap.id,
    attachmentId: attachment.id,
    notificationId: notification.id,
    operationId: operation.id,
    feedId: feed.id,
    deviceId: device.id,
    ...(await demoEvent(service, owner, path)),
  };
  return { path, ids, flatmate: flatmate.api, theirTurn: theirs.id as string };
}

/** Adds the ids of an event of the demo calendars, if the service has the routes for them. */
async function demoEvent(service: TestService, owner: Api, path: string): Promise<Record<string, string>> {
  if (!service.routes.some((route) => route.path.includes('/calendar/demo/'))) return {};
  const calendarId = 'demo-own';
  const events = `${path}/calendar/demo/${calendarId}/events`;
  const event = await made(owner.post(events, { title: 'x', start: '2026-11-25' }));
  return { calendarId, eventId: event.id };
}

const attach = ({ app, token }: Api, occurrence: string) =>
  request(app)
    .post(`${occurrence}/attachments`)
    .set({ authorization: `Bearer ${token ?? ''}`, 'x-client': 'mobile', 'x-requested-with': 'app' })
    .attach('file', Buffer.from('text'), { filename: 'notes.txt', contentType: 'text/plain' });

/**
 * Returns the body of an answer, and throws if the request failed. A missing thing would leave routes
 * untested.
 */
async function made(answer: PromiseLike<{ status: number; text: string; body: any }>): Promise<any> {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(text);
  return body;
}
