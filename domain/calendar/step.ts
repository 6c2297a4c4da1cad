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
  /** How many calls about this event went before. */
  readonly made: number;
};

/** One request to the calendar about one event, with all that the request needs. */
export type Call =
  | (Writing & { readonly kind: 'insert' | 'read' })
  | (Writing & { readonly kind: 'update'; readonly ifEtag: string | null; readonly sequence: number })
  | { readonly kind: 'delete'; readonly eventId: string }
  /** A 403 is the answer for a calendar that may not be written, and for an event that was deleted: which is it? */
  | { readonly kind: 'readForbidden'; readonly eventId: string; readonly isDeletion: boolean }
  /** A 404 is the answer for a calendar that is gone, and may pass: only one that is not found twice is gone. */
  | { readonly kind: 'listNotFound' };

/** The permission ended on the way: nothing more can be done, and everybody knows. */
export type Revoked = { readonly kind: 'revoked' };

export type Answer =
  | Exclude<
      InsertOutcome | UpdateOutcome | DeleteOutcome | GetOutcome | ListOutcome,
      { readonly kind: 'unauthorized' | 'scopeMissing' }
    >
  | Revoked;

type Failure =
  Exclude<CallFailure, { readonly kind: 'unauthorized' | 'scopeMissing' | 'forbidden' }> | Revoked;

/** How the calls about one event ended. */
export type WriteOutcome =
  | { readonly kind: 'created' | 'updated' | 'adopted'; readonly version: EventVersion }
  | { readonly kind: 'deleted' }
  /** Somebody deleted the event in the calendar, and the provider does not let it come back. */
  | { readonly kind: 'deletedThere'; readonly version: EventVersion }
  | { readonly kind: 'calendarGone' }
  | Failure;

export type Over = { readonly kind: 'over'; readonly outcome: WriteOutcome };

const MAX_CALLS = 4;

/**
 * What follows from the answer to a call: another call, or the end. What is taken turns into an update, what is gone
 * into an insert, what changed meanwhile is read and then overwritten, since the service wins. Total: what no provider
 * should answer to a call counts as a failure that passes.
 */
export function step(call: Call, answer: Answer): Call | Over {
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
      // That it was not there any more is just as well.
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

const over = (outcome: WriteOutcome): Over => ({ kind: 'over', outcome });
const transient = (detail: string): Over => over({ kind: 'transient', detail });

type Next =
  | { readonly kind: 'insert' | 'read' }
  | { readonly kind: 'update'; readonly ifEtag: string; readonly sequence: number };

/** Another call about the same event; not without end. */
function next({ eventId, event, made }: Writing, call: Next): Call | Over {
  if (made + 1 >= MAX_CALLS) return transient('the event changes all the time');
  return { ...call, eventId, event, made: made + 1 };
}

/** What means the same whatever was asked. */
function isFailure(answer: Answer): answer is Failure {
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
