import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '../../application/accounts/ports.js';
import { normalize } from '../../domain/shared/normal-form.js';

export type Argon2Parameters = {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
};

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
export const ARGON2_PARAMETERS: Argon2Parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

type Verdict = { readonly matches: boolean; readonly outdated: boolean };

/**
 * Argon2id, the library's default variant, on its own threads.
 *
 * Passwords are hashed in Unicode's form NFC: keyboards write "é" as one character or as two. Hashes of earlier versions
 * were made of what was typed, so a password that differs from its NFC form is also compared as typed, once.
 */
export class Argon2PasswordHasher implements PasswordHasher {
  readonly #parameters: Argon2Parameters;
  /** What an unknown account is compared with, so that it takes as long as a known one. */
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
    // An unknown account takes both comparisons, too, so that the time does not tell it apart.
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
