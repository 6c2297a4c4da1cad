import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../application/shared/operator-error.js';
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

/** Where generated secrets are kept. */
export const secretsFile = (dataDir: string) => path.join(dataDir, 'secrets.json');

/**
 * Written beside its place and then linked there, which is atomic and fails when the name is taken: of
 * several processes that start at once one wins, and all of them read what it wrote.
 */
async function generate(file: string): Promise<StoredSecrets> {
  const generated: StoredSecrets = {
    JWT_SECRETS: `g1:${randomBytes(48).toString('hex')}`,
    ENCRYPTION_KEYS: `v1:${randomBytes(32).toString('base64')}`,
  };
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.new-${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${JSON.stringify(generated, null, 2)}\n`, { mode: 0o600, flush: true });
    await link(draft, file);
    return generated;
  } catch (error) {
    const winner = (error as NodeJS.ErrnoException).code === 'EEXIST' ? await readStored(file) : null;
    if (winner === null) throw error;
    return winner;
  } finally {
    await rm(draft, { force: true });
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
