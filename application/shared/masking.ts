/** The lengths are limited, so that the search takes linear time in a long text without an address. */
const ADDRESS = /[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g;
/** Matches possible tokens: long runs of base64url or hexadecimal characters, also with the dots of a JWT. */
const SECRET = /[A-Za-z0-9_-]{32,}(\.[A-Za-z0-9_-]+)*/g;

/** Returns the text with e-mail addresses and possible tokens masked. */
export function maskSecrets(text: string): string {
  return text.replaceAll(ADDRESS, '[e-mail]').replaceAll(SECRET, '[masked]');
}
