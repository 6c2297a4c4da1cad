import { afterAll, beforeAll, expect, test } from '@jest/globals';
import webPush from 'web-push';
import { builtService, type BuiltService } from '../support/built-service.js';
import { createTestDatabase, query, type TestDatabase } from '../support/database/test-database.js';
import { startMailServer, type MailServer } from '../support/mail-server.js';
import { newHome, newMember, send, untilEnded, type Program } from '../support/program.js';
import { PushServices } from '../support/push-services.js';
import { aMinutePasses } from '../support/silent-minute.js';
import { until, within } from '../support/until.js';

const PUSH_ADDRESS = 'https://push.example.org';
const BROWSER = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};

let service: BuiltService<TestDatabase>;
let mails: MailServer;
let push: PushServices;
beforeAll(async () => {
  service = await builtService(createTestDatabase);
  mails = await startMailServer();
  push = await PushServices.start();
}, 120_000);
afterAll(async () => {
  await service.kill();
  push.close();
  await mails.close();
  await service.remove();
});

const vapid = webPush.generateVAPIDKeys();
function start(ROLE: 'api' | 'worker'): Promise<Program> {
  // Requests to the push service go to the local stand-in.
  const redirected = `
    import http from 'node:http';
    import https from 'node:https';
    import { syncBuiltinESMExports } from 'node:module';
    const known = https.request;
    https.request = (url, { agent, ...options }, answered) =>
      String(url).startsWith('${PUSH_ADDRESS}')
        ? http.request(String(url).replace('${PUSH_ADDRESS}', 'http://127.0.0.1:${push.port}'), options, answered)
        : known(url, { agent, ...options }, answered);
    syncBuiltinESMExports();`;
  return service.start({
    ROLE,
    BASE_URL: 'https://planner.example.org',
    SMTP_URL: mails.url,
    MAIL_FROM: 'planner@example.org',
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(redirected)}`,
  });
}

test('a worker killed while it sends a push and an e-mail loses no notification and stores none twice', async () => {
  const { url } = await start('api');
  const doomed = await start('worker');
  const { token, home } = await newHome(url);
  const member = await newMember(url, { token, home });
  // Only members with a verified address can send invitations by e-mail.
  await query(service.database, 'update accounts set email_verified = true');
  const device = await send(`${url}/v1/me/devices`, {
    method: 'POST',
    token: member.token,
    body: { platform: 'WEB', subscription: { endpoint: `${PUSH_ADDRESS}/m`, keys: BROWSER } },
  });
  expect(device.status).toBe(201);
  const assign = async (title: string) => {
    const body = { title, responsibleMemberIds: [member.id] };
    return (await send(`${url}${home}/tasks`, { method: 'POST', token, body })).body.id as string;
  };

  const [pushHeld, mailHeld] = [push.holdNext(), mails.holdNext()];
  const tasks = [await assign('before')];
  await send(`${url}${home}/invitations`, { method: 'POST', token, body: { email: 'new@example.org' } });
  await within(Promise.all([pushHeld, mailHeld]), 'a push and a mail are being sent');
  const active = async () =>
    (await query(service.database, `select name from pgboss.job where state = 'active' order by 1`)).map(
      ({ name }) => name,
    );
  // The job that has pushed to this device may not be marked as done yet.
  await until(async () => !(await active()).includes('push'), 'no push job is active');
  doomed.kill('SIGKILL');
  expect(await untilEnded(doomed)).toBe('SIGKILL');
  for (const title of ['while', 'nobody', 'works']) tasks.push(await assign(title));
  expect(await active()).toEqual(['mail-invitation', 'push-device']);

  await start('worker');
  await aMinutePasses(service.database);
  const told = async () =>
    (await send(`${url}${home}/notifications?limit=500`, { token: member.token })).body as {
      type: string;
      occurrenceId: string;
    }[];
  await until(async () => (await told()).length >= tasks.length, 'every task has its notification');
  await until(() => push.received.length >= 2 && mails.received.length >= 2, 'pushes and mails have arrived');
  await until(async () => (await query(service.database, UNFINISHED)).length === 0, 'no job is unfinished');
  expect((await told()).map(({ occurrenceId }) => occurrenceId).toSorted()).toEqual(tasks.toSorted());
  // The e-mail that was being sent may or may not have arrived, so the next worker sends it again.
  expect(mails.received.map(({ to }) => to)).toEqual([['new@example.org'], ['new@example.org']]);
  expect(await query(service.database, `select name from pgboss.job where state = 'failed'`)).toEqual([]);
}, 180_000);

const UNFINISHED = `select name from pgboss.job where state < 'completed' and name in ('notify', 'notify-all', 'push', 'push-device', 'mail-invitation')`;
