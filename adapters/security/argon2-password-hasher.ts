import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '../../application/accounts/ports.js';

export type Argon2Parameters = {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
};

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
export const ARGON2_PARAMETERS: Argon2Parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id, the library's default variant, on its own threads. */
export class Argon2PasswordHasher implements PasswordHasher {
  readonly #parameters: Argon2Parameters;
  /** What an unknown account is compared with, so that it takes as long as a known one. */
  readonly #decoy: Promise<string>;

  constructor(parameters: Argon2Parameters = ARGON2_PARAMETERS) {
    this.#parameters = parameters;
    this.#decoy = this.hash('no password is ever compared with success here');
  }

  hash(password: string): Promise<string> {
    return hash(password, this.#parameters);
  }

  async verify(stored: string | null, password: string): Promise<{ matches: boolean; outdated: boolean }> {
    const matches = (await verify(stored ?? (await this.#decoy), password)) && stored !== null;
    return { matches, outdated: matches && this.#isWeaker(stored) };
  }

  #isWeaker(stored: string): boolean {
    const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/.exec(stored) ?? [];
    return Number(memory ?? 0) < this.#parameters.memoryCost || Number(time ?? 0) < this.#parameters.timeCost;
  }
}
