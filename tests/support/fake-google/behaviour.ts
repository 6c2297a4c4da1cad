const DAY = 86_400_000;

/** What the provider's documents leave open, or only some observe: a test chooses. */
export type Behaviour = {
  /** Whether a write that changes nothing leaves the etag alone. */
  keepsEtagOfNoOp: boolean;
  /** Whether a tombstone forbids before its etag is compared. */
  forbidsBeforeMatching: boolean;
  /** Whether tombstones match properties no more. */
  tombstonesLoseProperties: boolean;
  /** Readers see what was true so long ago. */
  staleReadMs: number;
  /** How old `updatedMin` may be. */
  oldestUpdatedMinMs: number;
  /** No page is longer, whatever is asked for. */
  longestPage: number;
  accessTokenLifetimeMs: number;
  /** Seven days while the consent screen is in testing. */
  refreshTokenLifetimeMs: number;
  /** Whether a refresh brings another refresh token; the earlier one stays good. */
  renewsRefreshTokens: boolean;
};

export const USUAL: Readonly<Behaviour> = {
  keepsEtagOfNoOp: false,
  forbidsBeforeMatching: false,
  tombstonesLoseProperties: false,
  staleReadMs: 0,
  oldestUpdatedMinMs: 20 * DAY,
  longestPage: 2500,
  accessTokenLifetimeMs: 3_599_000,
  refreshTokenLifetimeMs: 180 * DAY,
  renewsRefreshTokens: false,
};
