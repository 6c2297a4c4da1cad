import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Api } from '../../support/api.js';
import { ScriptedIcsSource } from '../../support/scripted-ics-source.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let api: Api;
let calendars: string;
const addresses = new ScriptedIcsSource();
const SECRET = 'https://holidays.example.com/private/fr.ics?key=5ecret';

beforeAll(async () => {
  service = await startService({ icsSource: addresses });
  ({ api } = await service.api.register());
  calendars = `${await api.household()}/day-calendars`;
});
afterAll(() => service.close());

test('days are fetched from the address that a calendar is made with, and nobody is shown all of it', async () => {
  addresses.has(SECRET, ['2026-12-25 Noël']);
  const { status, body } = await api.post(calendars, { name: 'Holidays', url: SECRET });
  expect(status).toBe(201);
  const shown = { source: 'ICS', url: 'https://holidays.example.com/…', error: null };
  expect(body).toMatchObject({ ...shown, days: [], fetchedAt: null });
  expect(await service.performJobs()).toContain('fetch-day-calendar');
  const [fetched] = (await api.get(calendars)).body as Record<string, unknown>[];
  expect(fetched).toMatchObject({
    ...shown,
    days: [{ from: '2026-12-25', to: '2026-12-25', name: 'Noël' }],
    fetchedAt: '2026-11-21T12:00:00.000Z',
  });
  const one = `${calendars}/${String(body.id)}`;
  expect((await api.call('PUT', `${one}/days`, { body: [] })).body.error.code).toBe('INVALID_STATE');
  const stored = await service.query('select url from day_calendars');
  expect(JSON.stringify(stored)).not.toContain('5ecret');
  const answers = await Promise.all([api.get(calendars), api.get('/v1/me/export')]);
  for (const answer of answers) expect(answer.text).not.toContain('5ecret');

  addresses.answers.clear();
  await api.patch(one, { url: 'https://other.example.com/x.ics' });
  await service.performJobs();
  expect((await api.get(calendars)).body[0]).toMatchObject({
    ...{ url: 'https://other.example.com/…', error: 'UNREACHABLE', days: [{ name: 'Noël' }] },
  });
  await service.performJobs();
  const notifications = await api.get(`${calendars.replace('/day-calendars', '')}/notifications`);
  expect(notifications.body[0]).toMatchObject({
    type: 'DAY_CALENDAR_FAILED',
    params: { dayCalendarId: body.id, name: 'Holidays', error: 'UNREACHABLE' },
  });
  expect((await api.delete(one)).status).toBe(204);
});

test.each([
  'http://holidays.example.com/fr.ics',
  'webcal://holidays.example.com/fr.ics',
  'https://holidays.example.com:8443/fr.ics',
  'https://ana@holidays.example.com/fr.ics',
  'https://:secret@holidays.example.com/fr.ics',
  'https://localhost/fr.ics',
  'https://planner.localhost/fr.ics',
  'https://nas.local/fr.ics',
  'https://metadata.google.internal/fr.ics',
  'https://router.home.arpa/fr.ics',
  'https://intranet/fr.ics',
  'https://192.168.1.1/fr.ics',
  'https://8.8.8.8/fr.ics',
  'https://2130706433/fr.ics',
  'https://0x7f.1/fr.ics',
  'https://[::1]/fr.ics',
  'https://[::ffff:8.8.8.8]/fr.ics',
  'https://localhost./fr.ics',
  'file:///etc/passwd',
  'not an address',
])('an address that is not public is refused: %s', async (url) => {
  const before = (await api.get(calendars)).body.length as number;
  const refused = await api.post(calendars, { name: 'x', url });
  expect(refused.status).toBe(400);
  expect(refused.body.error.details[0]).toMatchObject({ field: 'url', rule: 'publicUrl' });
  expect((await api.get(calendars)).body).toHaveLength(before);
});

test('days beside an address are refused, and an address of a calendar by hand', async () => {
  const days = [{ from: '2026-12-25', name: 'x' }];
  expect((await api.post(calendars, { name: 'x', days, url: SECRET })).status).toBe(400);
  const { body } = await api.post(calendars, { name: 'x', days });
  const given = await api.patch(`${calendars}/${String(body.id)}`, { url: SECRET });
  expect([given.status, given.body.error.code]).toEqual([409, 'INVALID_STATE']);
});

test('one household has the service ask so many addresses a day, and no more', async () => {
  const { api: other } = await service.api.register();
  const own = `${await other.household()}/day-calendars`;
  const { body } = await other.post(own, { name: 'x', url: SECRET });
  for (let n = 0; n < 29; n += 1)
    expect((await other.patch(`${own}/${String(body.id)}`, { url: SECRET })).status).toBe(200);
  const refused = await other.patch(`${own}/${String(body.id)}`, { url: SECRET });
  expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
  expect((await other.patch(`${own}/${String(body.id)}`, { name: 'y' })).status).toBe(200);
});
