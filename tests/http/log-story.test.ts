import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLogger } from '../../adapters/logging/winston-logger.js';
import { startService, type TestService } from '../support/service.js';

const output = new PassThrough();
let lines: Record<string, unknown>[] = [];
let text = '';
let service: TestService;
let queued: Record<string, unknown>[] = [];

/** Secrets that must not be in the log, each with a description. */
const secrets: Record<string, string> = {};
const PASSWORDS = [
  'marker password of ana',
  'marker password, the second',
  'marker password, the third',
] as const;
const EMAILS = ['ana.marker@example.org', 'ben.marker@example.org'] as const;
const TITLE = 'Marker: renew the passport';

/** Runs one story that uses all kinds of secrets and contains mistakes. The log is written as JSON. */
beforeAll(async () => {
  const chunks: Buffer[] = [];
  output.on('data', (chunk: Buffer) => chunks.push(chunk));
  service = await startService({ logger: createLogger({ level: 'debug', format: 'json', output }) });
  await story();
  text = Buffer.concat(chunks).toString();
  lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
});
afterAll(() => service.close());

async function story(): Promise<void> {
  const { api } = service;
  const [email, password] = [EMAILS[0], PASSWORDS[0]];
  const registered = await api.post('/v1/auth/register', { email, password, displayName: 'Marker Name' });
  await api.post('/v1/auth/register', { email, password });
  await api.post('/v1/auth/login', { email, password: PASSWORDS[2] });
  await api.post(
    '/v1/auth/login',
    { email: EMAILS[1], password: PASSWORDS[2] },
    { 'user-agent': 'evil\tINFO faked' },
  );
  await api.post('/v1/auth/login', { email: `x\n${email}`, password });
  const signedIn = await api.post('/v1/auth/login', { email, password });
  const me = api.as(signedIn.body.accessToken);
  const refreshed = await api.post('/v1/auth/refresh', { refreshToken: signedIn.body.refreshToken });
  await api.get(`/v1/me?access_token=${signedIn.body.accessToken}`);
  for (const [name, { body }] of Object.entries({ registered, signedIn, refreshed }))
    Object.assign(secrets, { [`${name} access`]: body.accessToken, [`${name} refresh`]: body.refreshToken });

  const home = await me.household({ name: 'Marker Home' });
  const task = await me.post(`${home}/tasks`, { title: TITLE, notes: 'marker notes' });
  await me.patch(`${home}/occurrences/${task.body.id}`, { title: TITLE });
  await me.get(`${home}/occurrences?q=marker`);
  // Only accounts with a verified address may have invitations mailed.
  await service.query('update accounts set email_verified = true');
  secrets['invitation'] = (await me.post(`${home}/invitations`, { email: EMAILS[1] })).body.token;
  await me.post('/v1/invitations/accept', { token: secrets['invitation'] });

  await me.post('/v1/auth/password/change', { currentPassword: PASSWORDS[2], newPassword: PASSWORDS[1] });
  await me.post('/v1/auth/password/change', { currentPassword: password, newPassword: PASSWORDS[1] });
  await api.post('/v1/auth/password/forgot', { email });
  queued = await service.query('select name, data, singleton_key from pgboss.job');
  await service.performJobs();
  secrets['reset'] = service.mailer.tokenFor(email);
  secrets['mailed invitation'] = service.mailer.tokenFor(EMAILS[1]);
  await api.post('/v1/auth/password/reset', { token: secrets['reset'], newPassword: PASSWORDS[2] });
  await api.post('/v1/client-errors', {
    message: `${email} ${secrets['reset']}`,
    url: `/x#${secrets['reset']}`,
  });
  await api.call('POST', '/v1/auth/login', {
    headers: { 'content-type': 'application/json', 'x-requested-with': 'app' },
    body: `{"email":"${email}","password":"${PASSWORDS[2]}",`,
  });
  const failing = service.failing();
  await failing.api.as(signedIn.body.accessToken).post('/v1/auth/login', { email, password });
  await failing.close();
}

test('the log of a whole user story contains no token, password, e-mail address, name or title', () => {
  const wanted = [...Object.values(secrets), ...PASSWORDS, ...EMAILS, TITLE];
  expect(wanted.every((secret) => typeof secret === 'string' && secret.length > 10)).toBe(true);
  expect(wanted.filter((secret) => text.includes(secret))).toEqual([]);
  expect(text.toLowerCase()).not.toContain('marker');
  expect(text).not.toContain('Bearer');
});

test('the jobs of a user story contain no token, password, e-mail address, name or title', () => {
  const jobs = JSON.stringify(queued);
  expect(queued.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['mail-invitation', 'mail-password-reset']),
  );
  for (const secret of [...Object.values(secrets), ...PASSWORDS, ...EMAILS, TITLE])
    expect(jobs).not.toContain(secret);
  expect(jobs.toLowerCase()).not.toContain('marker');
});

test('clients cannot add lines to the log', () => {
  expect(lines.every(({ message }) => typeof message === 'string')).toBe(true);
  expect(text).not.toContain('INFO faked');
});

test('the log contains the request id, route, status, user and duration of a request, and the code of a refusal', () => {
  const requests = lines.filter(({ message }) => message === 'request');
  for (const request of requests)
    expect(request).toMatchObject({
      time: expect.any(String),
      requestId: expect.any(String),
      method: expect.any(String),
      status: expect.any(Number),
      ms: expect.any(Number),
    });
  expect(requests).toContainEqual(
    expect.objectContaining({
      route: '/v1/households/{householdId}/tasks',
      status: 201,
      userId: expect.any(String),
    }),
  );
  expect(requests).toContainEqual(
    expect.objectContaining({ route: '/v1/auth/login', status: 401, code: 'INVALID_CREDENTIALS' }),
  );
});

test('security events are logged with the user and the request id', () => {
  const events = lines.filter(({ message }) => message === 'security event');
  expect(events.map(({ event }) => event)).toEqual([
    'account_registered',
    'login_failed',
    'login_failed',
    'login_succeeded',
    'reauthentication_failed',
    'password_changed',
    'password_reset_requested',
    'password_reset',
  ]);
  const requestIds = new Set(
    lines.filter(({ message }) => message === 'request').map(({ requestId }) => requestId),
  );
  for (const { requestId } of events) expect(requestIds).toContain(requestId);
  const [failure] = events.filter(({ event }) => event === 'login_failed');
  expect(failure).toMatchObject({ level: 'warn', userId: events[0]?.['userId'] });
});
