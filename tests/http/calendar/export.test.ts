import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ScriptedCalendarAuthorizer } from '../../support/scripted-calendar-authorizer.js';
import { startService, type TestService } from '../../support/service.js';
import { connected, connectionsOf, signedIn } from './people.js';

const authorizer = new ScriptedCalendarAuthorizer();
let service: TestService;

beforeAll(async () => {
  service = await startService({ calendar: { authorizer } });
});
afterAll(() => service.close());

const stored = (column: string) =>
  service.query(`select ${column} as value from calendar_connections`) as Promise<{ value: string }[]>;

test('the export names the accounts that were connected, and holds no token of theirs', async () => {
  const stranger = await signedIn(service);
  authorizer.person = { subject: 'of-a-stranger', email: 'stranger@gmail.example' };
  await connected(stranger, authorizer);
  const browser = await signedIn(service);
  authorizer.person = { subject: 'of-zoe', email: 'zoe@gmail.example' };
  await connected(browser, authorizer);

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
  const hidden = [...secrets.map(({ value }) => value), ...authorizer.secrets, 'of-zoe', 'stranger'];
  for (const secret of hidden) expect(text).not.toContain(secret);

  const without = await service.another({ calendar: null });
  const later = await without.api.get('/v1/me/export', {
    headers: { cookie: `gn_at=${browser.cookie('gn_at')}` },
  });
  expect(later.body.calendarConnections).toEqual(body.calendarConnections);
  await without.close();
});
