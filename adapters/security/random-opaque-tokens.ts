import { createHash, randomBytes } from 'node:crypto';
import type { OpaqueTokens } from '../../application/shared/ports.js';

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
