import {
  shows,
  type CallFailure,
  type DeleteOutcome,
  type EventVersion,
  type GetOutcome,
  type InsertOutcome,
  type ListOutcome,
  type UpdateOutcome,
} from './answers.js';
import type { EventToPublish } from './event.js';

type Writing = {
  readonly eventId: string;
  readonly event: EventToPublish;
  /** The number of requests about this event so far. */
  readonly made: number;
};

/** One request to the calendar about one event, with everything that the request needs. */
export type CalendarCall =
  | (Writing & { readonly kind: 'insert' | 'read' })
  | (Writing & { readonly kind: 'update'; readonly ifEtag: string | null; readonly sequence: number })
  | { readonly kind: 'delete'; readonly eventId: string }
  /**
   * A 403 can mean that the calendar is not writable or that the event was deleted. Reading the event shows
   * which.
   */
  | { readonly kind: 'readForbidden'; readonly eventId: string; readonly isDeletion: boolean }
  /**
   * A 404 can mean that the calendar was deleted, or can be temporary. Only a calendar that is not found
   * twice is treated as deleted.
   */
  | { readonly kind: 'listNotFound' };

/**
 * The permission was revoked in the meantime. Nothing more can be done, and the revocation has already been
 * stored.
 */
export type Revoked = { readonly kind: 'revoked' };

export type CallResponse =
  | Exclude<
      InsertOutcome | UpdateOutcome | DeleteOutcome | GetOutcome | ListOutcome,
      { readonly kind: 'unauthorized' | 'scopeMissing' }
    >
  | Revoked;

type Failure =
  | Exclude<CallFailure, { readonly kind: 'unauthorized' | 'scopeMissing' | 'forbidden' }>
  | Revoked;

/** The outcome of all requests about one event. */
export type WriteOutcome =
  | { readonly kind: 'created' | 'updated' | 'adopted'; readonly version: EventVersion }
  | { readonly kind: 'deleted' }
  /**
   * Somebody deleted the event in the calendar, and the provider does not allow the service to restore it.
   */
  | { readonly kind: 'deletedThere'; readonly version: EventVersion }
  | { readonly kind: 'calendarGone' }
  | Failure;

export type CallResult = { readonly kind: 'over'; readonly outcome: WriteOutcome };

const MAX_CALLS = 4;

/**
 * Decides what follows from the response to a request: another request, or a final result.
 *
 * - If the id already exists, the event is updated. If the event does not exist, it is inserted.
 * - If somebody changed the event in the meantime, it is read and then overwritten, because the service's
 *   content takes precedence.
 * - A response that no provider should send counts as a temporary failure.
 */
export function step(call: CalendarCall, answer: CallResponse): CalendarCall | CallResult {
  if (isFailure(answer)) return over(answer);
  switch (call.kind) {
    case 'insert':
      if (answer.kind === 'inserted') return over({ kind: 'created', version: answer });
      if (answer.kind === 'duplicate') return next(call, { kind: 'read' });
      if (answer.kind === 'notFound') return { kind: 'listNotFound' };
      if (answer.kind === 'forbidden') return over({ kind: 'noWriteAccess' });
      break;
    case 'update':
      if (answer.kind === 'updated') return over({ kind: 'updated', version: answer });
      if (answer.kind === 'preconditionFailed' || answer.kind === 'staleSequence')
        return next(call, { kind: 'read' });
      if (answer.kind === 'gone' || answer.kind === 'notFound') return next(call, { kind: 'insert' });
      if (answer.kind === 'forbidden')
        return { kind: 'readForbidden', eventId: call.eventId, isDeletion: false };
      break;
    case 'read':
      if (answer.kind === 'notFound') return next(call, { kind: 'insert' });
      if (answer.kind === 'forbidden') return over({ kind: 'noWriteAccess' });
      if (answer.kind !== 'event') break;
      if (shows(answer.event, call.event)) return over({ kind: 'adopted', version: answer.event });
      return next(call, { kind: 'update', ifEtag: answer.event.etag, sequence: answer.event.sequence });
    case 'delete':
      // A deletion also succeeds if the event no longer existed.
      if (answer.kind === 'deleted' || answer.kind === 'gone' || answer.kind === 'notFound')
        return over({ kind: 'deleted' });
      if (answer.kind === 'preconditionFailed') return transient('the event changed while it was deleted');
      if (answer.kind === 'forbidden')
        return { kind: 'readForbidden', eventId: call.eventId, isDeletion: true };
      break;
    case 'readForbidden':
      if (answer.kind === 'forbidden') return over({ kind: 'noWriteAccess' });
      if (answer.kind === 'notFound') return transient('the event vanished while it was written');
      if (answer.kind !== 'event') break;
      if (!answer.event.cancelled) return over({ kind: 'noWriteAccess' });
      return over(call.isDeletion ? { kind: 'deleted' } : { kind: 'deletedThere', version: answer.event });
    case 'listNotFound':
      if (answer.kind === 'notFound') return over({ kind: 'calendarGone' });
      if (answer.kind === 'forbidden') return over({ kind: 'noWriteAccess' });
      if (answer.kind === 'page' || answer.kind === 'tooLongAgo')
        return transient('the calendar was not found, but is there');
  }
  return transient(`${call.kind} was answered with ${answer.kind}`);
}

const over = (outcome: WriteOutcome): CallResult => ({ kind: 'over', outcome });
const transient = (detail: string): CallResult => over({ kind: 'transient', detail });

type Next =
  | { readonly kind: 'insert' | 'read' }
  | { readonly kind: 'update'; readonly ifEtag: string; readonly sequence: number };

/** Returns another request about the same event, or a failure after MAX_CALLS requests. */
function next({ eventId, event, made }: Writing, call: Next): CalendarCall | CallResult {
  if (made + 1 >= MAX_CALLS) return transient('the event changes all the time');
  return { ...call, eventId, event, made: made + 1 };
}

/** Returns true for failures that have the same meaning for every kind of request. */
function isFailure(answer: CallResponse): answer is Failure {
  switch (answer.kind) {
    case 'noWriteAccess':
    case 'eventForbidden':
    case 'rateLimited':
    case 'quotaExceeded':
    case 'invalidRequest':
    case 'misconfigured':
    case 'transient':
    case 'revoked':
      return true;
    default:
      return false;
  }
}
