import type { Instant } from '../shared/zone.js';
import type { EventContent, EventTimes } from './event.js';
import { fingerprint } from './render.js';

/** The version of an event at the provider. */
export type EventVersion = {
  readonly etag: string;
  readonly sequence: number;
  /** When the event last changed, by the provider's clock. */
  readonly updated: Instant;
};

export type RemoteEvent = EventVersion & {
  readonly eventId: string;
  /**
   * True for a deleted event. Only its id is reliable then. Its `etag` may be empty, and `updated` may be the time of
   * the response.
   */
  readonly cancelled: boolean;
  /**
   * The owner that the event's private properties name. null if they are missing, incomplete, or do not
   * belong to this service (`gnApp`).
   */
  readonly owner: {
    /** The occurrence id in the private properties, which may be any text. */
    readonly occurrenceId: string;
    readonly householdId: string;
  } | null;
  /** The title of the event. Empty if it has none. */
  readonly title: string;
  /** The description of the event as HTML. Empty if it has none. */
  readonly description: string;
  /**
   * The time of the event. null if it is missing or unusable: the event is cancelled, lacks a start or an end, ends
   * before it starts, or is longer than 366 days.
   */
  readonly times: EventTimes | null;
};

/** The failures that every call can return. */
export type CallFailure =
  /** 401: the access token is invalid or has expired. */
  | { readonly kind: 'unauthorized' }
  /** 403 insufficientPermissions: the user did not grant a scope or has withdrawn it. */
  | { readonly kind: 'scopeMissing' }
  /** 403 requiredAccessLevel: the calendar is read-only or not accessible. */
  | { readonly kind: 'noWriteAccess' }
  /**
   * 403 forbidden without details. Either the calendar is not writable, or the event was deleted.
   * `readForbidden` in step.ts finds out which.
   */
  | { readonly kind: 'forbidden' }
  /** 403 forbiddenForNonOrganizer and similar errors, which only concern this event. */
  | { readonly kind: 'eventForbidden'; readonly detail: string }
  /** 403 rateLimitExceeded, 403 userRateLimitExceeded or 429: too many requests were sent in a short time. */
  | { readonly kind: 'rateLimited'; readonly retryAfterMs: number | null }
  /** quotaExceeded (403 or 429), or 403 dailyLimitExceeded. These errors last for hours. */
  | { readonly kind: 'quotaExceeded'; readonly retryAfterMs: number | null }
  /** 400: the request is invalid, so a retry would be refused again. */
  | { readonly kind: 'invalidRequest'; readonly detail: string }
  /**
   * An error in the operator's setup, such as an API that is not enabled. No data of the user may be changed
   * because of it.
   */
  | { readonly kind: 'misconfigured'; readonly detail: string }
  /**
   * 5xx, timeout, network error, 409 conflict, an unexpected body, or an error without a known reason. A write may
   * have been carried out in spite of the error.
   */
  | { readonly kind: 'transient'; readonly detail: string };

/**
 * 404: the calendar was deleted, the calendar is no longer shared, or the event is unknown. The provider does
 * not say which.
 */
export type NotFound = { readonly kind: 'notFound' };

export type EventPage = {
  readonly kind: 'page';
  readonly events: readonly RemoteEvent[];
  /**
   * The token of the next page. null on the last page. A page may be empty although it is not the last one.
   */
  readonly nextPage: string | null;
  /** The time of the response by the provider's clock (HTTP Date). */
  readonly date: Instant;
};

export type ListOutcome =
  | EventPage
  /** 410: `updatedSince` is so long ago that the provider no longer knows the changes. */
  | { readonly kind: 'tooLongAgo' }
  | NotFound
  | CallFailure;

export type GetOutcome = { readonly kind: 'event'; readonly event: RemoteEvent } | NotFound | CallFailure;

export type InsertOutcome =
  | ({ readonly kind: 'inserted' } & EventVersion)
  /** 409: the id already belongs to an existing or deleted event. */
  | { readonly kind: 'duplicate' }
  /** 404: the calendar does not exist or is no longer shared. */
  | NotFound
  | CallFailure;

export type UpdateOutcome =
  | ({ readonly kind: 'updated' } & EventVersion)
  /** 412: the version of the event is no longer `ifEtag`. */
  | { readonly kind: 'preconditionFailed' }
  /** 400: the sequence number of the event is too low, because the event was changed in the meantime. */
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

/** Returns true if the event was created by this service, was not deleted, and has exactly this content. */
export function shows(event: RemoteEvent, want: EventContent): boolean {
  const { cancelled, owner, title, description, times } = event;
  if (cancelled || owner === null || times === null) return false;
  return fingerprint({ title, description, times }) === fingerprint(want);
}
