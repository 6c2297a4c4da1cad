import type { Instant } from '../shared/zone.js';
import type { EventContent, EventTimes } from './event.js';
import { fingerprint } from './render.js';

/** The version of an event at the provider. */
export type EventVersion = {
  readonly etag: string;
  readonly sequence: number;
  /** When it last changed, by the provider's clock. */
  readonly updated: Instant;
};

export type RemoteEvent = EventVersion & {
  readonly eventId: string;
  /** True for a deleted event, of which only version and id are reliable. */
  readonly cancelled: boolean;
  /** null if the private properties are missing, incomplete or not ours (`gnApp`). */
  readonly owner: {
    /** The value found in the event, which may be any text. */
    readonly occurrenceId: string;
    readonly householdId: string;
  } | null;
  /** Empty if the event has none. */
  readonly title: string;
  /** Empty if the event has none. */
  readonly description: string;
  /** null if missing or unusable (cancelled, no start, end before start, longer than a year). */
  readonly times: EventTimes | null;
};

/** The failures that every call can return. */
export type CallFailure =
  /** 401: the token is not, or no longer, valid. */
  | { readonly kind: 'unauthorized' }
  /** 403 insufficientPermissions: the user did not grant a scope, or withdrew it. */
  | { readonly kind: 'scopeMissing' }
  /** 403 requiredAccessLevel: the calendar is read-only or not accessible. */
  | { readonly kind: 'noWriteAccess' }
  /**
   * 403 forbidden without details: either the calendar is not writable, or the event was deleted.
   * `readForbidden` in step.ts finds out which.
   */
  | { readonly kind: 'forbidden' }
  /** 403 forbiddenForNonOrganizer and similar: concerns this event only. */
  | { readonly kind: 'eventForbidden'; readonly detail: string }
  /** 403 rateLimitExceeded or userRateLimitExceeded, or 429. */
  | { readonly kind: 'rateLimited'; readonly retryAfterMs: number | null }
  /** 403 quotaExceeded or dailyLimitExceeded, which last for hours. */
  | { readonly kind: 'quotaExceeded'; readonly retryAfterMs: number | null }
  /** 400: the same request will be refused again. */
  | { readonly kind: 'invalidRequest'; readonly detail: string }
  /**
   * An error of the operator (API not enabled, client deleted). Nothing of the user's may be changed because
   * of it.
   */
  | { readonly kind: 'misconfigured'; readonly detail: string }
  /** 5xx, timeout, network error, 409 conflict, or an unexpected body. A write may have happened. */
  | { readonly kind: 'transient'; readonly detail: string };

/**
 * 404: the calendar was deleted or is no longer shared, or the event is unknown; the provider does not say
 * which.
 */
export type NotFound = { readonly kind: 'notFound' };

export type EventPage = {
  readonly kind: 'page';
  readonly events: readonly RemoteEvent[];
  /** null on the last page. A page may be empty without being the last. */
  readonly nextPage: string | null;
  /** The provider's clock (HTTP Date) at the time of the response. */
  readonly date: Instant;
};

export type ListOutcome =
  | EventPage
  /** 410: `updatedSince` lies further back than the provider remembers. */
  | { readonly kind: 'tooLongAgo' }
  | NotFound
  | CallFailure;

export type GetOutcome = { readonly kind: 'event'; readonly event: RemoteEvent } | NotFound | CallFailure;

export type InsertOutcome =
  | ({ readonly kind: 'inserted' } & EventVersion)
  /** 409: the id is taken by an existing or a deleted event. */
  | { readonly kind: 'duplicate' }
  /** The calendar was not found. */
  | NotFound
  | CallFailure;

export type UpdateOutcome =
  | ({ readonly kind: 'updated' } & EventVersion)
  /** 412: the event is no longer at the version `ifEtag`. */
  | { readonly kind: 'preconditionFailed' }
  /** 400: invalid sequence value. */
  | { readonly kind: 'staleSequence' }
  /** 410: the event was deleted. */
  | { readonly kind: 'gone' }
  | NotFound
  | CallFailure;

export type DeleteOutcome =
  | { readonly kind: 'deleted' }
  /** 410: the event had already been deleted. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'preconditionFailed' }
  | NotFound
  | CallFailure;

/** Returns true if the event belongs to the service and has exactly this content. */
export function shows(event: RemoteEvent, want: EventContent): boolean {
  const { cancelled, owner, title, description, times } = event;
  if (cancelled || owner === null || times === null) return false;
  return fingerprint({ title, description, times }) === fingerprint(want);
}
