/** Bounded, so that a long text without an address is not searched again from each of its characters. */
const ADDRESS = /[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g;
/** Tokens of ours and of others: long runs of base64url or hexadecimal, with the dots of a JWT. */
const SECRET = /[A-Za-z0-9_-]{32,}(\.[A-Za-z0-9_-]+)*/g;

/** The text without mail addresses and without what looks like a token. */
export function maskSecrets(text: string): string {
  return text.replaceAll(ADDRESS, '[e-mail]').replaceAll(SECRET, '[masked]');
}
