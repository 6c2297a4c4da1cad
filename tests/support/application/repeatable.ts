import { createHash } from 'node:crypto';
import { RandomOpaqueTokens } from '../../../adapters/security/random.js';
import type { PasswordHasher } from '../../../application/accounts/ports.js';

/** Tokens in the format of real ones, but the same in every run. */
export class RepeatableTokens extends RandomOpaqueTokens {
  #count = 0;

  override generate(): string {
    return createHash('sha256')
      .update(`token ${this.#count++}`)
      .digest('base64url');
  }
}

/** A hasher that takes no time. A hash that begins with "outdated" has to be renewed. */
export const fakePasswordHasher: PasswordHasher = {
  hash: (password) => Promise.resolve(`hash of ${password}`),
  verify: (hash, password) =>
    Promise.resolve({
      matches: hash?.replace('outdated ', '') === `hash of ${password}`,
      outdated: hash?.startsWith('outdated') ?? false,
    }),
};
