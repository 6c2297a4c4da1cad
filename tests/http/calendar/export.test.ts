import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PASSWORD } from '../../support/api.js';
import { ScriptedCalendarAuthorizer } from '../../support/scripted-calendar-authorizer.js';
import { startService, type TestService } from '../../support/service.js';
import { connected, connectionsOf, signedIn } from './people.js';

const authorizer = new ScriptedCalendarAuthorizer();
let service: TestService;

beforeAll(async () => {
  service = await startService({ calendar: { authorizer } });
});
afterAll(() => service.close());

test('O-18 the export shows connections without their tokens, also where no calendar is offered any more', async () => {
  authorizer.person = { subject: randomUUID(), email: 'zoe@gmail.example' };
  const [browser, stranger] = [await signedIn(service), await signedIn(service)];
  await connected(browser, authorizer);
  const { body, text } = await browser.get('/v1/me/export');
  expect(body.calendarConnections).toEqual(await connectionsOf(browser));
  expect(body.calendarConnections).toMatchObject([{ email: 'zoe@gmail.example', status: 'ACTIVE' }]);
  for (const secret of [...authorizer.secrets, authorizer.person.subject]) expect(text).not.toContain(secret);
  expect((await stranger.get('/v1/me/export')).body.calendarConnections).toEqual([]);

  const without = await service.another({ calendar: null });
  const { email } = body.user as { email: string };
  const { api } = without;
  const { accessToken } = (await api.post('/v1/auth/login', { email, password: PASSWORD })).body;
  const exported = (await api.as(accessToken).get('/v1/me/export')).body;
  expect(exported.calendarConnections).toEqual(body.calendarConnections);
  await without.close();
});
