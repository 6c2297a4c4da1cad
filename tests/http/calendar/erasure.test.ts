import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PASSWORD } from '../../support/api.js';
import { ScriptedCalendarAuthorizer } from '../../support/scripted-calendar-authorizer.js';
import { startService, type TestService } from '../../support/service.js';
import { connected, connectionIdOf, signedIn } from './people.js';

const authorizer = new ScriptedCalendarAuthorizer();
let service: TestService;

beforeAll(async () => {
  service = await startService({ calendar: { authorizer } });
});
afterAll(() => service.close());

test('erasing an account keeps nothing of its connection but what gives the permission back', async () => {
  const subject = randomUUID();
  authorizer.person = { subject, email: `${subject}@gmail.example` };
  const browser = await signedIn(service);
  await connected(browser, authorizer);
  const id = await connectionIdOf(browser);
  const rows = () => service.query(`select * from calendar_connections where id = '${id}'`);

  const { email } = (await browser.get('/v1/me')).body.user as { email: string };
  const again = await service.api.post('/v1/auth/login', { email, password: PASSWORD });
  const phone = service.api.as(again.body.accessToken as string);
  const { status } = await phone.call('DELETE', '/v1/me', { body: { password: PASSWORD } });
  expect(status).toBe(204);
  expect(authorizer.revoked).toEqual([]);
  expect(await rows()).toEqual([expect.objectContaining({ user_id: null, google_sub: null, email: null })]);
  expect(JSON.stringify(await rows())).not.toContain(subject);

  await service.performJobs();
  expect(authorizer.revoked).toEqual([expect.stringMatching(/^refresh-/)]);
  expect(await rows()).toEqual([]);
});
