/** Random secrets that are given out once and kept only as a hash. */
export interface OpaqueTokens {
  /** 256 random bits in base64url. */
  generate(): string;
  /** SHA-256 in hexadecimal: what is stored and looked up. */
  hash(token: string): string;
}
