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
  /** The number of calls about this event so far. */
  readonly made: number;
};

/** One request to the calendar about one event, with everything that the request needs. */
export type CalendarCall =
  | (Writing & { readonly kind: 'insert' | 'read' })
  | (Writing & { readonly kind: 'update'; readonly ifEtag: string | null; readonly sequence: number })
  | { readonly kind: 'delete'; readonly eventId: string }
  /**
   * A 403 can mean that the calendar is not writable or that the event was deleted. Reading the event tells
   * which.
   */
  | { readonly kind: 'readForbidden'; readonly eventId: string; readonly isDeletion: boolean }
  /**
   * A 404 can mean that the calendar is gone, or can be temporary. Only a calendar that is not found twice
   * counts as gone.
   */
  | { readonly kind: 'listNotFound' };

/**
 * The permission was revoked during the calls. Nothing more can be done, and the revocation has already been
 * recorded.
 */
export type Revoked = { readonly kind: 'revoked' };

export type CallResponse =
  | Exclude<
      InsertOutcome | UpdateOutcome | DeleteOutcome | GetOutcome | ListOutcome,
      { readonly kind: 'unauthorized' | 'scopeMissing' }
    >
  | Revoked;

type Failure =
  Exclude<CallFailure, { readonly kind: 'unauthorized' | 'scopeMissing' | 'forbidden' }> | Revoked;

/** The outcome of the calls about one event. */
export type WriteOutcome =
  | { readonly kind: 'created' | 'updated' | 'adopted'; readonly version: EventVersion }
  | { readonly kind: 'deleted' }
  /** Somebody deleted the event in the calendar, and the provider does not allow it to be restored. */
  | { readonly kind: 'deletedThere'; readonly version: EventVersion }
  | { readonly kind: 'calendarGone' }
  | Failure;

export type CallResult = { readonly kind: 'over'; readonly outcome: WriteOutcome };

const MAX_CALLS = 4;

/**
 * Decides what follows from the response to a call: another call, or the end.
 *
 * - A taken id leads to an update, and a missing event to an insert.
 * - An event that was changed in between is read and then overwritten, because the service wins.
 * - A response that no provider should give counts as a transient failure.
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
      // It does not matter that the event was already gone.
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

/** Returns another call about the same event, or the end after MAX_CALLS. */
function next({ eventId, event, made }: Writing, call: Next): CalendarCall | CallResult {
  if (made + 1 >= MAX_CALLS) return transient('the event changes all the time');
  return { ...call, eventId, event, made: made + 1 };
}

/** Returns true for failures that mean the same for every kind of call. */
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
