import { beforeEach, expect, test } from '@jest/globals';
import type { FlowClient } from '../../../application/accounts/google-flow.js';
import { RandomOpaqueTokens } from '../../../adapters/security/random.js';
import type { ExternalPerson } from '../../../domain/accounts/identity.js';
import { aHome, type Home } from '../../support/application/home.js';

const PASSWORD = 'three unlikely words';
const VERIFIER = 'what only the app knows, and no browser';
const WEB: FlowClient = { kind: 'web', next: '/today' };
const APP: FlowClient = { kind: 'android', codeChallenge: new RandomOpaqueTokens().codeChallenge(VERIFIER) };
const ZOE: ExternalPerson = {
  subject: 'zoe',
  email: 'zoe@gmail.example',
  emailVerified: true,
  name: 'Zoé Martin',
};

let home: Home;
beforeEach(async () => {
  home = await aHome();
});

const finish = (started: { readonly url: string; readonly flow: string }, person: ExternalPerson | null) =>
  home.useCases.finishGoogleSignIn({
    flow: started.flow,
    answer: home.app.google.answer(started.url, person),
    caller: null,
    userAgent: null,
  });
const signIn = async (person: ExternalPerson | null = ZOE, client: FlowClient = WEB) =>
  (await finish(home.useCases.startGoogleSignIn(client, null), person)).outcome;
const link = async (person: ExternalPerson, caller = home.ana) =>
  (await finish(await home.useCases.startGoogleLink(caller, { password: PASSWORD, next: null }), person))
    .outcome;
const accountOf = async (person = ZOE) => {
  const outcome = await signIn(person);
  return outcome.kind === 'signedIn' ? outcome.signedIn.account : outcome;
};
const exchange = (code: string, codeVerifier = VERIFIER) =>
  home.useCases.exchangeMobileCode({ code, codeVerifier, userAgent: null });

test('the first sign-in with Google creates an account, and the next one signs in to the same account', async () => {
  expect(home.useCases.signInMethods()).toEqual({ password: true, google: true });
  const first = await accountOf();
  expect(first).toMatchObject({ email: ZOE.email, emailVerified: true, displayName: 'Zoé Martin' });
  expect(await accountOf({ ...ZOE, email: 'other@gmail.example' })).toMatchObject({
    id: (first as { id: string }).id,
    identities: [{ provider: 'google', email: 'other@gmail.example' }],
  });
});

test('a failed sign-in with Google returns only an error code', async () => {
  const { url, flow } = home.useCases.startGoogleSignIn(WEB, null);
  const answer = home.app.google.answer(url, ZOE);
  const arrive = async (given: Partial<Parameters<typeof home.useCases.finishGoogleSignIn>[0]>) =>
    (await home.useCases.finishGoogleSignIn({ flow, answer, caller: null, userAgent: null, ...given }))
      .outcome;
  const failed = (error: string) => ({ kind: 'failed', error });
  expect(await arrive({ flow: null })).toEqual(failed('INVALID_STATE'));
  expect(await arrive({ flow: `${flow.slice(0, -1)}?` })).toEqual(failed('INVALID_STATE'));
  expect(await arrive({ answer: { ...answer, state: 'another' } })).toEqual(failed('INVALID_STATE'));
  expect(await arrive({ answer: { ...answer, code: 'guessed' } })).toEqual(failed('EXCHANGE_FAILED'));
  expect(await signIn(null)).toEqual(failed('ACCESS_DENIED'));
  home.app.google.isDown = true;
  expect(await arrive({})).toEqual(failed('PROVIDER_UNAVAILABLE'));
  home.app.google.isDown = false;
  home.app.clock.advance(600_001);
  expect(await arrive({})).toEqual(failed('INVALID_STATE'));
});

test('the app can exchange its code only with the matching verifier and within the time limit, and can repeat the exchange for ten seconds', async () => {
  const outcome = await signIn(ZOE, APP);
  const code = outcome.kind === 'code' ? outcome.code : '';
  await expect(exchange(code, 'another app')).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  const { account, accessToken } = await exchange(code);
  expect(home.useCases.identify(accessToken)).toBe(account.id);
  // If the app repeats the request because the answer was lost, it gets the same account again.
  expect((await exchange(code)).account.id).toBe(account.id);
  home.app.clock.advance(10_001);
  await expect(exchange(code)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });

  const late = await signIn(ZOE, APP);
  home.app.clock.advance(600_000);
  await expect(exchange(late.kind === 'code' ? late.code : '')).rejects.toMatchObject({
    code: 'TOKEN_INVALID',
  });
});

test('an exchange at the end of the time limit can still be repeated after purgeExpired has run', async () => {
  const outcome = await signIn(ZOE, APP);
  const code = outcome.kind === 'code' ? outcome.code : '';
  home.app.clock.advance(119_000);
  const { account } = await exchange(code);
  home.app.clock.advance(9000);
  await home.useCases.purgeExpired();
  expect((await exchange(code)).account.id).toBe(account.id);
});

test('linking Google requires the password of the account and sends its owner a mail', async () => {
  await expect(
    home.useCases.startGoogleLink(home.ana, { password: 'a guess', next: null }),
  ).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(await link(ZOE)).toEqual({ kind: 'linked' });
  await home.app.performJobs();
  expect(home.app.mailer.sent.map(({ to }) => to)).toContain('ana@example.org');
  expect(await accountOf()).toMatchObject({ id: home.ana.userId });
  expect(await link(ZOE, home.ben)).toMatchObject({ kind: 'failed' });
});

test('a Google account that was unlinked no longer signs in to its former account, and unlinking is refused if the account has no other way to sign in', async () => {
  await link(ZOE);
  await home.useCases.unlinkGoogle(home.ana);
  expect(await accountOf()).not.toMatchObject({ id: home.ana.userId });

  const outcome = await signIn({ ...ZOE, subject: 'yan', email: 'yan@gmail.example' });
  if (outcome.kind !== 'signedIn') throw new Error(outcome.kind);
  const yan = await home.useCases.authenticate(outcome.signedIn.accessToken);
  await expect(home.useCases.unlinkGoogle(yan)).rejects.toMatchObject({ code: 'LAST_SIGN_IN_METHOD' });
});
