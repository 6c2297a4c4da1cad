import { generateKeyPairSync, createPublicKey, verify } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import webPush from 'web-push';
import { FcmPushSender } from '../../../adapters/push/fcm-push-sender.js';
import { PlatformPushSender } from '../../../adapters/push/platform-push-sender.js';
import { splitRequestId } from '../../../adapters/jobs/pg-boss-job-queue.js';
import { WebPushSender } from '../../../adapters/push/web-push-sender.js';
import { PushServices } from '../../support/push-services.js';
import { startService, type TestService } from '../../support/service.js';
import { home, told, type Person } from '../households/people.js';

const SEND = '/v1/projects/planner/messages:send';
const vapid = webPush.generateVAPIDKeys();
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const BROWSER = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};

let services: PushServices;
let service: TestService;
beforeAll(async () => {
  services = await PushServices.start();
  service = await startService({
    pushSender: new PlatformPushSender({
      android: new FcmPushSender({
        projectId: 'planner',
        clientEmail: 'push@planner.iam.gserviceaccount.com',
        privateKey,
        fetch: services.fetch,
      }),
      web: new WebPushSender({ ...vapid, subject: 'https://planner.example.org', send: services.send }),
    }),
  });
});
afterAll(async () => {
  await service.close();
  services.close();
});
beforeEach(() => {
  services.received.length = 0;
});
afterEach(() => {
  services.answers.clear();
});

const android = ({ api }: Pick<Person, 'api'>, token: string) =>
  api.post('/v1/me/devices', { platform: 'ANDROID', token });
const browser = ({ api }: Pick<Person, 'api'>, endpoint = 'https://push.example.com/send/abc') =>
  api.post('/v1/me/devices', { platform: 'WEB', subscription: { endpoint, keys: BROWSER } });
/** Creates a household of two and runs all jobs, so that no notification is pending. */
async function quietHome() {
  const people = await home(service.api);
  await service.performJobs();
  return people;
}
/** Assigns a task to the member and runs all jobs that follow. Returns the names of the jobs. */
async function news({ path, owner, member }: Awaited<ReturnType<typeof home>>) {
  await owner.api.post(`${path}/tasks`, { title: 'Bins', responsibleMemberIds: [member.id] });
  const performed: string[] = [];
  for (let round = 0; round < 3; round++) performed.push(...(await service.performJobs()));
  return performed;
}
const tokensOf = (sent: { body: string }[]) =>
  sent.map(({ body }) => (JSON.parse(body) as { message: { token: string } }).message.token);

describe('a push message', () => {
  test('wakes the phone of the member who has a new notification, and has no content', async () => {
    const people = await quietHome();
    await android(people.member, 'phone-of-milan');
    await android(people.owner, 'phone-of-olga');
    await news(people);
    const [sent, ...more] = services.take(/messages:send/);
    expect(sent?.url).toEqual(SEND);
    expect(sent?.headers.authorization).toBe('Bearer firebase-access');
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      message: {
        token: 'phone-of-milan',
        android: { priority: 'HIGH', collapse_key: 'notifications', ttl: '86400s' },
      },
    });
    expect(more).toEqual([]);
  });

  test('wakes a browser, is signed with the key of the service, and has no content', async () => {
    const people = await quietHome();
    await browser(people.member);
    await news(people);
    const [sent] = services.take(/send\/abc/);
    expect(sent?.body).toBe('');
    expect(sent?.headers).toMatchObject({ ttl: '86400', urgency: 'normal', topic: 'notifications' });
    const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(String(sent?.headers.authorization)) ?? [];
    expect(key).toBe(vapid.publicKey);
    const [head, claims, signature] = token.split('.') as [string, string, string];
    const point = Buffer.from(vapid.publicKey, 'base64url');
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    });
    expect(
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
    ).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: 'https://push.example.com',
      sub: 'https://planner.example.org',
    });
  });

  test('is sent once for several notifications, and only after quiet hours. It is not sent for types that the member has switched off', async () => {
    const people = await quietHome();
    const { member } = people;
    await android(member, 'quiet-phone');
    const prefer = (body: object) => member.api.call('PUT', '/v1/me/notification-preferences', { body });
    await prefer({ types: { TASK_ASSIGNED: { inApp: true, push: false } } });
    expect(await news(people)).not.toContain('push');
    await prefer({ quietHours: { from: '11:00', to: '14:30' } });
    for (let i = 0; i < 3; i++)
      await people.owner.api.post(`${people.path}/tasks`, {
        title: 'Bins',
        responsibleMemberIds: [member.id],
      });
    const [job] = await notified();
    expect(job).toEqual({ n: 1, resting: 1 });
    await service.performJobs();
  });

  test('is not delayed by quiet hours that were switched off', async () => {
    const people = await quietHome();
    const { member } = people;
    await android(member, 'awake-phone');
    const prefer = (body: object) => member.api.call('PUT', '/v1/me/notification-preferences', { body });
    await prefer({ quietHours: { from: '11:00', to: '14:30' } });
    const assign = () =>
      people.owner.api.post(`${people.path}/tasks`, { title: 'Bins', responsibleMemberIds: [member.id] });
    await assign();
    expect(await notified()).toEqual([{ n: 1, resting: 1 }]);
    await prefer({ quietHours: null });
    await assign();
    expect(await notified()).toEqual([{ n: 2, resting: 1 }]);
  });

  /** Runs the notification jobs and counts the pending pushes. */
  async function notified() {
    const jobs = await service.query(
      `select data from pgboss.job where name = 'notify' and state < 'active'`,
    );
    for (const { data } of jobs) await service.useCases.notify(data as never);
    // Other pushes are due at once by the clock of the database, which the test does not move.
    return service.query(`select count(*)::int as n,
        (count(*) filter (where start_after = '2026-11-21T14:30:00Z'))::int as resting
      from pgboss.job where name = 'push' and state < 'active'`);
  }
});

