import { eventIdOf, type EventContent } from '../../../domain/calendar/event.js';
import type { MirroredEvent } from '../../../domain/calendar/mirrored-event.js';
import { fingerprint } from '../../../domain/calendar/render.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import type { CallFailure, EventVersion, RemoteEvent } from '../../../domain/calendar/answers.js';
import type { MirrorRun, Revoked } from './mirror-run.js';

/** How a write ended. */
export type Written =
  | { readonly kind: 'created' | 'updated' | 'adopted'; readonly version: EventVersion }
  | { readonly kind: 'deleted' }
  /** Somebody deleted the event in the calendar, and the provider does not let it come back. */
  | { readonly kind: 'deletedThere'; readonly version: EventVersion }
  | { readonly kind: 'calendarGone' }
  | { readonly kind: 'noWriteAccess' }
  | Revoked
  | Exclude<CallFailure, { kind: 'unauthorized' | 'scopeMissing' | 'forbidden' | 'noWriteAccess' }>;

export type WriteStep = 'insert' | 'update' | 'reread';

const MAX_CALLS = 4;
const transient = (detail: string) => ({ kind: 'transient', detail }) as const;

/**
 * Brings the event of an occurrence to what it should show, whatever stands there: what is taken turns into an update,
 * what is gone into an insert, what changed meanwhile is read and then overwritten, since the service wins.
 */
export async function writeEvent(
  run: MirrorRun,
  occurrence: Occurrence,
  want: EventContent,
  known: Pick<MirroredEvent, 'etag' | 'sequence'> | null,
  first: WriteStep,
): Promise<Written> {
  const eventId = eventIdOf(occurrence.id);
  const event = run.toPublish(occurrence, want);
  let step = first;
  let at = { ifEtag: known?.etag ?? null, sequence: known?.sequence ?? 0 };
  for (let calls = 0; calls < MAX_CALLS; calls++) {
    if (step === 'insert') {
      const answer = await run.call((provider, token, calendar) =>
        provider.insertEvent(token, calendar, eventId, event),
      );
      if (answer.kind === 'inserted') return { kind: 'created', version: answer };
      if (answer.kind === 'notFound') return calendarState(run);
      if (answer.kind === 'forbidden') return { kind: 'noWriteAccess' };
      if (answer.kind !== 'duplicate') return answer;
      step = 'reread';
    } else if (step === 'update') {
      const answer = await run.call((provider, token, calendar) =>
        provider.updateEvent(token, calendar, eventId, event, at),
      );
      if (answer.kind === 'updated') return { kind: 'updated', version: answer };
      if (answer.kind === 'forbidden') return afterForbidden(run, eventId);
      if (answer.kind === 'preconditionFailed' || answer.kind === 'staleSequence') step = 'reread';
      else if (answer.kind === 'gone' || answer.kind === 'notFound') step = 'insert';
      else return answer;
    } else {
      const answer = await run.call((provider, token, calendar) =>
        provider.getEvent(token, calendar, eventId),
      );
      if (answer.kind === 'notFound') step = 'insert';
      else if (answer.kind === 'forbidden') return { kind: 'noWriteAccess' };
      else if (answer.kind !== 'event') return answer;
      else if (shows(answer.event, want)) return { kind: 'adopted', version: answer.event };
      else {
        at = { ifEtag: answer.event.etag, sequence: answer.event.sequence };
        step = 'update';
      }
    }
  }
  return transient('the event changes all the time');
}

/** Deletes an event; that it was not there any more is just as well. */
export async function deleteEvent(run: MirrorRun, eventId: string): Promise<Written> {
  const answer = await run.call((provider, token, calendar) =>
    provider.deleteEvent(token, calendar, eventId, null),
  );
  switch (answer.kind) {
    case 'deleted':
    case 'gone':
    case 'notFound':
      return { kind: 'deleted' };
    case 'preconditionFailed':
      return transient('the event changed while it was deleted');
    case 'forbidden': {
      const after = await afterForbidden(run, eventId);
      return after.kind === 'deletedThere' ? { kind: 'deleted' } : after;
    }
    default:
      return answer;
  }
}

/** A 403 is the provider's answer for a calendar that may not be written, and for an event that was deleted. */
async function afterForbidden(run: MirrorRun, eventId: string): Promise<Written> {
  const answer = await run.call((provider, token, calendar) => provider.getEvent(token, calendar, eventId));
  if (answer.kind === 'event')
    return answer.event.cancelled
      ? { kind: 'deletedThere', version: answer.event }
      : { kind: 'noWriteAccess' };
  if (answer.kind === 'notFound') return transient('the event vanished while it was written');
  return answer.kind === 'forbidden' ? { kind: 'noWriteAccess' } : answer;
}

/** The provider documents passing 404s: only a calendar that is not found twice is gone. */
export async function calendarState(run: MirrorRun): Promise<Written> {
  const answer = await run.call((provider, token, calendar) =>
    provider.listEvents(token, calendar, {
      householdId: run.household.id,
      updatedSince: null,
      includeDeleted: false,
      endsAfter: null,
      page: null,
    }),
  );
  if (answer.kind === 'notFound') return { kind: 'calendarGone' };
  if (answer.kind === 'forbidden') return { kind: 'noWriteAccess' };
  if (answer.kind === 'page' || answer.kind === 'tooLongAgo')
    return transient('the calendar was not found, but is there');
  return answer;
}

/** Whether an event of the service stands there, with exactly this content. */
export function shows(event: RemoteEvent, want: EventContent): boolean {
  const { cancelled, owner, title, description, times } = event;
  if (cancelled || owner === null || times === null) return false;
  return fingerprint({ title, description, times }) === fingerprint(want);
}
