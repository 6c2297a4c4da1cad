import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import type { DomainEvent, DomainEventContent } from '../../../application/shared/events/domain-event.js';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import type { Api } from '../../support/api.js';
import { StreamingService } from '../../support/streaming-service.js';

let one: StreamingService;
let two: StreamingService;
beforeAll(async () => {
  one = await StreamingService.start();
  two = await one.another();
});
afterAll(async () => {
  await two.close();
  await one.close();
});

const idOf = (home: string) => home.split('/').at(-1) as HouseholdId;

const told = (home: string, happening: DomainEventContent): DomainEvent => ({
  ...happening,
  householdId: idOf(home),
  actorId: null,
  at: one.service.clock.now(),
});

/** A household of two. */
async function aHome(): Promise<{ home: string; ana: Api; ben: Api; anaId: MemberId; benId: string }> {
  const ana = await one.api.register();
  const ben = await one.api.register();
  const home = await ana.api.household();
  await one.service.join(home, ben.id);
  return { home, ana: ana.api, ben: ben.api, anaId: ana.id as MemberId, benId: ben.id };
}

const addTask = (api: Api, home: string, overrides: Record<string, unknown> = {}) =>
  api.post(`${home}/tasks`, { title: 'Dishes', ...overrides });

describe('a stream', () => {
  test('T-N5 begins at once and passes through proxies as it is', async () => {
    const { home, ana } = await aHome();
    const stream = await one.stream(ana, home, { 'accept-encoding': 'gzip, br' });
    await stream.until(({ text }) => /^retry: \d{4}\n\nid: [\w-]{60,240}\n\n$/.test(text));
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(stream.headers).not.toHaveProperty('content-encoding');
    expect(stream.headers).not.toHaveProperty('content-length');
  });

  test('T-S5 tells every member of a change, the actor included, by topic and id alone', async () => {
    const { home, ana, ben } = await aHome();
    const streams = [await one.stream(ana, home), await one.stream(ben, home), await one.stream(ana, home)];
    await addTask(ana, home);
    for (const stream of streams) {
      await stream.untilFrames(1);
      expect(stream.text).toMatch(
        /^retry: \d+\n\nid: [\w-]+\n\nid: [\w-]{60,240}\ndata: \{"topic":"tasks"\}\n\n$/,
      );
    }
  });

  test('hears in another process of what was done in this one, and the change is there to be read', async () => {
    const { home, ana, ben } = await aHome();
    const stream = await two.stream(ben, home);
    await addTask(ana, home);
    await stream.untilFrames(1);
    expect((await two.api.as(ben.token).get(`${home}/occurrences`)).body).toHaveLength(1);
  });

  test('T-A3 tells of a personal task its author alone, on each of their devices', async () => {
    const { home, ana, ben } = await aHome();
    const [anas, anasOther, bens, bensOther] = [
      await one.stream(ana, home),
      await two.stream(ana, home),
      await one.stream(ben, home),
      await two.stream(ben, home),
    ];
    const { body } = await addTask(ana, home, { visibility: 'PERSONAL' });
    for (const stream of [anas, anasOther]) await stream.untilFrames(1);
    await ana.post(`${home}/occurrences/${body.id}/complete`);
    for (const stream of [anas, anasOther]) await stream.untilFrames(2);
    await addTask(ana, home);
    for (const stream of [anas, anasOther]) await stream.untilFrames(3);
    for (const stream of [bens, bensOther]) {
      await stream.untilFrames(1);
      expect(stream.topics).toEqual(['tasks']);
    }
  });

  test('tells of the files of a personal task its author alone', async () => {
    const { home, ana, ben } = await aHome();
    const { body } = await addTask(ana, home, { visibility: 'PERSONAL' });
    const [anas, bens] = [await one.stream(ana, home), await one.stream(ben, home)];
    const { headers } = await request(one.address)
      .post(`${home}/occurrences/${body.id}/attachments`)
      .set({ authorization: `Bearer ${ana.token}`, 'x-requested-with': 'app' })
      .attach('file', Buffer.from('a secret'), { filename: 'notes.txt', contentType: 'text/plain' });
    await anas.untilFrames(1);
    await ana.delete(headers['location'] as string);
    await anas.untilFrames(2);
    await ana.post(`${home}/shopping/items`, { text: 'milk' });
    await bens.untilFrames(1);
    expect(bens.topics).toEqual(['shopping']);
  });

  test('tells all members when a task becomes personal, and then its author alone', async () => {
    const { home, ana, ben } = await aHome();
    const { body } = await addTask(ana, home);
    const [anas, bens] = [await one.stream(ana, home), await one.stream(ben, home)];
    await ana.patch(`${home}/occurrences/${body.id}`, { version: body.version, visibility: 'PERSONAL' });
    for (const stream of [anas, bens]) await stream.untilFrames(1);
    await ana.post(`${home}/occurrences/${body.id}/complete`);
    await anas.untilFrames(2);
    await addTask(ana, home);
    await bens.untilFrames(2);
    expect(bens.frames).toHaveLength(2);
  });

  test('never tells of another household', async () => {
    const { home, ana } = await aHome();
    const other = await aHome();
    const stream = await one.stream(ana, home);
    const foreign = await one.stream(other.ana, other.home);
    await addTask(other.ana, other.home);
    await foreign.untilFrames(1);
    await addTask(ana, home);
    await stream.untilFrames(1);
    await addTask(other.ana, other.home);
    await foreign.untilFrames(2);
    expect(stream.frames).toHaveLength(1);
  });

  test('tells nothing of what was refused', async () => {
    const { home, ana } = await aHome();
    const { body } = await addTask(ana, home);
    const stream = await one.stream(ana, home);
    const refused = await ana.patch(`${home}/occurrences/${body.id}`, { version: 99, title: 'x' });
    expect(refused.status).toBe(409);
    await one.service.unitOfWork
      .run(async ({ events }) => {
        events.raise(told(home, { kind: 'shopping' }));
        return Promise.reject(new Error('rolled back'));
      })
      .catch(() => undefined);
    await addTask(ana, home);
    await stream.untilFrames(1);
    expect(stream.topics).toEqual(['tasks']);
  });

  test('tells of a new name where the household calls its member by it', async () => {
    const { home, ana, ben, anaId } = await aHome();
    const elsewhere = await ana.household();
    await ana.patch(`${elsewhere}/members/${anaId}`, { displayName: 'Captain' });
    const [bens, anas] = [await one.stream(ben, home), await one.stream(ana, elsewhere)];
    await ana.patch('/v1/me', { locale: 'fr' });
    await ana.patch('/v1/me', { displayName: 'Anaïs' });
    await bens.untilFrames(1);
    const { body } = await ben.get(home);
    expect(body.members.map(({ displayName }: { displayName: string }) => displayName)).toContain('Anaïs');
    await ana.post(`${elsewhere}/shopping/items`, { text: 'milk' });
    await anas.untilFrames(1);
    expect(bens.topics).toEqual(['tasks']);
    expect(anas.topics).toEqual(['shopping']);
  });

  test('T-S5 tells of the shopping list, and of notifications whom they are for', async () => {
    const { home, ana, ben, benId } = await aHome();
    const [anas, bens] = [await two.stream(ana, home), await two.stream(ben, home)];
    await addTask(ana, home, { responsibleMemberIds: [benId] });
    for (const stream of [anas, bens]) await stream.untilFrames(1);
    await one.service.performJobs();
    await bens.untilFrames(2);
    await ana.post(`${home}/shopping/items`, { items: [{ name: 'Milk' }] });
    await bens.untilFrames(3);
    await anas.untilFrames(2);
    expect(bens.topics).toEqual(['tasks', 'notifications', 'shopping']);
    expect(anas.topics).toEqual(['tasks', 'shopping']);
  });

  test('is a head without a stream for HEAD', async () => {
    const { home, ana } = await aHome();
    const response = await fetch(`${one.address}${home}/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${ana.token}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  });

  test('is refused in JSON without a session, and as if the household were not to a stranger', async () => {
    const { home, ana } = await aHome();
    const stranger = (await one.api.register()).api;
    const expected = [
      [one.api, 401, 'UNAUTHENTICATED'],
      [stranger, 404, 'HOUSEHOLD_NOT_FOUND'],
    ] as const;
    for (const [api, status, code] of expected) {
      const answer = await api.get(`${home}/events`);
      expect(answer.status).toEqual(status);
      expect(answer.type).toBe('application/json');
      expect(answer.body.error.code).toEqual(code);
      expect(answer.headers['x-request-id']).toBeDefined();
    }
    expect((await ana.post(`${home}/events`)).status).toBe(405);
  });
});
