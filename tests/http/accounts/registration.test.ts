import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { REGISTRATION_MODES, type RegistrationMode } from '../../../domain/accounts/registration.js';
import { PASSWORD } from '../../support/api.js';
import { Browser } from '../../support/browser.js';
import {
  aPerson,
  startFakeIdentityProvider,
  type FakeIdentityProvider,
} from '../../support/fake-identity-provider.js';
import { startService, type TestService } from '../../support/service.js';

const DAY = 86_400_000;

let idp: FakeIdentityProvider;
/** On which anybody registers: the households and the links are made there. */
let open: TestService;
/** On the same database, one for each mode. */
let services: Record<RegistrationMode, TestService>;

beforeAll(async () => {
  idp = await startFakeIdentityProvider();
  open = await startService({ googleSignIn: idp.settings });
  const [invited, closed] = await Promise.all([
    open.another({ registration: 'invited' }),
    open.another({ registration: 'closed' }),
  ]);
  services = { open, invited, closed };
}, 120_000);
afterAll(async () => {
  await Promise.all([services.invited.close(), services.closed.close()]);
  await open.close();
  await idp.close();
});

type Door = {
  /** The row of the route table that makes the account. */
  readonly operationId: string;
  /** Somebody new comes through it, with the token if they hold one; the answer is what refused them, or null. */
  readonly enter: (service: TestService, email: string, token?: string) => Promise<string | null>;
};

const sha256 = (token: string) => createHash('sha256').update(token).digest('hex');
const CHALLENGE = 'x'.repeat(43);

async function comeFromGoogle(service: TestService, email: string, query: Record<string, string>) {
  idp.person = { ...aPerson(), email };
  const end = await new Browser(service.api).signIn(`?${new URLSearchParams(query).toString()}`);
  return end.searchParams.get('authError');
}

const hashed = (token?: string) => (token === undefined ? {} : { invitation: sha256(token) });

/** Every way in which an account comes into being. */
const DOORS: Record<string, Door> = {
  'e-mail and password': {
    operationId: 'register',
    enter: async (service, email, invitation) => {
      const { status, body } = await service.api.post('/v1/auth/register', {
        email,
        password: PASSWORD,
        ...(invitation !== undefined && { invitation }),
      });
      return status === 201 ? null : `${status} ${body.error.code}`;
    },
  },
  'Google in a browser': {
    operationId: 'finishGoogleSignIn',
    enter: (service, email, token) => comeFromGoogle(service, email, hashed(token)),
  },
  'Google in the app': {
    operationId: 'finishGoogleSignIn',
    enter: (service, email, token) =>
      comeFromGoogle(service, email, { client: 'android', code_challenge: CHALLENGE, ...hashed(token) }),
  },
};
const CLOSED = ['403 FORBIDDEN', 'REGISTRATION_CLOSED'];

const accounts = async () => Number((await open.query('select count(*) as n from accounts'))[0]!['n']);
const anEmail = () => `${randomUUID()}@example.org`;

async function anInvitation(fields: object = {}) {
  const { api } = await open.api.register();
  const path = await api.household();
  const { token, id } = (await api.post(`${path}/invitations`, fields)).body as Record<string, string>;
  return { token: token!, revoke: () => api.delete(`${path}/invitations/${id}`) };
}

