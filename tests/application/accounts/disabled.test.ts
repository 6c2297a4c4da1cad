import { beforeEach, expect, test } from '@jest/globals';
import { InMemoryRateLimiter } from '../../support/memory/shared/single-process.js';
import { disableAccount, enableAccount } from '../../../application/accounts/disable-account.js';
import { aHome, type Home } from '../../support/application/home.js';

const EMAIL = 'ana@example.org';
let home: Home;
let events: string[];
beforeEach(async () => {
  home = await aHome();
  events = [];
});

const operator = () => ({
  unitOfWork: home.app.unitOfWork,
  rateLimiter: new InMemoryRateLimiter(home.app.clock),
  securityLog: { record: (event: string) => void events.push(event) },
  clock: home.app.clock,
});
const signIn = () =>
  home.useCases.signIn({ email: EMAIL, password: 'three unlikely words', userAgent: null });

test('disabling an account ends its sessions at once, and after enabling it its owner can sign in again', async () => {
  const { accessToken } = await signIn();
  expect(await disableAccount(operator())(' ANA@example.org')).toEqual({ changed: true });
  expect(await disableAccount(operator())(EMAIL)).toEqual({ changed: false });
  await expect(home.useCases.authenticate(accessToken)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  await expect(signIn()).rejects.toMatchObject({ code: 'ACCOUNT_DISABLED' });
  // The household keeps its disabled member.
  expect((await home.useCases.showHousehold(home.ben)).members).toHaveLength(3);

  expect(await enableAccount(operator())(EMAIL)).toEqual({ changed: true });
  expect(await enableAccount(operator())(EMAIL)).toEqual({ changed: false });
  await expect(home.useCases.authenticate(accessToken)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  expect((await signIn()).account.id).toBe(home.ana.userId);
  expect(events).toEqual(['account_disabled', 'account_enabled']);
});

test('disableAccount and enableAccount fail with an error that names the address if no account has the address', async () => {
  await expect(disableAccount(operator())('nobody@example.org')).rejects.toThrow('nobody@example.org');
  await expect(enableAccount(operator())('nobody@example.org')).rejects.toThrow('nobody@example.org');
});
