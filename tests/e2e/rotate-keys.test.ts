import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { builtService, type BuiltService } from '../support/built-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { newHome, runCommand, send, untilEnded } from '../support/program.js';

let service: BuiltService<TestDatabase>;
beforeAll(async () => {
  service = await builtService(createTestDatabase);
}, 120_000);
afterAll(() => service.remove());

const key = (name: string) => `${name}:${randomBytes(32).toString('base64')}`;

test('the rotate-keys command re-encrypts stored secrets while the service runs, so that the old key can be removed', async () => {
  const [first, second] = [key('v1'), key('v2')];
  const rotate = (keys: string) =>
    runCommand('rotate-keys', service.folder, {
      DATABASE_URL: service.database.connectionString,
      ENCRYPTION_KEYS: keys,
    });
  const program = await service.start({ ENCRYPTION_KEYS: first });
  const { token, home } = await newHome(program.url);
  const url = 'https://holidays.example.com/secret.ics';
  const made = await send(`${program.url}${home}/day-calendars`, {
    ...{ method: 'POST', token },
    body: { name: 'Holidays', url },
  });
  expect(made.status).toBe(201);

  const without = await rotate(second);
  expect(without).toMatchObject({ code: 1 });
  expect(without.stderr).toContain(
    '1 stored addresses of day calendars cannot be decrypted with any of ENCRYPTION_KEYS',
  );

  expect(await rotate(`${second},${first}`)).toMatchObject({
    code: 0,
    // The address of the calendar, and its copy in the undo data of the operation that created it.
    stdout: expect.stringContaining('2 stored addresses of day calendars were re-encrypted'),
  });
  // A second run with only the new key finds every value encrypted with it.
  expect(await rotate(second)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      '0 stored addresses of day calendars were re-encrypted with the first key; 1 already used it',
    ),
  });
  program.kill('SIGTERM');
  await untilEnded(program);
  const renewed = await service.start({ ENCRYPTION_KEYS: second });
  const { body } = await send(`${renewed.url}${home}/day-calendars`, { token });
  expect(body).toMatchObject([{ name: 'Holidays', url: 'https://holidays.example.com/…' }]);
}, 180_000);
