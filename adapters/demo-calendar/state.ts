/** Everything that the pretended provider knows. */
export type DemoState = {
  /** The refresh tokens that are good, and when each was issued. */
  readonly grants: Readonly<Record<string, number>>;
};

export const EMPTY: DemoState = { grants: {} };
