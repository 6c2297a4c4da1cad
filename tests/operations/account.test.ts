import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { switchAccount, type AccountAction } from '../../bootstrap/commands/account.js';
import { PASSWORD, type Api } from '../support/api.js';
import { RecordingLogger } from '../support/recording-logger.js';
import { StreamingService } from '../support/streaming-service.js';

const logger = new RecordingLogger();
let running: StreamingService;
let me: { api: Api; auth: Record<string, any> };
let email: string;

beforeAll(async () => {
  // The interval of pings is so long that none is sent: a stream ends only because of the event.
  running = await StreamingService.start({ streams: { pingMs: 3_600_000 } });
}, 60_000);
afterAll(() => running.close());
beforeEach(async () => {
  me = await running.api.register();
  email = me.auth['user'].email;
});

const switched = (action: AccountAction, address = email) =>
  switchAccount({ connectionString: running.service.connectionString, logger }, action, address);
const login = (password = PASSWORD) => running.api.as(null).post('/v1/auth/login', { email, password });
const codeOf = ({ status, body }: { status: number; body: any }) => [status, body?.error?.code ?? body?.code];

describe('an account that is disabled by the operator', () => {
  test('loses its session and its live stream immediately', async () => {
    const home = await me.api.household();
    const stream = await running.stream(me.api, home);
    expect((await me.api.get('/v1/me')).status).toBe(200);
    expect(await switched('disable')).toEqual({ changed: true });
    expect(codeOf(await me.api.get('/v1/me'))).toEqual([401, 'SESSION_EXPIRED']);
    await stream.untilEnded();
    const { refreshToken } = me.auth;
    expect((await running.api.post('/v1/auth/refresh', { refreshToken })).status).toBe(401);
  }, 60_000);

  test('is reported as disabled only to a caller who knows the password', async () => {
    await switched('disable');
    expect(codeOf(await login())).toEqual([403, 'ACCOUNT_DISABLED']);
    expect(codeOf(await login('not the password'))).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  test('regains its feeds when it is enabled, and its household after signing in', async () => {
    const home = await me.api.household();
    const { url } = (await me.api.post('/v1/me/feeds', { householdId: home.split('/').at(-1) })).body;
    const feed = async () => (await running.api.as(null).get(new URL(url as string).pathname)).status;
    await switched('disable');
    expect(await feed()).toBe(404);
    expect(await switched('enable')).toEqual({ changed: true });
    expect(await feed()).toBe(200);
    expect((await me.api.get('/v1/me')).status).toBe(401);
    const { status, body } = await login();
    expect(status).toBe(200);
    expect((await running.api.as(body.accessToken as string).get(home)).status).toBe(200);
  });

  test('is found by its address in any case and with spaces around it, and repeating a command changes nothing', async () => {
    const other = await running.api.register();
    expect(await switched('disable', ` ${email.toUpperCase()} `)).toEqual({ changed: true });
    expect(await switched('disable')).toEqual({ changed: false });
    expect(await switched('enable')).toEqual({ changed: true });
    expect(await switched('enable')).toEqual({ changed: false });
    expect((await other.api.get('/v1/me')).status).toBe(200);
  });
});

test.each(['disable', 'enable'] as const)(
  'the command %s fails for an address without an account',
  async (action) => {
    await expect(switched(action, 'nobody@example.org')).rejects.toThrow('nobody@example.org');
  },
);
