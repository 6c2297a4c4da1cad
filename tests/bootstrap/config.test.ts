import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ConfigError } from '../../bootstrap/config/config-error.js';
import { loadConfig, type Config } from '../../bootstrap/config/config.js';

const SECRET = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c';
const KEY = Buffer.alloc(32, 7).toString('base64');
const PRODUCTION = {
  NODE_ENV: 'production',
  BASE_URL: 'https://planner.example.org',
  DATABASE_URL: 'postgres://planner:pw@db/planner',
  JWT_SECRETS: `k1:${SECRET}`,
  ENCRYPTION_KEYS: `v1:${KEY}`,
  SMTP_URL: 'smtps://user:pw@mail.example.org',
  MAIL_FROM: 'Planner <planner@example.org>',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
};
const ACCOUNT = { project_id: 'p', client_email: 'c@p.example', private_key: '-----BEGIN…' };

let empty: string;
beforeAll(async () => {
  empty = await mkdtemp(path.join(tmpdir(), 'config-'));
});
afterAll(() => rm(empty, { recursive: true }));

const load = (variables: Record<string, string> = {}) => loadConfig(variables, empty);

/** Returns the names of the rejected variables. */
function refused(variables: Record<string, string>): string[] {
  try {
    load(variables);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map((problem) => problem.variable);
    throw error;
  }
}

test('an empty configuration results in a service with defaults for trying it out', () => {
  expect(load()).toEqual({
    production: false,
    role: 'all',
    dataDir: path.join(empty, '.data'),
    http: {
      host: '127.0.0.1',
      port: 3000,
      baseUrl: 'http://localhost:3000',
      webBaseUrl: 'http://localhost:3000',
      webClient: true,
      secureCookies: true,
      trustProxy: false,
      rateLimits: { global: 600, auth: 10 },
    },
    database: { url: null, queueUrl: null, poolSize: 10 },
    secrets: { jwt: null, encryption: null },
    logging: { level: 'info', format: 'pretty' },
    registration: 'open',
    mail: null,
    google: {
      signIn: null,
      calendar: null,
      endpoints: {
        authUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
        tokenUrl: 'https://oauth2.googleapis.com/token',
        revokeUrl: 'https://oauth2.googleapis.com/revoke',
        certsUrl: 'https://www.googleapis.com/oauth2/v1/certs',
        issuers: ['https://accounts.google.com', 'accounts.google.com'],
        apiRoot: 'https://www.googleapis.com',
      },
    },
    calendar: { provider: 'demo', syncMode: 'queue' },
    appScheme: 'planner',
    releases: null,
    files: { kind: 'folder', folder: path.join(empty, '.data', 'files') },
    push: { fcm: null, vapid: null },
    opsToken: null,
    sentryDsn: null,
  });
});

describe('the configuration for production', () => {
  test('is rejected with all missing variables at once [T-A2]', () => {
    expect(refused({ NODE_ENV: 'production' })).toEqual([
      ...['BASE_URL', 'DATABASE_URL', 'JWT_SECRETS', 'ENCRYPTION_KEYS'],
      ...['SMTP_URL', 'MAIL_FROM'],
    ]);
  });

  test('listens on all interfaces and logs JSON', () => {
    const config = load(PRODUCTION);
    expect(config.production).toBe(true);
    expect(config.http.host).toBe('0.0.0.0');
    expect(config.logging.format).toBe('json');
    expect(config.calendar.provider).toBe('google');
    expect(config.google.calendar).toEqual({ clientId: 'id', clientSecret: 'secret' });
  });

  test('has no calendar without a Google client, or if the provider is "none"', () => {
    const without = Object.fromEntries(
      Object.entries(PRODUCTION).filter(([name]) => !name.startsWith('GOOGLE_CLIENT_')),
    );
    expect(load(without).calendar.provider).toBe('none');
    expect(load({ ...PRODUCTION, CALENDAR_PROVIDER: 'none' }).calendar.provider).toBe('none');
  });

  test.each([
    [{ COOKIE_SECURE: 'false' }, ['COOKIE_SECURE']],
    [{ CALENDAR_PROVIDER: 'demo' }, ['CALENDAR_PROVIDER']],
    [{ GOOGLE_OAUTH_TOKEN_URL: 'https://elsewhere.example' }, ['GOOGLE_OAUTH_TOKEN_URL']],
    [{ GOOGLE_API_ROOT: 'https://elsewhere.example' }, ['GOOGLE_API_ROOT']],
    [{ OPS_TOKEN: 'short' }, ['OPS_TOKEN']],
  ])('is rejected with the settings %j', (variables, names) => {
    expect(refused({ ...PRODUCTION, ...variables })).toEqual(names);
  });
});

