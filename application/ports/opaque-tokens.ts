/** Random secrets that are given out once and kept only as a hash. */
export interface OpaqueTokens {
  /** 256 random bits in base64url. */
  generate(): string;
  /** SHA-256 in hexadecimal: what is stored and looked up. */
  hash(token: string): string;
  /** SHA-256 in base64url: the S256 code challenge of a verifier (RFC 7636, section 4.2). */
  codeChallenge(verifier: string): string;
}
