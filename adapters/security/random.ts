import { createHash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { OpaqueTokens, IdGenerator } from '../../application/shared/ports.js';

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

export class UuidV7Generator implements IdGenerator {
  next<Id extends string>(): Id {
    return v7() as Id;
  }
}