const readers: Record<string, (config: Config) => unknown> = {
  PORT: ({ http }) => [http.port, http.baseUrl],
  HOST: ({ http }) => http.host,
  BASE_URL: ({ http }) => [http.baseUrl, http.webBaseUrl],
  WEB_BASE_URL: ({ http }) => http.webBaseUrl,
  WEB_CLIENT: ({ http }) => http.webClient,
  ROLE: ({ role }) => role,
  REGISTRATION: ({ registration }) => registration,
  DATA_DIR: ({ dataDir }) => dataDir,
  DATABASE_URL: ({ database }) => database.url,
  DATABASE_POOL: ({ database }) => database.poolSize,
  QUEUE_DATABASE_URL: ({ database }) => database.queueUrl,
  JWT_SECRETS: ({ secrets }) => secrets.jwt?.map(({ kid, key }) => [kid, key.export().toString()]),
  ENCRYPTION_KEYS: ({ secrets }) =>
    secrets.encryption?.map(({ version, key }) => [version, key.export().toString('base64')]),
  COOKIE_SECURE: ({ http }) => http.secureCookies,
  TRUST_PROXY: ({ http }) => http.trustProxy,
  GLOBAL_RATE_LIMIT: ({ http }) => http.rateLimits.global,
  AUTH_RATE_LIMIT: ({ http }) => http.rateLimits.auth,
  LOG_LEVEL: ({ logging }) => logging.level,
  LOG_FORMAT: ({ logging }) => logging.format,
  GOOGLE_OAUTH_ISSUERS: ({ google }) => google.endpoints.issuers,
  GOOGLE_API_ROOT: ({ google }) => google.endpoints.apiRoot,
  CALENDAR_PROVIDER: ({ calendar }) => calendar.provider,
  CALENDAR_SYNC_MODE: ({ calendar }) => calendar.syncMode,
  APP_SCHEME: ({ appScheme }) => appScheme,
  ANDROID_RELEASE_SOURCE: ({ releases }) => releases,
  FILE_STORE: ({ files }) => files,
  OPS_TOKEN: ({ opsToken }) => opsToken,
  SENTRY_DSN: ({ sentryDsn }) => sentryDsn,
  FCM_SERVICE_ACCOUNT: ({ push }) => push.fcm,
};