describe.each(Object.entries(DOORS))('by %s', (_name, { enter }) => {
  let email: string;
  let before: number;
  beforeEach(async () => {
    email = anEmail();
    before = await accounts();
  });
  const refused = async (service: TestService, address: string, token?: string) => {
    const count = await accounts();
    expect(CLOSED).toContain(await enter(service, address, token));
    expect(await accounts()).toBe(count);
  };

  test('anybody comes in where registration is open', async () => {
    expect(await enter(open, email)).toBeNull();
    expect(await accounts()).toBe(before + 1);
  });

  test('nobody does where it is closed, whatever they hold', async () => {
    await refused(services.closed, email);
    await refused(services.closed, email, (await anInvitation()).token);
  });

  test('who holds an invitation does where it takes one', async () => {
    const { token } = await anInvitation();
    await refused(services.invited, email);
    await refused(services.invited, email, 'A'.repeat(43));
    expect(await enter(services.invited, email, token)).toBeNull();
    expect(await open.query(`select id from accounts where email = '${email}'`)).toHaveLength(1);
  });

  test('an invitation for an address lets in that one', async () => {
    const { token } = await anInvitation({ email });
    await refused(services.invited, anEmail(), token);
    expect(await enter(services.invited, email, token)).toBeNull();
  });

  test('as many come in by one invitation as may join by it', async () => {
    const { token } = await anInvitation({ maxUses: 2 });
    for (let i = 0; i < 2; i++) expect(await enter(services.invited, anEmail(), token)).toBeNull();
    await refused(services.invited, email, token);
  });

  test('an invitation that is over lets nobody in', async () => {
    const revoked = await anInvitation();
    await revoked.revoke();
    await refused(services.invited, email, revoked.token);
    const expired = await anInvitation({ expiresInDays: 1 });
    open.clock.advance(DAY);
    await refused(services.invited, email, expired.token);
  });

  test('who has an account signs in as before, whatever the mode', async () => {
    expect(await enter(open, email)).toBeNull();
    if (enter === DOORS['e-mail and password']!.enter) {
      const login = await services.closed.api.post('/v1/auth/login', { email, password: PASSWORD });
      expect(login.status).toBe(200);
      return;
    }
    const { person } = idp;
    await enter(services.closed, anEmail());
    idp.person = person;
    const end = await new Browser(services.closed.api).signIn();
    expect(end.searchParams.get('authError')).toBeNull();
  });
});

test('ten at once come in by an invitation for three as three', async () => {
  const { token: invitation } = await anInvitation({ maxUses: 3 });
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      services.invited.api.post('/v1/auth/register', { email: anEmail(), password: PASSWORD, invitation }),
    ),
  );
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
    ...Array<number>(3).fill(201),
    ...Array<number>(7).fill(403),
  ]);
});

test('an address that is taken costs the invitation nothing, and a closed door does not tell of it', async () => {
  const taken = (await open.api.register()).auth['user'].email as string;
  const { token: invitation } = await anInvitation();
  const register = (service: TestService, email: string, fields: object) =>
    service.api.post('/v1/auth/register', { email, password: PASSWORD, ...fields });
  expect((await register(services.invited, taken, { invitation })).body.error.code).toBe(
    'EMAIL_ALREADY_USED',
  );
  expect((await register(services.invited, taken, {})).status).toBe(403);
  expect((await register(services.closed, taken, { invitation })).status).toBe(403);
  expect((await register(services.invited, anEmail(), { invitation })).status).toBe(201);
});

test('whoever registers by an invitation joins by it', async () => {
  const { token: invitation } = await anInvitation();
  const { api } = await services.invited.api.register({ invitation });
  expect((await api.post('/v1/invitations/accept', { token: invitation })).status).toBe(201);
});

test.each(REGISTRATION_MODES)('%s is told', async (mode) => {
  const { features } = (await services[mode].api.get('/v1/meta')).body;
  expect(features).toMatchObject({ registration: mode === 'open', registrationMode: mode });
});

test('no other route that needs no session makes an account, whatever it is sent', async () => {
  const known = new Set(Object.values(DOORS).map(({ operationId }) => operationId));
  const { token } = await anInvitation();
  const before = await accounts();
  const everything = {
    ...{ email: anEmail(), password: PASSWORD, newPassword: PASSWORD, displayName: 'New' },
    ...{ token, invitation: token, refreshToken: token, code: token, codeVerifier: CHALLENGE },
  };
  const asked: string[] = [];
  const query = new URLSearchParams({ email: everything.email, invitation: sha256(token) }).toString();
  for (const { access, method, path, operationId } of open.routes) {
    if (access !== 'none' || known.has(operationId) || path.includes('/stream')) continue;
    const address = path.replaceAll(/\{\w+\}/g, randomUUID());
    if (method === 'get') await open.api.get(`${address}?${query}`);
    else await open.api.call(method.toUpperCase(), address, { body: everything });
    asked.push(operationId);
  }
  expect(asked).toEqual(expect.arrayContaining(['login', 'previewInvitation', 'exchangeMobileCode']));
  expect(await accounts()).toBe(before);
});
