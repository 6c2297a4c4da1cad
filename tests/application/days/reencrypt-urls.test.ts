import { expect, test } from '@jest/globals';
import { AesGcmTokenCipher } from '../../../adapters/security/aes-gcm-token-cipher.js';
import type { TokenCipher } from '../../../application/calendar/ports.js';
import { readUrlKeyUse, reencryptUrls } from '../../../application/days/reencrypt-urls.js';
import { parseEncryptionKeys } from '../../../bootstrap/config/secrets.js';
import { aDayCalendar } from '../../builders/days.js';
import { runOperation } from '../../support/application/run-operation.js';
import { ENCRYPTION_KEYS } from '../../support/application/application.js';
import { aHome } from '../../support/application/home.js';

const key = (n: number) => `v${n}:${Buffer.alloc(32, `key ${n}`).toString('base64')}`;
const cipherOf = (keys: string) => new AesGcmTokenCipher(parseEncryptionKeys(keys));

test('re-encrypting calendar addresses uses the first key, and returns the number of addresses that no key can decrypt', async () => {
  const { app, householdId } = await aHome();
  const { unitOfWork } = app;
  const address = 'https://holidays.example.com/fr.ics';
  const urls = [1, 1, 2].map((n) => cipherOf(key(n)).encrypt(address));
  await unitOfWork.run(async ({ dayCalendars }) => {
    for (const url of urls)
      await dayCalendars.insert(
        aDayCalendar({ householdId, url, host: 'holidays.example.com', nextFetchAt: 0 }),
      );
    await dayCalendars.insert(aDayCalendar({ householdId }));
  });
  const both = { unitOfWork, tokenCipher: cipherOf(`${key(2)},${key(1)}`) };
  expect(await readUrlKeyUse(both)()).toEqual({ current: 1, older: 2, unreadable: 0 });
  expect(await reencryptUrls(both)()).toEqual({ current: 1, older: 2, unreadable: 0 });
  const second = cipherOf(key(2));
  expect(await reencryptUrls({ unitOfWork, tokenCipher: second })()).toEqual({
    current: 3,
    older: 0,
    unreadable: 0,
  });
  const stored = (await unitOfWork.run(({ dayCalendars }) => dayCalendars.lockAll(householdId))).flatMap(
    ({ url }) => url ?? [],
  );
  expect(stored.map((url) => second.decrypt(url))).toEqual([address, address, address]);
  const other = { unitOfWork, tokenCipher: cipherOf(key(3)) };
  expect(await reencryptUrls(other)()).toEqual({ current: 0, older: 0, unreadable: 3 });
});

test('re-encrypting calendar addresses includes addresses that an undo would restore', async () => {
  const { app, useCases, ana } = await aHome();
  const { unitOfWork } = app;
  const [first, second] = ['https://holidays.example.com/fr.ics', 'https://holidays.example.com/be.ics'];
  const { id } = await useCases.createDayCalendar(ana, {
    name: 'Holidays',
    ignored: [],
    days: [],
    url: first,
  });
  const operationOf = async (work: () => Promise<unknown>) =>
    (await runOperation(app, ana, work)).operationId!;
  const edited = await operationOf(() => useCases.editDayCalendar(ana, id, { url: second }));
  const removed = await operationOf(() => useCases.deleteDayCalendar(ana, id));
  // The keys of the application are the older ones from now on.
  const older = new AesGcmTokenCipher(ENCRYPTION_KEYS);
  const newer = cipherOf(key(9));
  const both: TokenCipher = {
    encrypt: (text) => newer.encrypt(text),
    decrypt: (text) => newer.decrypt(text) ?? older.decrypt(text),
    isCurrent: (text) => newer.isCurrent(text),
  };
  const { older: moved, unreadable } = await reencryptUrls({ unitOfWork, tokenCipher: both })();
  expect([moved >= 2, unreadable]).toEqual([true, 0]);
  expect(await readUrlKeyUse({ unitOfWork, tokenCipher: newer })()).toEqual({
    ...{ current: 0, older: 0, unreadable: 0 },
  });
  const stored = async () =>
    (await unitOfWork.run(({ dayCalendars }) => dayCalendars.lockAll(ana.household.id))).map(({ url }) =>
      url === null ? null : newer.decrypt(url),
    );
  await operationOf(() => useCases.undoOperation(ana, removed));
  expect(await stored()).toEqual([second]);
  await operationOf(() => useCases.undoOperation(ana, edited));
  expect(await stored()).toEqual([first]);
});
