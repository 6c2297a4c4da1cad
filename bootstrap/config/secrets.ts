import { createSecretKey } from 'node:crypto';
import type { CipherKey } from '../../adapters/security/aes-gcm-token-cipher.js';
import type { SigningKey } from '../../adapters/security/jwt-token-signer.js';
import { InvalidValue, type Environment } from './environment.js';
import { commaList } from './values.js';

/** The keys of the service. KeyObjects print no key material, so a logged configuration reveals no secret. */
export interface SecretsConfig {
  /** The first key signs, and all keys verify. null means generated keys, stored in the data folder. */
  readonly jwt: readonly SigningKey[] | null;
  /** The first key encrypts, and all keys decrypt. null means generated keys, stored in the data folder. */
  readonly encryption: readonly CipherKey[] | null;
}

export function readSecrets(env: Environment): SecretsConfig {
  return {
    jwt:
      env.readForProduction(
        'JWT_SECRETS',
        parseJwtSecrets,
        `${JWT_FORM}. Create a secret with: openssl rand -hex 32`,
      ) ?? null,
    encryption:
      env.readForProduction(
        'ENCRYPTION_KEYS',
        parseEncryptionKeys,
        `${ENCRYPTION_FORM}. Create one with: echo "v1:$(openssl rand -base64 32)"`,
      ) ?? null,
  };
}

const JWT_FORM = 'a comma-separated list of kid:secret, with unique kids and secrets of at least 32 bytes';
const ENCRYPTION_FORM =
  'a comma-separated list of version:key, such as v1:base64, with unique versions and keys of 256 bits';

/** Texts that mark a placeholder. Words of six or more letters practically never occur in a random secret. */
const PLACEHOLDER =
  /change[-_ ]?(me|this|it)|replace[-_ ]?(me|this)|placeholder|your[-_ ]?(jwt|secret|key|own)|(my|super|top)[-_ ]?secret|secret[-_ ]?(key|here|value|secret)|example|insecure|not[-_ ]?(so[-_ ]?)?secret|password/i;

/**
 * Parses `kid:secret,…`. Throws InvalidValue for a wrong form, a repeated kid, a secret shorter than 32 bytes or with
 * fewer than six different characters, and a placeholder.
 */
export function parseJwtSecrets(text: string): SigningKey[] {
  const secrets = commaList(text).map((entry) => {
    const [, kid, secret] = /^([A-Za-z0-9_-]{1,32}):(.+)$/.exec(entry) ?? [];
    if (kid === undefined || secret === undefined || Buffer.byteLength(secret) < 32) {
      throw new InvalidValue(JWT_FORM);
    }
    if (PLACEHOLDER.test(secret) || new Set(secret).size < 6) {
      throw new InvalidValue(
        'a list of random secrets, not a placeholder. Create a secret with: openssl rand -hex 32',
      );
    }
    return { kid, key: createSecretKey(Buffer.from(secret)) };
  });
  return uniqueBy(secrets, ({ kid }) => kid, JWT_FORM);
}

/** Parses `v1:<key>,…` with 256-bit keys in base64. Throws InvalidValue for a repeated version or a wrong form. */
export function parseEncryptionKeys(text: string): CipherKey[] {
  const keys = commaList(text).map((entry) => {
    const [, version, encoded] = /^(v\d+):([A-Za-z0-9+/_-]{43})=?$/.exec(entry) ?? [];
    if (version === undefined || encoded === undefined) throw new InvalidValue(ENCRYPTION_FORM);
    return { version, key: createSecretKey(Buffer.from(encoded, 'base64')) };
  });
  return uniqueBy(keys, ({ version }) => version, ENCRYPTION_FORM);
}

function uniqueBy<T>(entries: T[], nameOf: (entry: T) => string, form: string): T[] {
  if (entries.length === 0 || new Set(entries.map(nameOf)).size < entries.length)
    throw new InvalidValue(form);
  return entries;
}