describe('a valid value', () => {
  test.each<[string, string, unknown]>([
    ['PORT', '8080', [8080, 'http://localhost:8080']],
    ['PORT', '0', [0, 'http://localhost:0']],
    ['PORT', '', [3000, 'http://localhost:3000']],
    ['HOST', '::1', '::1'],
    [
      'BASE_URL',
      'https://Planner.Example.org/',
      ['https://planner.example.org', 'https://planner.example.org'],
    ],
    ['WEB_BASE_URL', 'https://example.org/app/', 'https://example.org/app'],
    ['WEB_CLIENT', 'bundled', true],
    ['WEB_CLIENT', 'off', false],
    ['ROLE', 'worker', 'worker'],
    ['REGISTRATION', 'invited', 'invited'],
    ['REGISTRATION', 'closed', 'closed'],
    ['DATA_DIR', '/var/lib/planner', '/var/lib/planner'],
    ['DATABASE_URL', 'postgresql://db/planner', 'postgresql://db/planner'],
    ['DATABASE_POOL', '25', 25],
    ['QUEUE_DATABASE_URL', 'postgres://queue/q', 'postgres://queue/q'],
    ['JWT_SECRETS', `new:${SECRET}, old:a:b${SECRET}`, [['new', SECRET], ['old', `a:b${SECRET}`]]], // oxfmt-ignore
    ['ENCRYPTION_KEYS', `v2:${KEY},v1:${KEY}`, [['v2', KEY], ['v1', KEY]]], // oxfmt-ignore
    ['COOKIE_SECURE', 'false', false],
    ['TRUST_PROXY', 'false', false],
    ['TRUST_PROXY', '2', 2],
    [
      'TRUST_PROXY',
      'loopback, 10.0.0.0/8,fd00::/8,192.0.2.7',
      ['loopback', '10.0.0.0/8', 'fd00::/8', '192.0.2.7'],
    ],
    ['GLOBAL_RATE_LIMIT', '1000', 1000],
    ['AUTH_RATE_LIMIT', '1', 1],
    ['LOG_LEVEL', 'debug', 'debug'],
    ['LOG_FORMAT', 'json', 'json'],
    ['GOOGLE_OAUTH_ISSUERS', 'http://localhost:9, two', ['http://localhost:9', 'two']],
    ['GOOGLE_API_ROOT', 'http://localhost:9/', 'http://localhost:9'],
    ['CALENDAR_PROVIDER', 'demo', 'demo'],
    ['CALENDAR_SYNC_MODE', 'inline', 'inline'],
    ['APP_SCHEME', 'org.example.planner', 'org.example.planner'],
    ['ANDROID_RELEASE_SOURCE', '/srv/releases', { kind: 'folder', folder: '/srv/releases' }],
    ['ANDROID_RELEASE_SOURCE', 'https://example.org/r/', { kind: 'url', url: 'https://example.org/r' }],
    ['FILE_STORE', 'file:/srv/files', { kind: 'folder', folder: '/srv/files' }],
    ['FILE_STORE', 'file:///srv/files', { kind: 'folder', folder: '/srv/files' }],
    ['FILE_STORE', 's3://bucket/a/b', { kind: 's3', bucket: 'bucket', prefix: 'a/b/', endpoint: null, region: 'us-east-1', credentials: null }], // oxfmt-ignore
    ['OPS_TOKEN', 'let-me-in', 'let-me-in'],
    ['SENTRY_DSN', 'https://key@sentry.example.org/1', 'https://key@sentry.example.org/1'],
    ['FCM_SERVICE_ACCOUNT', JSON.stringify(ACCOUNT), { projectId: 'p', clientEmail: 'c@p.example', privateKey: '-----BEGIN…' }], // oxfmt-ignore
  ])('is accepted: %s=%s', (name, value, expected) => {
    expect(readers[name]!(load({ [name]: value }))).toEqual(expected);
  });

  test('of WEB_BASE_URL that differs from BASE_URL turns off the bundled web client, unless WEB_CLIENT asks for it', () => {
    const elsewhere = { WEB_BASE_URL: 'https://example.org/app' };
    expect(load(elsewhere).http.webClient).toBe(false);
    expect(load({ ...elsewhere, WEB_CLIENT: 'bundled' }).http.webClient).toBe(true);
    expect(
      load({ BASE_URL: 'https://example.org', WEB_BASE_URL: 'https://example.org/' }).http.webClient,
    ).toBe(true);
  });

  test('of FILE_STORE can be S3 with its own endpoint and keys', () => {
    const { files } = load({
      FILE_STORE: 's3://bucket',
      S3_ENDPOINT: 'http://minio:9000',
      S3_REGION: 'eu-west-3',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'key',
    });
    expect(files).toEqual({
      kind: 's3',
      bucket: 'bucket',
      prefix: '',
      endpoint: 'http://minio:9000',
      region: 'eu-west-3',
      credentials: { accessKeyId: 'id', secretAccessKey: 'key' },
    });
  });

  test('of the calendar client does not enable signing in with Google', () => {
    const config = load({ GOOGLE_CALENDAR_CLIENT_ID: 'id', GOOGLE_CALENDAR_CLIENT_SECRET: 'secret' });
    expect(config.google.signIn).toBeNull();
    expect(config.calendar.provider).toBe('google');
  });

  test('for mail or web push is accepted together with the other setting of its pair', () => {
    const publicKey = Buffer.alloc(65, 4).toString('base64url');
    const privateKey = Buffer.alloc(32, 5).toString('base64url');
    const config = load({
      SMTP_URL: 'smtp://localhost:1025/',
      MAIL_FROM: 'planner@example.org',
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
    });
    expect(config.mail).toEqual({ smtpUrl: 'smtp://localhost:1025', from: 'planner@example.org' });
    expect(config.push.vapid).toEqual({ publicKey, privateKey });
  });
});

