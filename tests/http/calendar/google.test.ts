import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { composeCalendar } from '../../../bootstrap/compose-calendar.js';
import type { Browser } from '../../support/browser.js';
import { FakeGoogle } from '../../support/fake-google/fake-google.js';
import { startService, type TestService } from '../../support/service.js';
import { connected, connectionsOf, GOOGLE_SECRET, signedIn } from './people.js';

const EMAIL = 'zoe@gmail.example';
const WEB = 'https://web.example.org';

let fake: FakeGoogle;
let service: TestService;
let browser: Browser;

beforeAll(async () => {
  fake = await FakeGoogle.start();
  const { clientId, clientSecret, ...endpoints } = fake.settings;
  const google = {
    signIn: null,
    calendar: { clientId, clientSecret },
    endpoints,
  };
  const calendar = await composeCalendar(
    {
      google,
      calendar: { provider: 'google', syncMode: 'off' },
      dataDir: '.data',
      http: { baseUrl: 'http://localhost:3000' },
    },
    { clock: { now: () => Date.now() } },
  );
  service = await startService({ now: new Date().toISOString(), calendar });
});
afterAll(async () => {
  await service.close();
  await fake.close();
});

test('a calendar account of Google is connected, and stored without a readable token', async () => {
  fake.visitor = { account: fake.addAccount({ email: EMAIL }) };
  browser = await signedIn(service);
  expect(await connected(browser, fake)).toBe(`${WEB}/?calendar=connected`);
  expect(await connectionsOf(browser)).toEqual([expect.objectContaining({ email: EMAIL, status: 'ACTIVE' })]);
  const stored = JSON.stringify(await service.query('select * from calendar_connections'));
  const logged = (['debug', 'info', 'warn', 'error'] as const).map((level) => service.logger.events(level));
  expect(stored).toMatch(/v1:/);
  for (const text of [stored, JSON.stringify(logged), JSON.stringify(await connectionsOf(browser))])
    expect(text).not.toMatch(GOOGLE_SECRET);
});
