export interface PasswordHasher {
  /** A salted, memory-hard hash in PHC form, parameters included. */
  hash(password: string): Promise<string>;
  /**
   * Without a hash (there is no such account) it takes as long as with one and does not match. `outdated`
   * tells that the hash matches but was made with weaker parameters than today's.
   */
  verify(hash: string | null, password: string): Promise<{ matches: boolean; outdated: boolean }>;
}
