/** Keeps secrets of other services in a form that the database alone gives nothing away of. */
export interface TokenCipher {
  /** `v1:<iv>:<tag>:<ciphertext>`, where `v1` names the key; equal texts come out different. */
  encrypt(plaintext: string): string;
  /** null for what none of the keys opens: tampered with, or of a key that is gone. */
  decrypt(ciphertext: string): string | null;
  /** Whether it is of the key that encrypts now; what is not should be encrypted anew when it is written next. */
  isCurrent(ciphertext: string): boolean;
}
