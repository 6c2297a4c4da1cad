/** The parameters of Punycode from RFC 3492, section 5. */
const [BASE, SKEW, DAMP, FIRST_BIAS, FIRST_CODE_POINT] = [36, 38, 700, 72, 128];
const [LOWEST_THRESHOLD, HIGHEST_THRESHOLD] = [1, 26];
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Decodes Punycode (RFC 3492, section 6.2). Returns null if the text is not Punycode. */
export function decodePunycode(encoded: string): string | null {
  const delimiter = encoded.lastIndexOf('-');
  const decoded = Array.from(encoded.slice(0, Math.max(delimiter, 0)), (char) => char.charCodeAt(0));
  let codePoint = FIRST_CODE_POINT;
  let bias = FIRST_BIAS;
  let place = 0;
  for (let next = delimiter + 1; next < encoded.length; place++) {
    const start = place;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = DIGITS.indexOf(encoded.charAt(next));
      if (next === encoded.length || digit === -1) return null;
      next++;
      place += digit * weight;
      const threshold = Math.min(Math.max(k - bias, LOWEST_THRESHOLD), HIGHEST_THRESHOLD);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = decoded.length + 1;
    bias = adaptBias(place - start, length, start === 0);
    codePoint += Math.floor(place / length);
    if (codePoint > 0x10ffff) return null;
    place %= length;
    decoded.splice(place, 0, codePoint);
  }
  return String.fromCodePoint(...decoded);
}

function adaptBias(step: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(step / (isFirst ? DAMP : 2));
  delta += Math.floor(delta / length);
  let k = 0;
  for (; delta > ((BASE - LOWEST_THRESHOLD) * HIGHEST_THRESHOLD) / 2; k += BASE)
    delta = Math.floor(delta / (BASE - LOWEST_THRESHOLD));
  return k + Math.floor(((BASE - LOWEST_THRESHOLD + 1) * delta) / (delta + SKEW));
}
