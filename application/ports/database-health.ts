export interface DatabaseHealth {
  /** Whether the database answers now; never rejects. */
  isReachable(): Promise<boolean>;
}
