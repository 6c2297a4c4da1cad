import { createECDH } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseEncryptionKeys, parseJwtSecrets } from '../../bootstrap/config/secrets.js';
import { completeSecrets, completeVapidKeys, type Secrets } from '../../bootstrap/secrets.js';

const NOTHING = { jwt: null, encryption: null };

let parent: string;
let dataDir: string;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'secrets-'));
  dataDir = path.join(parent, '.data');
});
afterEach(() => rm(parent, { recursive: true }));

const plain = ({ jwt, encryption }: Secrets) => [
  jwt.map(({ kid, key }) => `${kid}:${key.export().toString()}`),
  encryption.map(({ version, key }) => `${version}:${key.export().toString('base64')}`),
];

test('generated secrets are long enough and stay the same after a restart of the service', async () => {
  const first = await completeSecrets(NOTHING, dataDir);
  expect(first.jwt).toHaveLength(1);
  expect(first.jwt[0]!.key.symmetricKeySize).toBeGreaterThanOrEqual(48);
  expect(first.encryption[0]!.key.symmetricKeySize).toBe(32);
  expect(plain(await completeSecrets(NOTHING, dataDir))).toEqual(plain(first));
});

test('generated secrets can be read only by their owner, and no temporary file remains', async () => {
  await completeSecrets(NOTHING, dataDir);
  expect((await stat(path.join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(['secrets.json']);
});

test('generated secrets differ between installations', async () => {
  const [one, other] = await Promise.all(
    ['a', 'b'].map((name) => completeSecrets(NOTHING, path.join(parent, name))),
  );
  expect(plain(one!)).not.toEqual(plain(other!));
});

test('calls that run at the same time return the same generated secrets', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => completeSecrets(NOTHING, dataDir)));
  expect(new Set(all.map((secrets) => JSON.stringify(plain(secrets)))).size).toBe(1);
});

test('a configured secret takes precedence, and only missing secrets are generated', async () => {
  const jwt = parseJwtSecrets('mine:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b');
  const completed = await completeSecrets({ jwt, encryption: null }, dataDir);
  expect(completed.jwt).toBe(jwt);
  expect(completed.encryption).toHaveLength(1);
});

test('configured secrets are not written to the data folder', async () => {
  const jwt = parseJwtSecrets('mine:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b');
  const encryption = parseEncryptionKeys(`v1:${Buffer.alloc(32, 7).toString('base64')}`);
  expect(await completeSecrets({ jwt, encryption }, dataDir)).toEqual({ jwt, encryption });
  await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
});

describe('generated VAPID keys', () => {
  const complete = (more: object = {}) =>
    completeVapidKeys({ push: { vapid: null }, production: false, dataDir, ...more });
  const file = () => path.join(dataDir, 'secrets.json');
  const stored = async () => JSON.parse(await readFile(file(), 'utf8'));

  test('are a matching pair and stay the same after a restart', async () => {
    const made = (await complete())!;
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(made.privateKey, 'base64url');
    expect(pair.getPublicKey('base64url')).toBe(made.publicKey);
    expect(await complete()).toEqual(made);
    await completeSecrets(NOTHING, dataDir);
    expect(await stored()).toMatchObject({
      VAPID_PUBLIC_KEY: made.publicKey,
      JWT_SECRETS: expect.any(String),
    });
    const other = (await complete({ dataDir: path.join(parent, 'other') }))!;
    expect(other.publicKey).not.toBe(made.publicKey);
  });

  test('are added to existing secrets, and calls that run at the same time return the same keys', async () => {
    await completeSecrets(NOTHING, dataDir);
    const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, ...before } = await stored();
    expect([VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY]).toEqual([expect.any(String), expect.any(String)]);
    await writeFile(file(), JSON.stringify(before));
    const all = await Promise.all(Array.from({ length: 20 }, () => complete()));
    expect(new Set(all.map((keys) => JSON.stringify(keys))).size).toBe(1);
    expect(await stored()).toEqual({
      ...before,
      VAPID_PUBLIC_KEY: all[0]!.publicKey,
      VAPID_PRIVATE_KEY: all[0]!.privateKey,
    });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['secrets.json']);
  });

  test('are not created if keys are configured, or in production', async () => {
    const vapid = { publicKey: 'B', privateKey: 'p' };
    expect(await complete({ push: { vapid } })).toBe(vapid);
    expect(await complete({ production: true })).toBeNull();
    await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test.each([['{}'], ['{"JWT_SECRETS": "g1:'], ['{"JWT_SECRETS": "g1:x", "VAPID_PUBLIC_KEY": "B"}']])(
    'do not replace a damaged file: %s',
    async (content) => {
      await mkdir(dataDir);
      await writeFile(file(), content);
      await expect(complete()).rejects.toThrow(`${file()} cannot be used`);
      expect(await readFile(file(), 'utf8')).toBe(content);
    },
  );
});

test.each([
  ['cut off', '{"JWT_SECRETS": "g1:'],
  ['incomplete', '{"JWT_SECRETS": "short", "ENCRYPTION_KEYS": ""}'],
  ['an empty object', '{}'],
  ['null', 'null'],
])('a secrets file that is %s is not changed, and the error names the file', async (_name, content) => {
  const file = path.join(dataDir, 'secrets.json');
  await mkdir(dataDir);
  await writeFile(file, content);
  await expect(completeSecrets(NOTHING, dataDir)).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringContaining(`${file} cannot be used`),
  });
  expect(await readFile(file, 'utf8')).toBe(content);
});