describe('a push endpoint', () => {
  test.each([
    ['404', 404, ''],
    ['UNREGISTERED', 400, '{"error":{"details":[{"errorCode":"UNREGISTERED"}]}}'],
    ['INVALID_ARGUMENT', 400, '{"error":{"details":[{"errorCode":"INVALID_ARGUMENT"}]}}'],
  ])('is deleted if Firebase no longer accepts it (%s)', async (_name, status, body) => {
    const people = await quietHome();
    await android(people.member, `dead-${_name}`);
    services.answers.set(SEND, { status, body });
    await news(people);
    expect((await people.member.api.get('/v1/me/devices')).body).toEqual([]);
  });

  test.each([403, 404, 410])(
    'is deleted when its push service answers %i [one-side-of-a-subscription, W08]',
    async (status) => {
      const people = await quietHome();
      await browser(people.member, 'https://push.example.com/send/gone');
      services.answers.set('/send/gone', { status });
      await news(people);
      expect((await people.member.api.get('/v1/me/devices')).body).toEqual([]);
    },
  );

  test.each([
    ['is busy and says for how long', 120_000, { status: 429, headers: { 'retry-after': '120' } }],
    [
      'is busy and says for less than half a minute',
      30_000,
      { status: 429, headers: { 'retry-after': '1' } },
    ],
    ['is busy and does not say for how long', 30_000, { status: 429 }],
    ['is not available', 30_000, { status: 503 }],
  ])(
    'is tried ten times at increasing intervals and then given up if the push service %s',
    async (_name, first, answer) => {
      const people = await quietHome();
      const { body: device } = await browser(people.member, 'https://push.example.com/send/busy');
      services.answers.set('/send/busy', answer);
      const pauses: number[] = [];
      let job: Record<string, unknown> | undefined = {
        data: { userId: people.member.id, deviceId: device.id },
      };
      for (; job !== undefined && pauses.length < 20;) {
        await service.useCases.pushToDevice(splitRequestId(job['data']).payload as never);
        [job] = await service.query(
          `delete from pgboss.job where name = 'push-device' and state < 'active'
           returning data, start_after as at`,
        );
        if (job !== undefined) pauses.push((job['at'] as Date).getTime() - service.clock.now());
      }
      expect(services.take(/busy/)).toHaveLength(10);
      expect(pauses).toHaveLength(9);
      expect(pauses[0]).toBe(first);
      expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
      expect(Math.max(...pauses)).toBe(3_600_000);
      expect(service.logger.events('warn').at(-1)).toMatchObject({ platform: 'WEB', attempts: 10 });
      expect((await people.member.api.get('/v1/me/devices')).body).toHaveLength(1);
    },
  );

  test('leads to a log entry without its address if the operator must act', async () => {
    const people = await quietHome();
    const { body: device } = await android(people.member, 'secret-address');
    services.answers.set(SEND, { status: 403, body: '{"error":{"status":"PERMISSION_DENIED"}}' });
    await service.useCases.pushToDevice({ userId: people.member.id as never, deviceId: device.id });
    const [logged] = service.logger.events('error').slice(-1);
    expect(logged).toMatchObject({ platform: 'ANDROID', reason: 'Firebase answers 403 PERMISSION_DENIED' });
    expect(JSON.stringify(service.logger.events('error'))).not.toContain('secret-address');
  });
});

