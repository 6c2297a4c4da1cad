import { createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../application/shared/operator-error.js';
import type { Config } from './config/config.js';
import { parseVapidPrivateKey, parseVapidPublicKey, type VapidKeys } from './config/push.js';
import {
  parseEncryptionKeys,
  parseJwtSecrets,
  type EncryptionKey,
  type JwtSecret,
  type SecretsConfig,
} from './config/secrets.js';

export interface Secrets {
  readonly jwt: readonly JwtSecret[];
  readonly encryption: readonly EncryptionKey[];
}

/** In the notation of the variables, so that a line can be moved into the environment as it is. */
interface StoredSecrets {
  readonly JWT_SECRETS: string;
  readonly ENCRYPTION_KEYS: string;
  readonly VAPID_PUBLIC_KEY: string;
  readonly VAPID_PRIVATE_KEY: string;
}

/**
 * The configured secrets, and for those that are not configured the ones in `secrets.json` of `dataDir`,
 * made when first needed. They lie beside the data because losing them means signing everyone out and
 * losing what was encrypted. Production never gets here without its own: the configuration refuses that.
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
 * The configured keys of pushes to browsers, or outside production those in `secrets.json`, which is made when first
 * needed; null: browsers cannot be woken. Browsers subscribe with them: with others nobody who has would be reached.
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

/** A file of a version that made none gets them. Processes that do so at once write the same. */
async function withVapidKeys(file: string, stored: StoredSecrets): Promise<StoredSecrets> {
  const { JWT_SECRETS, VAPID_PUBLIC_KEY } = stored as Partial<StoredSecrets>;
  if (VAPID_PUBLIC_KEY !== undefined || typeof JWT_SECRETS !== 'string') return stored;
  const completed = { ...stored, ...vapidKeysFrom(JWT_SECRETS) };
  await writeDraft(file, completed, (draft) => rename(draft, file));
  return completed;
}

/** A pair of P-256 that follows from the secret and tells nothing of it (HKDF, RFC 5869). */
function vapidKeysFrom(secret: string): Pick<StoredSecrets, 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY'> {
  const pair = createECDH('prime256v1');
  for (let round = 0; ; round++) {
    const key = Buffer.from(hkdfSync('sha256', secret, '', `vapid ${round}`, 32));
    try {
      pair.setPrivateKey(key);
    } catch {
      // One of four billion is no number below the curve's order: the next is.
      continue;
    }
    return { VAPID_PUBLIC_KEY: pair.getPublicKey('base64url'), VAPID_PRIVATE_KEY: key.toString('base64url') };
  }
}

/** Where generated secrets are kept. */
export const secretsFile = (dataDir: string) => path.join(dataDir, 'secrets.json');

/**
 * Written beside its place and then linked there, which is atomic and fails when the name is taken: of
 * several processes that start at once one wins, and all of them read what it wrote.
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

/** Writes beside `file` what `place` then puts there, whole and for its owner alone. */
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

/** Whether the second text of a `secrets.json` holds what cannot be made again as the first does. */
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

/** Making new ones over a damaged file would lose what the old ones encrypted, so that is not ours to do. */
function unusable(file: string, cause: unknown): Error {
  return new OperatorError(`${file} cannot be used: repair it, or delete it to get new secrets.`, { cause });
}
