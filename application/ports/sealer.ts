import type { Instant } from '../../domain/shared/zone.js';

/** Lets a browser carry something of ours that it may read but not change. */
export interface Sealer {
  /** `value` as text for a cookie, good until `expiresAt`. What is sealed for one purpose opens for no other. */
  seal(purpose: string, value: object, expiresAt: Instant): string;
  /** What was sealed; null for whatever is not a seal of ours, unchanged, for that purpose and unexpired at `now`. */
  open(purpose: string, sealed: string, now: Instant): unknown;
}
