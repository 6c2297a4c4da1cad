/** Returns true if the text has the form of a token that we issue, which is 256 bits in base64url. */
export function isOpaqueToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
