/** SHA-256, piece by piece. */
export interface Digest {
  update(bytes: Uint8Array): void;
  /** In hexadecimal; the last call. */
  hex(): string;
}

export type NewDigest = () => Digest;
