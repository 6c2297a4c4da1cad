import { createHash } from 'node:crypto';
import type { Digest } from '../../application/attachments/ports.js';

/** Returns a SHA-256 digest that is computed piece by piece. */
export function sha256Digest(): Digest {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
}
