import type { Instant } from '../shared/zone.js';
import type { EventContent, EventTimes } from './event.js';
import { fingerprint } from './render.js';

/** Where an event stands in its history. */
export type EventVersion = {
  readonly etag: string;
  readonly sequence: number;
  /** When it last changed, by the provider's clock. */
  readonly updated: Instant;
};

export type RemoteEvent = EventVersion & {
  readonly eventId: string;
  /** Nothing but version and id of a cancelled event may be believed. */
  readonly cancelled: boolean;
  /** null: the private properties are absent, partly absent or not ours (`gnApp`). */
  readonly owner: {
    /** As found there; may be anything. */
    readonly occurrenceId: string;
    readonly householdId: string;
  } | null;
  /** '' when it has none. */
  readonly title: string;
  /** '' when it has none. */
  readonly description: string;
  /** null: absent or unusable (cancelled, no start, end before start, longer than a year). */
  readonly times: EventTimes | null;
};

/** What every call may be answered instead of its success. */
export type CallFailure =
  /** 401: the token is not (or no longer) good. */
  | { readonly kind: 'unauthorized' }
  /** 403 insufficientPermissions: the user did not grant a scope, or took it back. */
  | { readonly kind: 'scopeMissing' }
  /** 403 requiredAccessLevel: the calendar may be read at most. */
  | { readonly kind: 'noWriteAccess' }
  /** 403 forbidden without more: the calendar, or an event that was deleted; see calendar mirror, 403 probe. */
  | { readonly kind: 'forbidden' }
  /** 403 forbiddenForNonOrganizer and the like: this event alone. */
  | { readonly kind: 'eventForbidden'; readonly detail: string }
  /** 403 rateLimitExceeded, userRateLimitExceeded, 429. */
  | { readonly kind: 'rateLimited'; readonly retryAfterMs: number | null }
  /** 403 quotaExceeded, dailyLimitExceeded: for hours. */
  | { readonly kind: 'quotaExceeded'; readonly retryAfterMs: number | null }
  /** 400: the same request will be refused again. */
  | { readonly kind: 'invalidRequest'; readonly detail: string }
  /** The operator's fault (API not enabled, client deleted): nothing of the user's may change for it. */
  | { readonly kind: 'misconfigured'; readonly detail: string }
  /** 5xx, timeout, network, 409 conflict, a body that is not what was asked for. A write may have happened. */
  | { readonly kind: 'transient'; readonly detail: string };

/** 404: the calendar is gone or no longer shared, or the event is unknown; the provider does not tell which. */
export type NotFound = { readonly kind: 'notFound' };

export type EventPage = {
  readonly kind: 'page';
  readonly events: readonly RemoteEvent[];
  /** null: the last page. A page may be empty and not the last. */
  readonly nextPage: string | null;
  /** The provider's clock (HTTP Date) when it answered. */
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
  /** 409: the id is taken, by a live event or one that was deleted. */
  | { readonly kind: 'duplicate' }
  /** The calendar. */
  | NotFound
  | CallFailure;

export type UpdateOutcome =
  | ({ readonly kind: 'updated' } & EventVersion)
  /** 412: it is not at `ifEtag` any more. */
  | { readonly kind: 'preconditionFailed' }
  /** 400 invalid sequence value. */
  | { readonly kind: 'staleSequence' }
  /** 410. */
  | { readonly kind: 'gone' }
  | NotFound
  | CallFailure;

export type DeleteOutcome =
  | { readonly kind: 'deleted' }
  /** 410: it was deleted before. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'preconditionFailed' }
  | NotFound
  | CallFailure;

/** Whether an event of the service stands there, with exactly this content. */
export function shows(event: RemoteEvent, want: EventContent): boolean {
  const { cancelled, owner, title, description, times } = event;
  if (cancelled || owner === null || times === null) return false;
  return fingerprint({ title, description, times }) === fingerprint(want);
}
