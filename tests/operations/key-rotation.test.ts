import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AesGcmTokenCipher } from '../../adapters/security/aes-gcm-token-cipher.js';
import { readKeyUse, resealTokens } from '../../application/calendar/connection/reseal-tokens.js';
import { parseEncryptionKeys } from '../../bootstrap/config/secrets.js';
import { withTokenStore } from '../../bootstrap/commands/token-store.js';
import type { CalendarConnectionId } from '../../domain/shared/ids.js';
import { connected, connectionIdOf, signedIn } from '../http/calendar/people.js';
import { configured, dataFolder } from '../support/operations/configured.js';
import { ScriptedCalendarAuthorizer } from '../support/scripted-calendar-authorizer.js';
import { startService, type TestService } from '../support/service.js';

const KEY = (n: number) => `v${n}:${Buffer.alloc(32, `key ${n}`).toString('base64')}`;
const [OLD, NEW] = [KEY(1), KEY(2)];
const authorizer = new ScriptedCalendarAuthorizer();
let service: TestService;
let folder: Awaited<ReturnType<typeof dataFolder>>;
const ids: CalendarConnectionId[] = [];

beforeAll(async () => {
  folder = await dataFolder();
  service = await startService({ calendar: { authorizer }, encryptionKeys: OLD });
  for (let i = 0; i < 3; i++) {
    authorizer.person = { subject: randomUUID(), email: 'zoe@gmail.example' };
    const browser = await signedIn(service);
    await connected(browser, authorizer);
    ids.push(await connectionIdOf(browser));
  }
});
afterAll(async () => {
  await service.close();
  await folder.remove();
});

const withKeys = <T>(keys: string, work: Parameters<typeof withTokenStore<T>>[2]) =>
  withTokenStore(configured(service, folder.path, { ENCRYPTION_KEYS: keys }), service.connectionString, work);
const rows = () => service.query('select * from calendar_connections order by id');
const tokenWith = async (keys: string, id: CalendarConnectionId) => {
  const other = await service.another({ encryptionKeys: keys });
  const answer = await other.useCases.calendarToken(id);
  await other.close();
  return answer;
};

test('tokens move to the first key, while services run with either, and the old key can be dropped', async () => {
  const before = await rows();
  const tokens = await Promise.all(ids.map((id) => service.useCases.calendarToken(id)));
  expect(await withKeys(`${NEW},${OLD}`, (store) => readKeyUse(store)())).toEqual({
    current: 0,
    older: 3,
    unreadable: 0,
  });
  expect(await rows()).toEqual(before);

  expect(await withKeys(`${NEW},${OLD}`, (store) => resealTokens(store)())).toMatchObject({ older: 3 });
  for (const row of await rows())
    expect([row['refresh_token'], row['access_token']].join()).toMatch(/^v2:.*,v2:/);
  expect(await withKeys(NEW, (store) => readKeyUse(store)())).toEqual({
    current: 3,
    older: 0,
    unreadable: 0,
  });
  for (const [i, id] of ids.entries()) expect(await tokenWith(NEW, id)).toEqual(tokens[i]);
  expect(await withKeys(NEW, (store) => resealTokens(store)())).toMatchObject({ current: 3, older: 0 });
});

test('what no key opens is counted and stays as it is', async () => {
  const before = await rows();
  expect(await withKeys(KEY(3), (store) => resealTokens(store)())).toEqual({
    current: 0,
    older: 0,
    unreadable: 3,
  });
  expect(await rows()).toEqual(before);
});

test('a token that is renewed meanwhile is not written over', async () => {
  const cipher = new AesGcmTokenCipher(parseEncryptionKeys(`${OLD},${NEW}`));
  const id = ids[0]!;
  const fresh = { refreshToken: cipher.encrypt('r'), accessToken: cipher.encrypt('a'), accessExpiresAt: 0 };
  let renewal: Promise<unknown> = Promise.resolve();
  await withKeys(`${OLD},${NEW}`, ({ unitOfWork, tokenCipher }) =>
    resealTokens({
      tokenCipher,
      unitOfWork: {
        run: (work) =>
          unitOfWork.run(async (scope) => {
            await scope.calendarConnections.withTokensForUpdate(null, 10);
            // Another process saves what it renewed while this one holds the rows: it waits, and wins.
            renewal = service.unitOfWork.run(({ calendarConnections }) =>
              calendarConnections.saveTokens(id, 1, fresh),
            );
            return work(scope);
          }),
      },
    })(),
  );
  expect(await renewal).toBe(true);
  const row = (await rows()).find((one) => one['id'] === id);
  expect(row).toMatchObject({ refresh_token: fresh.refreshToken, access_token: fresh.accessToken });
});
