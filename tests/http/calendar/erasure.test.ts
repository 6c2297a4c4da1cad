import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PASSWORD } from '../../support/api.js';
import type { FakeGoogle } from '../../support/fake-google/fake-google.js';
import { startWithGoogle } from '../../support/google-service.js';
import type { TestService } from '../../support/service.js';
import { connected, connectionIdOf, signedIn } from './people.js';

let google: FakeGoogle;
let service: TestService;

beforeAll(async () => {
  ({ service, google } = await startWithGoogle());
});
afterAll(async () => {
  await service.close();
  await google.close();
});

test('erasing an account keeps nothing of its connection but what gives the permission back', async () => {
  const zoe = google.addAccount();
  google.visitor = { account: zoe };
  const browser = await signedIn(service);
  await connected(browser, google);
  const id = await connectionIdOf(browser);
  const rows = () => service.query(`select * from calendar_connections where id = '${id}'`);

  const { email } = (await browser.get('/v1/me')).body.user as { email: string };
  const again = await service.api.post('/v1/auth/login', { email, password: PASSWORD });
  const phone = service.api.as(again.body.accessToken as string);
  const { status } = await phone.call('DELETE', '/v1/me', { body: { password: PASSWORD } });
  expect(status).toBe(204);
  expect(google.isGranted(zoe)).toBe(true);
  expect(await rows()).toEqual([expect.objectContaining({ user_id: null, google_sub: null, email: null })]);
  expect(JSON.stringify(await rows())).not.toContain(zoe.sub);

  await service.performJobs();
  expect(google.isGranted(zoe)).toBe(false);
  expect(await rows()).toEqual([]);
});
