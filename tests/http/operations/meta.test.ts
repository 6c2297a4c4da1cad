import { afterEach, expect, test } from '@jest/globals';
import { PlatformPushSender } from '../../../adapters/push/platform-push-sender.js';
import { startDemo } from '../../support/demo-calendars.js';
import { startService, type ServiceOptions, type TestService } from '../../support/service.js';

const running: TestService[] = [];
async function start(options: ServiceOptions = {}): Promise<TestService> {
  const service = await startService(options);
  running.push(service);
  return service;
}
afterEach(async () => {
  for (const service of running.splice(0)) await service.close();
});

test('says what the service is and can do, to whoever asks', async () => {
  const { api, routes } = await start();
  const { status, body, headers } = await api.get('/v1/meta');
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  const serves = (name: string) => routes.some(({ path }) => path.endsWith(`{householdId}/${name}`));
  expect(body).toEqual({
    version: '0.0.0',
    webBuild: null,
    features: {
      registration: true,
      google: false,
      oidc: false,
      calendar: 'none',
      push: false,
      mail: false,
      changes: serves('changes'),
      commands: serves('commands'),
      operations: serves('operations'),
      displays: serves('displays'),
    },
    secureCookies: true,
    limits: { attachmentBytes: 10_485_760, passwordMin: 10 },
  });
});

test('what the operator has configured is told', async () => {
  const push = new PlatformPushSender({
    android: null,
    web: { publicKey: 'B' } as never,
  });
  const { api } = await start({ mailIsSent: true, pushSender: push });
  expect((await api.get('/v1/meta')).body.features).toMatchObject({
    mail: true,
    push: true,
  });
  const demo = await startDemo();
  running.push(demo);
  expect((await demo.api.get('/v1/meta')).body.features.calendar).toBe('demo');
});

test('is not counted by the global limit, and answers whoever is limited', async () => {
  const { api } = await start({ rateLimits: { global: 3, auth: 3 } });
  for (let i = 0; i < 5; i++) expect((await api.get('/v1/meta')).status).toBe(200);
  const limited = [];
  for (let i = 0; i < 5; i++) limited.push((await api.get('/v1/auth/providers')).status);
  expect(limited).toContain(429);
  expect((await api.get('/v1/meta')).status).toBe(200);
  expect((await api.post('/v1/meta', {})).status).toBe(405);
});
