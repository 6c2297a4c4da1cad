import { createHash, randomBytes, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import type { OpaqueTokens, IdGenerator } from '../../application/shared/ports.js';

/** Creates random tokens of 256 bits in base64url. Only their SHA-256 hash is stored. */
export class RandomOpaqueTokens implements OpaqueTokens {
  generate(): string {
    return randomBytes(32).toString('base64url');
  }

  hash(token: string): string {
    return createHash('sha256').update(token).digest('hex');
  }

  codeChallenge(verifier: string): string {
    return createHash('sha256').update(verifier).digest('base64url');
  }
}

const RANDOM_BYTES = 16;
const IDS_A_DRAW = 256;

/**
 * Creates UUIDs of version 7 (RFC 9562). Each id is greater than the one before: as long as the clock does not
 * advance, a counter increases. A repeating task with a long checklist needs eighteen thousand ids at once, so random
 * bytes are generated for many ids together.
 */
export class UuidV7Generator implements IdGenerator {
  readonly #drawn = new Uint8Array(RANDOM_BYTES * IDS_A_DRAW);
  #used = this.#drawn.length;
  #msecs = -Infinity;
  #seq = 0;

  next<Id extends string>(): Id {
    if (this.#used === this.#drawn.length) {
      randomFillSync(this.#drawn);
      this.#used = 0;
    }
    const random = this.#drawn.subarray(this.#used, (this.#used += RANDOM_BYTES));
    const now = Date.now();
    if (now > this.#msecs) {
      this.#msecs = now;
      // Uses 31 of the 32 bits as the start of the counter, so that it has room to increase.
      this.#seq = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
    } else {
      this.#seq += 1;
    }
    return v7({ random, msecs: this.#msecs, seq: this.#seq }) as Id;
  }
}
