import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FakeGoogle } from '../../support/fake-google/fake-google.js';
import { startWithGoogle } from '../../support/google-service.js';
import type { TestService } from '../../support/service.js';
import { connected, connectionsOf, GOOGLE_SECRET, signedIn } from './people.js';

let google: FakeGoogle;
let service: TestService;

beforeAll(async () => {
  ({ service, google } = await startWithGoogle());
});
afterAll(async () => {
  await service.close();
  await google.close();
});

const stored = (column: string) =>
  service.query(`select ${column} as value from calendar_connections`) as Promise<{ value: string }[]>;

test('the export names the accounts that were connected, and holds no token of theirs', async () => {
  const stranger = await signedIn(service);
  google.visitor = { account: google.addAccount({ email: 'stranger@gmail.example' }) };
  await connected(stranger, google);
  const browser = await signedIn(service);
  const zoe = google.addAccount({ email: 'zoe@gmail.example' });
  google.visitor = { account: zoe };
  await connected(browser, google);

  const { body, text } = await browser.get('/v1/me/export');
  expect(body.calendarConnections).toEqual([
    {
      id: expect.any(String),
      provider: 'google',
      email: 'zoe@gmail.example',
      status: 'ACTIVE',
      createdAt: '2026-11-21T12:00:00.000Z',
    },
  ]);
  expect(body.calendarConnections).toEqual(await connectionsOf(browser));
  const secrets = [...(await stored('refresh_token')), ...(await stored('access_token'))];
  expect(secrets.map(({ value }) => value)).toEqual(Array(4).fill(expect.stringMatching(/^v1:/)));
  const hidden = [...secrets.map(({ value }) => value), zoe.sub, 'stranger'];
  for (const secret of hidden) expect(text).not.toContain(secret);
  expect(text).not.toMatch(GOOGLE_SECRET);

  const without = await service.another({ calendar: null });
  const later = await without.api.get('/v1/me/export', {
    headers: { cookie: `gn_at=${browser.cookie('gn_at')}` },
  });
  expect(later.body.calendarConnections).toEqual(body.calendarConnections);
  await without.close();
});
