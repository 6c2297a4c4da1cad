import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '../../application/accounts/ports.js';
import { normalize } from '../../domain/shared/normal-form.js';

export type Argon2Parameters = {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
};

/** OWASP's recommended minimum for Argon2id: 19 MiB of memory, two passes, one lane. */
export const ARGON2_PARAMETERS: Argon2Parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

type Verdict = { readonly matches: boolean; readonly outdated: boolean };

/**
 * Hashes passwords with Argon2id, the default variant of the library, on the library's threads.
 *
 * Passwords are normalised to Unicode NFC, because keyboards write "é" as one character or as two. Earlier versions
 * hashed the text as typed. So a password that differs from its NFC form is also compared as typed.
 */
export class Argon2PasswordHasher implements PasswordHasher {
  readonly #parameters: Argon2Parameters;
  /** A hash to compare with if the account is unknown, so that the answer takes as long as for a known one. */
  readonly #decoy: Promise<string>;

  constructor(parameters: Argon2Parameters = ARGON2_PARAMETERS) {
    this.#parameters = parameters;
    this.#decoy = this.hash('no password is ever compared with success here');
  }

  hash(password: string): Promise<string> {
    return hash(normalize(password), this.#parameters);
  }

  async verify(stored: string | null, password: string): Promise<Verdict> {
    const normal = normalize(password);
    const matches = await this.#isOf(stored, normal);
    if (stored !== null && matches) return { matches, outdated: this.#isWeaker(stored) };
    // Both comparisons also run for an unknown account, so that the time does not reveal it.
    const matchesAsTyped = normal !== password && (await this.#isOf(stored, password));
    return { matches: matchesAsTyped, outdated: matchesAsTyped };
  }

  async #isOf(stored: string | null, password: string): Promise<boolean> {
    return (await verify(stored ?? (await this.#decoy), password)) && stored !== null;
  }

  #isWeaker(stored: string): boolean {
    const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/.exec(stored) ?? [];
    return Number(memory ?? 0) < this.#parameters.memoryCost || Number(time ?? 0) < this.#parameters.timeCost;
  }
}
