import { createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../application/shared/operator-error.js';
import type { Config } from './config/config.js';
import { parseVapidPrivateKey, parseVapidPublicKey, type VapidKeys } from './config/push.js';
import { parseEncryptionKeys, parseJwtSecrets, type SecretsConfig } from './config/secrets.js';

export type Secrets = { readonly [Name in keyof SecretsConfig]: NonNullable<SecretsConfig[Name]> };

/**
 * The content of `secrets.json`. The values have the form of the environment variables, so they can be copied there.
 */
interface StoredSecrets {
  readonly JWT_SECRETS: string;
  readonly ENCRYPTION_KEYS: string;
  readonly VAPID_PUBLIC_KEY: string;
  readonly VAPID_PRIVATE_KEY: string;
}

/**
 * Returns the configured secrets. Secrets that are not configured are read from `secrets.json` in `dataDir`, which is
 * created when first needed. The file is in the data folder because losing it would sign everybody out and lose all
 * encrypted data. In production the configuration requires all secrets.
 */
export async function completeSecrets(configured: SecretsConfig, dataDir: string): Promise<Secrets> {
  const { jwt, encryption } = configured;
  if (jwt !== null && encryption !== null) return { jwt, encryption };
  const file = secretsFile(dataDir);
  const stored = (await readStored(file)) ?? (await generate(file));
  try {
    return {
      jwt: jwt ?? parseJwtSecrets(stored.JWT_SECRETS),
      encryption: encryption ?? parseEncryptionKeys(stored.ENCRYPTION_KEYS),
    };
  } catch (cause) {
    throw unusable(file, cause);
  }
}

/**
 * Returns the VAPID keys for pushes to browsers. If none are configured, reads them from `secrets.json`, except in
 * production, where it returns null. The keys must stay the same, because browsers have subscribed with them.
 */
export async function completeVapidKeys({
  push: { vapid },
  production,
  dataDir,
}: Pick<Config, 'production' | 'dataDir'> & {
  readonly push: Pick<Config['push'], 'vapid'>;
}): Promise<VapidKeys | null> {
  if (vapid !== null || production) return vapid;
  const file = secretsFile(dataDir);
  const stored = await withVapidKeys(file, (await readStored(file)) ?? (await generate(file)));
  try {
    return {
      publicKey: parseVapidPublicKey(stored.VAPID_PUBLIC_KEY),
      privateKey: parseVapidPrivateKey(stored.VAPID_PRIVATE_KEY),
    };
  } catch (cause) {
    throw unusable(file, cause);
  }
}

/**
 * Adds VAPID keys to the file of a version that had none. Processes that do this at the same time write the same
 * keys.
 */
async function withVapidKeys(file: string, stored: StoredSecrets): Promise<StoredSecrets> {
  const { JWT_SECRETS, VAPID_PUBLIC_KEY } = stored as Partial<StoredSecrets>;
  if (VAPID_PUBLIC_KEY !== undefined || typeof JWT_SECRETS !== 'string') return stored;
  const completed = { ...stored, ...vapidKeysFrom(JWT_SECRETS) };
  await writeDraft(file, completed, (draft) => rename(draft, file));
  return completed;
}

/** Derives a P-256 key pair from the secret with HKDF (RFC 5869). The keys reveal nothing about the secret. */
function vapidKeysFrom(secret: string): Pick<StoredSecrets, 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY'> {
  const pair = createECDH('prime256v1');
  for (let round = 0; ; round++) {
    const key = Buffer.from(hkdfSync('sha256', secret, '', `vapid ${round}`, 32));
    try {
      pair.setPrivateKey(key);
    } catch {
      // About one in four billion random values is not a valid private key of the curve. Then the next value is
      // tried.
      continue;
    }
    return { VAPID_PUBLIC_KEY: pair.getPublicKey('base64url'), VAPID_PRIVATE_KEY: key.toString('base64url') };
  }
}

/** Returns the path of the file with the generated secrets. */
export const secretsFile = (dataDir: string) => path.join(dataDir, 'secrets.json');

/**
 * Creates the file under a temporary name and then links it, which is atomic and fails if the name exists. If several
 * processes start at once, one of them wins and all read its file.
 */
async function generate(file: string): Promise<StoredSecrets> {
  const jwtSecrets = `g1:${randomBytes(48).toString('hex')}`;
  const generated: StoredSecrets = {
    JWT_SECRETS: jwtSecrets,
    ENCRYPTION_KEYS: `v1:${randomBytes(32).toString('base64')}`,
    ...vapidKeysFrom(jwtSecrets),
  };
  await mkdir(path.dirname(file), { recursive: true });
  try {
    await writeDraft(file, generated, (draft) => link(draft, file));
    return generated;
  } catch (error) {
    const winner = (error as NodeJS.ErrnoException).code === 'EEXIST' ? await readStored(file) : null;
    if (winner === null) throw error;
    return winner;
  }
}

/** Writes a complete draft that only the owner can read. `place` then moves or links it to `file`. */
async function writeDraft(
  file: string,
  content: StoredSecrets,
  place: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${file}.new-${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
    await place(draft);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Returns true if both texts of a `secrets.json` have the same secrets, ignoring those that can be derived again. */
export function holdSameSecrets(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    const [a, b] = [one, other].map((text) => Object(JSON.parse(text)) as Partial<StoredSecrets>);
    return a?.JWT_SECRETS === b?.JWT_SECRETS && a?.ENCRYPTION_KEYS === b?.ENCRYPTION_KEYS;
  } catch {
    return false;
  }
}

async function readStored(file: string): Promise<StoredSecrets | null> {
  try {
    return Object(JSON.parse(await readFile(file, 'utf8'))) as StoredSecrets;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw unusable(file, cause);
  }
}

/**
 * Returns an error for a damaged file. We never replace it, because data encrypted with the old keys would be lost.
 */
function unusable(file: string, cause: unknown): Error {
  return new OperatorError(
    `${file} cannot be used. Repair it, or delete it to generate new secrets (everybody is then signed out, and calendars must be connected again).`,
    { cause },
  );
}