describe('an invalid value', () => {
  test.each([
    ['NODE_ENV', 'prod'],
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['HOST', 'two words'],
    ['BASE_URL', 'https://example.org/app'],
    ['BASE_URL', 'example.org'],
    ['BASE_URL', 'ftp://example.org'],
    ['BASE_URL', 'https://user@example.org'],
    ['WEB_BASE_URL', 'javascript:alert(1)'],
    ['WEB_CLIENT', 'on'],
    ['ROLE', 'ALL'],
    ['REGISTRATION', 'none'],
    ['REGISTRATION', 'Open'],
    ['DATABASE_URL', 'mysql://db/planner'],
    ['DATABASE_POOL', '0'],
    ['QUEUE_DATABASE_URL', 'redis://queue'],
    ['JWT_SECRETS', SECRET],
    ['JWT_SECRETS', `k1:${SECRET.slice(0, 31)}`],
    ['JWT_SECRETS', `k1:${SECRET},k1:${SECRET}`],
    ['JWT_SECRETS', ','],
    ['JWT_SECRETS', `k1:${SECRET},k2:PLEASE_CHANGE_ME_PLEASE_CHANGE_ME`],
    ['JWT_SECRETS', 'k1:your-secret-key-goes-here-your-secret'],
    ['JWT_SECRETS', `k1:${'x'.repeat(40)}`],
    ['ENCRYPTION_KEYS', KEY],
    ['ENCRYPTION_KEYS', `v1:${Buffer.alloc(31, 7).toString('base64')}`],
    ['ENCRYPTION_KEYS', `v1:${KEY},v1:${KEY}`],
    ['ENCRYPTION_KEYS', `k1:${KEY}`],
    ['COOKIE_SECURE', 'no'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'everyone'],
    ['GLOBAL_RATE_LIMIT', '0'],
    ['GLOBAL_RATE_LIMIT', 'many'],
    ['AUTH_RATE_LIMIT', '0'],
    ['AUTH_RATE_LIMIT', '1.5'],
    ['LOG_LEVEL', 'verbose'],
    ['LOG_FORMAT', 'xml'],
    ['GOOGLE_OAUTH_CERTS_URL', 'certs'],
    ['CALENDAR_PROVIDER', 'outlook'],
    ['CALENDAR_SYNC_MODE', 'on'],
    ['APP_SCHEME', 'javascript'],
    ['APP_SCHEME', 'My App'],
    ['ANDROID_RELEASE_SOURCE', 'http://example.org/releases'],
    ['FILE_STORE', 'gs://bucket'],
    ['FILE_STORE', 'file:'],
    ['OPS_TOKEN', 'two words'],
    ['SENTRY_DSN', 'https://sentry.example.org/1'],
    ['SENTRY_DSN', 'https://a-key@sentry.example.org/1'],
    ['SENTRY_DSN', 'https://key@sentry.example.org'],
    ['SENTRY_DSN', 'https://key@sentry.example.org/project'],
    ['FCM_SERVICE_ACCOUNT', '{"project_id":'],
    ['FCM_SERVICE_ACCOUNT', '{"project_id":"p"}'],
    ['FCM_SERVICE_ACCOUNT', 'no-such-file.json'],
  ])('is rejected: %s=%s', (name, value) => {
    expect(refused({ [name]: value })).toEqual([name]);
  });

  test.each([
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'id'],
    ['GOOGLE_CALENDAR_CLIENT_SECRET', 'GOOGLE_CALENDAR_CLIENT_ID', 'secret'],
    ['SMTP_URL', 'MAIL_FROM', 'smtp://localhost'],
    ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', Buffer.alloc(65, 4).toString('base64url')],
    ['CALENDAR_PROVIDER', 'GOOGLE_CALENDAR_CLIENT_ID', 'google'],
  ])('is reported if only %s is set and %s is missing', (name, missing, value) => {
    expect(refused({ [name]: value })).toEqual([missing]);
  });

  test('is reported for COOKIE_SECURE=false with an https address', () => {
    expect(refused({ BASE_URL: 'https://example.org', COOKIE_SECURE: 'false' })).toEqual(['COOKIE_SECURE']);
  });

  test('is reported together with all other invalid values, with what is expected but not the value itself', () => {
    const variables = { PORT: 'abc', DATABASE_URL: 'mysql://u:hunter2@db', JWT_SECRETS: 'k1:tooshort' };
    expect(() => load(variables)).toThrow(
      [
        'The configuration is not usable:',
        '  PORT should be a whole number from 0 to 65535',
        '  DATABASE_URL should be a URL that begins with postgres:// or postgresql://',
        '  JWT_SECRETS should be a comma-separated list of kid:secret, with unique kids and secrets of at least 32 bytes',
      ].join('\n'),
    );
    expect(() => load(variables)).not.toThrow(/hunter2|tooshort|abc/);
  });
});

describe('the configuration', () => {
  test('is deeply frozen', () => {
    const config = load({ TRUST_PROXY: 'loopback' });
    expect(() => Object.assign(config.http.rateLimits, { global: 1 })).toThrow(TypeError);
    expect(() => (config.http.trustProxy as string[]).push('0.0.0.0')).toThrow(TypeError);
  });

  test('shows no secret when it is printed', () => {
    const printed = JSON.stringify(
      load({ JWT_SECRETS: `k1:${SECRET}`, ENCRYPTION_KEYS: `v1:${KEY}` }).secrets,
    );
    expect(printed).not.toContain(SECRET);
    expect(printed).not.toContain(KEY);
  });

  test('reads .env of the working folder, and environment variables take precedence', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'config-'));
    await writeFile(path.join(folder, '.env'), 'PORT=4000\nHOST="0.0.0.0" # all\n');
    expect(loadConfig({}, folder).http).toMatchObject({ port: 4000, host: '0.0.0.0' });
    expect(loadConfig({ PORT: '5000' }, folder).http).toMatchObject({ port: 5000, host: '0.0.0.0' });
    await rm(folder, { recursive: true });
  });
});
