import type { ByteRange } from '../../../application/attachments/ports.js';

/**
 * What a `Range` header asks for of `size` bytes (RFC 9110, section 14): undefined, the whole, for one that is absent,
 * not understood or of several parts; null for one that cannot be satisfied.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '')
    return Number(last) === 0 ? null : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? null : { start, end };
}