describe('a device', () => {
  test('is registered once and shown without its endpoint', async () => {
    const { api } = await service.api.register();
    const first = await android({ api }, 'same-phone');
    service.clock.advance(60_000);
    const again = await android({ api }, 'same-phone');
    expect(first.status).toBe(201);
    expect(again.body.id).toEqual(first.body.id);
    const { body, text } = await api.get('/v1/me/devices');
    expect(body).toEqual([{ ...first.body, lastSeenAt: again.body.lastSeenAt }]);
    expect(text).not.toContain('same-phone');
    expect((await api.delete(`/v1/me/devices/${first.body.id}`)).status).toBe(204);
    expect((await api.get('/v1/me/devices')).body).toEqual([]);
    service.clock.set('2026-11-21T12:00:00Z');
  });

  test('gets no pushes for its former user', async () => {
    const people = await quietHome();
    await android(people.member, 'shared-phone');
    await android(people.owner, 'shared-phone');
    await news(people);
    expect(services.take(/messages:send/)).toEqual([]);
    expect((await people.member.api.get('/v1/me/devices')).body).toEqual([]);
  });

  test('gets no pushes after its session has ended', async () => {
    const people = await quietHome();
    const credentials = await service.credentialsOf(people.member.id);
    const second = await service.api.post('/v1/auth/login', credentials);
    await android({ api: service.api.as(second.body.accessToken) }, 'second-phone');
    await android(people.member, 'first-phone');
    await people.member.api.post('/v1/auth/logout');
    await news(people);
    expect(tokensOf(services.take(/messages:send/))).toEqual(['second-phone']);
  });

  test('can be registered even if the account has twenty devices, but the account keeps only twenty', async () => {
    const { api } = await service.api.register();
    for (let i = 0; i < 22; i++) {
      await android({ api }, `phone ${i}`);
      service.clock.advance(1000);
    }
    expect((await api.get('/v1/me/devices')).body).toHaveLength(20);
    service.clock.set('2026-11-21T12:00:00Z');
  });

  test('cannot be removed by other users', async () => {
    const [one, other] = [await service.api.register(), await service.api.register()];
    const { body } = await android(one, 'my-phone');
    expect(told(await other.api.delete(`/v1/me/devices/${body.id}`))).toEqual([404, 'NOT_FOUND']);
    expect((await one.api.get('/v1/me/devices')).body).toHaveLength(1);
  });

  test.each([
    [{ platform: 'IOS', token: 'x' }, 'platform'],
    [{ platform: 'ANDROID' }, 'token'],
    [{ platform: 'WEB' }, 'subscription'],
    [{ platform: 'WEB', subscription: { endpoint: 'x' } }, 'subscription.keys'],
    ...[
      'http://push.example.com/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://localhost/x',
      'https://db.internal/x',
      'https://10.0.0.1/x',
      'https://0x7f000001/x',
      'https://user@push.example.com/x',
      'https://push.example.com:8443/x',
    ].map(
      (endpoint) =>
        [{ platform: 'WEB', subscription: { endpoint, keys: BROWSER } }, 'subscription.endpoint'] as const,
    ),
  ])('is refused with the data %j', async (body, field) => {
    const { api } = await service.api.register();
    const answer = await api.post('/v1/me/devices', body);
    expect(told(answer)).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.error.details[0].field).toBe(field);
  });

  test('can read the public key for subscriptions', async () => {
    const { api } = await service.api.register();
    expect((await api.get('/v1/me/push-key')).body).toEqual({ publicKey: vapid.publicKey });
  });
});
