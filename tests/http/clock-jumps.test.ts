import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { LOGIN_FAILURES } from '../../application/shared/rate-limits.js';
import { home, type Person } from './households/people.js';
import type { Api } from '../support/api.js';
import { startService, type TestService } from '../support/service.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** By how much the system clock jumps. */
const JUMPS = [
  ['an hour back', -HOUR],
  ['a day forward', DAY],
] as const;

let service: TestService;
let path: string;
let owner: Person;
beforeEach(async () => {
  service = await startService();
  ({ path, owner } = await home(service.api));
});
afterEach(() => service.close());

/** Signs in again, because access tokens expire with a jump. */
async function signedIn(): Promise<Api> {
  const { body } = await service.api.post('/v1/auth/login', await service.credentialsOf(owner.id));
  return service.api.as(body.accessToken as string);
}

/** Runs the work that is scheduled for every minute and every night. */
async function work(): Promise<void> {
  await service.useCases.sendReminders();
  await service.useCases.extendHorizons();
  await service.useCases.skipMissed();
  await service.useCases.purgeExpired();
  await service.useCases.purgeTrash();
  await service.useCases.purgeFiles();
  await service.useCases.purgeHistory();
  await service.performJobs();
}

async function jump(by: number): Promise<void> {
  service.clock.advance(by);
  await work();
}

const titlesReminded = async () =>
  (await service.query(`select params ->> 'title' as title from notifications where type = 'TASK_REMINDER'`))
    .map(({ title }) => title)
    .toSorted();

/** Creates a task of the owner with a reminder at this instant. */
async function dueAt(instant: number, title: string): Promise<void> {
  const [date, time] = new Date(instant + HOUR).toISOString().slice(0, 16).split('T');
  const body = { title, date, time, reminders: [0], responsibleMemberIds: [owner.id] };
  expect((await (await signedIn()).post(`${path}/tasks`, body)).status).toBe(201);
}

describe.each(JUMPS)('a service whose clock is set %s', (_name, by) => {
  test('sends no reminder twice, and sends the reminders of new tasks', async () => {
    await work();
    await dueAt(service.clock.now() + MINUTE, 'before');
    service.clock.advance(2 * MINUTE);
    await work();
    expect(await titlesReminded()).toEqual(['before']);
    const jumpedAt = service.clock.now();
    await dueAt(jumpedAt + MINUTE, 'amid');
    await jump(by);
    await dueAt(service.clock.now() + 3 * MINUTE, 'after');
    // If the clock jumped back, it passes the instant of 'before' a second time.
    const end = Math.max(jumpedAt, service.clock.now()) + 6 * MINUTE;
    while (service.clock.now() < end) await jump(MINUTE);
    expect(await titlesReminded()).toEqual(['after', 'amid', 'before']);
  });

  test('keeps sessions, which need at most a refresh of the token', async () => {
    const { body } = await service.api.post('/v1/auth/login', await service.credentialsOf(owner.id));
    await jump(by);
    const refreshed = await service.api.post('/v1/auth/refresh', { refreshToken: body.refreshToken });
    expect((await service.api.as(refreshed.body.accessToken).get('/v1/me')).status).toBe(200);
  });

  test('lifts a rate limit after the length of one rate window at the latest', async () => {
    const { email, password } = await service.credentialsOf(owner.id);
    const guess = () => service.api.post('/v1/auth/login', { email, password: 'a wrong guess' });
    for (let i = 0; i < LOGIN_FAILURES.limit; i++) await guess();
    expect((await guess()).status).toBe(429);
    await jump(by);
    await guess();
    service.clock.advance(LOGIN_FAILURES.windowMs);
    expect((await service.api.post('/v1/auth/login', { email, password })).status).toBe(200);
  });

  test('runs a repeated request only once while its key is stored', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const create = async () => (await (await signedIn()).post(`${path}/tasks`, { title: 'x' }, key)).status;
    expect(await create()).toBe(201);
    await jump(by);
    expect(await create()).toBe(201);
    // An idempotency key is kept for a day. After a jump of a day it has expired, so the repeated request
    // creates a second task.
    const written = by === DAY ? 2 : 1;
    expect(await service.query(`select from occurrences where title = 'x'`)).toHaveLength(written);
  });

  test('can still restore a deleted task', async () => {
    const { body } = await owner.api.post(`${path}/tasks`, { title: 'deleted' });
    expect((await owner.api.delete(`${path}/occurrences/${body.id}?version=1`)).status).toBe(204);
    await jump(by);
    const restored = await (await signedIn()).post(`${path}/occurrences/${body.id}/restore`, {});
    expect(restored.status).toBe(200);
  });

  test('creates each date of a series only once', async () => {
    const body = { title: 'Daily', date: '2026-11-21', recurrence: { frequency: 'daily' } };
    expect((await owner.api.post(`${path}/tasks`, body)).status).toBe(201);
    await jump(by);
    const days = await service.query(`select date::text from occurrences`);
    expect(new Set(days.map(({ date }) => date)).size).toBe(days.length);
    expect(days.length).toBeGreaterThan(80);
  });
});
