import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { UserId } from '../../../domain/shared/ids.js';
import {
  startFakeIdentityProvider,
  type FakeIdentityProvider,
} from '../../support/fake-identity-provider.js';
import type { FakeGoogle } from '../../support/fake-google/fake-google.js';
import { startWithGoogle } from '../../support/google-service.js';
import type { TestService } from '../../support/service.js';
import { connected, connectionsOf, CONNECTIONS, connectionIdOf, signedIn, userIdOf } from './people.js';

let google: FakeGoogle;
let idp: FakeIdentityProvider;
let service: TestService;
beforeAll(async () => {
  idp = await startFakeIdentityProvider();
  ({ service, google } = await startWithGoogle({ googleSignIn: idp.settings }));
});
afterAll(async () => {
  await service.close();
  await google.close();
  await idp.close();
});

/** Somebody who can sign in with Google as well, and has connected a calendar. */
async function both() {
  const account = google.addAccount();
  google.visitor = { account };
  const browser = await signedIn(service);
  const userId = (await userIdOf(browser)) as UserId;
  await connected(browser, google);
  await service.unitOfWork.run(({ identities }) =>
    identities.link({
      provider: 'google',
      subject: account.sub,
      userId,
      email: account.email,
      linkedAt: service.clock.now(),
    }),
  );
  return { browser, account };
}

test('taking the sign-in away leaves the calendar as it is', async () => {
  const { browser, account } = await both();
  const before = await connectionsOf(browser);
  expect((await browser.delete('/v1/auth/google')).status).toBe(204);
  expect(before).toMatchObject([{ status: 'ACTIVE' }]);
  expect(await connectionsOf(browser)).toEqual(before);
  await service.performJobs();
  expect(google.isGranted(account)).toBe(true);
});

test('taking the calendar away leaves the sign-in as it is', async () => {
  const { browser } = await both();
  expect((await browser.delete(`${CONNECTIONS}/${await connectionIdOf(browser)}`)).status).toBe(204);
  await service.performJobs();
  expect(await connectionsOf(browser)).toEqual([]);
  const { user } = (await browser.get('/v1/me')).body as { user: { identities: unknown[] } };
  expect(user.identities).toHaveLength(1);
});
