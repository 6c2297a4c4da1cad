const DAY = 86_400_000;

/** Behaviour that Google does not document, or that only some users observed. A test can choose it. */
export type Behaviour = {
  /** True if a write that changes nothing keeps the etag. */
  keepsEtagOfNoOp: boolean;
  /** True if a write to a deleted event is answered 403 before its etag is compared. */
  forbidsBeforeMatching: boolean;
  /** True if deleted events lose their extended properties, so that a filter no longer finds them. */
  tombstonesLoseProperties: boolean;
  /** Reads return the state of this many milliseconds ago. */
  staleReadMs: number;
  /** The maximum age of `updatedMin`. */
  oldestUpdatedMinMs: number;
  /** The maximum size of a page, whatever the request asks for. */
  longestPage: number;
  accessTokenLifetimeMs: number;
  /** Seven days while the consent screen is in the state "testing". */
  refreshTokenLifetimeMs: number;
  /** True if a refresh returns a new refresh token. The earlier one stays valid. */
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
