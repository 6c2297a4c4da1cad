/**
 * Returns a 32-bit hash of the text (FNV-1a over UTF-16 code units, with a final mixing step). It is the same
 * on every machine.
 */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
