import { createHash } from 'node:crypto';
import type { Digest } from '../../application/attachments/ports.js';

export function sha256Digest(): Digest {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
}
