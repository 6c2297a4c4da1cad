import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AesGcmTokenCipher } from '../../adapters/security/aes-gcm-token-cipher.js';
import { readKeyUse, resealTokens } from '../../application/calendar/connection/reseal-tokens.js';
import { parseEncryptionKeys } from '../../bootstrap/config/secrets.js';
import { withTokenStore } from '../../bootstrap/commands/token-store.js';
import type { CalendarConnectionId } from '../../domain/shared/ids.js';
import { connected, connectionIdOf, signedIn } from '../http/calendar/people.js';
import { configured, dataFolder } from '../support/operations/configured.js';
import type { FakeGoogle } from '../support/fake-google/fake-google.js';
import { startWithGoogle } from '../support/google-service.js';
import type { TestService } from '../support/service.js';

const KEY = (n: number) => `v${n}:${Buffer.alloc(32, `key ${n}`).toString('base64')}`;
const [OLD, NEW] = [KEY(1), KEY(2)];
let google: FakeGoogle;
let service: TestService;
let folder: Awaited<ReturnType<typeof dataFolder>>;
const ids: CalendarConnectionId[] = [];

beforeAll(async () => {
  folder = await dataFolder();
  ({ service, google } = await startWithGoogle({ encryptionKeys: OLD }));
  for (let i = 0; i < 3; i++) {
    google.visitor = { account: google.addAccount() };
    const browser = await signedIn(service);
    await connected(browser, google);
    ids.push(await connectionIdOf(browser));
  }
});
afterAll(async () => {
  await service.close();
  await google.close();
  await folder.remove();
});

const withKeys = <T>(keys: string, work: Parameters<typeof withTokenStore<T>>[2]) =>
  withTokenStore(configured(service, folder.path, { ENCRYPTION_KEYS: keys }), service.connectionString, work);
const rows = () => service.query('select * from calendar_connections order by id');
const tokensWith = async (keys: string) => {
  const cipher = new AesGcmTokenCipher(parseEncryptionKeys(keys));
  return (await rows()).map((row) =>
    ['refresh_token', 'access_token'].map((column) => cipher.decrypt(String(row[column]))),
  );
};

test('tokens move to the first key, while services run with either, and the old key can be dropped', async () => {
  const before = await rows();
  const tokens = await tokensWith(OLD);
  expect(tokens.flat()).toEqual(Array(6).fill(expect.any(String)));
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
  expect(await tokensWith(NEW)).toEqual(tokens);
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
