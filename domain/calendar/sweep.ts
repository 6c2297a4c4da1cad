import type { HouseholdId, OccurrenceId } from '../shared/ids.js';
import type { Instant, TimeZone } from '../shared/zone.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { planRetry, syncStatusChange, versionHandled, type Effects } from './effects.js';
import { isCreatable, isEligible, isFrozen, type SyncWindow } from './eligibility.js';
import type { EventContent, EventToPublish } from './event.js';
import { coolDownLink, invalidateLink, type CalendarLink } from './link.js';
import {
  eventAtVersion,
  eventBeforeWrite,
  newEvent,
  eventShowing,
  eventWithdrawn,
  type MirroredEvent,
  type MirrorEntry,
} from './mirrored-event.js';
import { fingerprint, type RenderedEvent } from './render.js';
import type { SyncEvent } from './status.js';
import type { CalendarCall, Revoked, WriteOutcome } from './step.js';

export type SweepEntry = MirrorEntry & {
  readonly id: OccurrenceId;
  /** The content that the event should have. null if the occurrence must not have an event. */
  readonly want: RenderedEvent | null;
};

/** The household, calendar and window of a sweep, which writes pending changes to the calendar. */
export type SweepPlace = {
  readonly household: { readonly id: HouseholdId; readonly timeZone: TimeZone };
  readonly calendarId: string;
  readonly window: SyncWindow;
};

export type Decision =
  | { readonly kind: 'settle'; readonly as: SyncEvent }
  /**
   * The calendar contains no event of the occurrence, and none may be created because the occurrence is outside the
   * window.
   */
  | { readonly kind: 'wait' }
  | { readonly kind: 'delete' }
  | { readonly kind: 'insert' }
  | { readonly kind: 'update' }
  /**
   * The event must be read first, because it was or may have been deleted, or because its content is unknown.
   */
  | { readonly kind: 'read' };

/** Decides what a sweep (which writes pending changes to the calendar) has to do about an occurrence. */
export function decide(
  { occurrence, event, want }: Omit<SweepEntry, 'id' | 'failures'>,
  { window, household: { timeZone } }: SweepPlace,
): Decision {
  if (occurrence === null || want === null)
    return event === null || event.state === 'GONE' || event.state === 'WITHDRAWN'
      ? { kind: 'settle', as: 'withdrawn' }
      : { kind: 'delete' };
  if (event === null || event.state === 'INTENT')
    return event !== null || isCreatable(occurrence, window) ? { kind: 'insert' } : { kind: 'wait' };
  if (event.state === 'GONE') return { kind: 'settle', as: 'deletedThere' };
  if (event.state === 'WITHDRAWN') return { kind: isCreatable(occurrence, window) ? 'read' : 'wait' };
  const isPast = event.published !== null && isFrozen(event.published.times, window, timeZone);
  // Past events are not updated, unless the occurrence moves into the window or after it.
  if (isPast && isFrozen(want.times, window, timeZone)) return { kind: 'settle', as: 'published' };
  // The wanted content may already be in the calendar because of a crash, an edit there or an upgrade.
  // Nothing has to be written then.
  if (event.state === 'DELETING' || event.content === null) return { kind: 'read' };
  if (event.content === fingerprint(want)) return { kind: 'settle', as: 'published' };
  return { kind: 'update' };
}

/**
 * Returns true if the newest content was not written to the calendar yet. The service's content then takes
 * precedence over a change made in the calendar.
 */
export function hasUnwrittenContent(
  occurrence: Occurrence,
  event: MirroredEvent,
  want: EventContent | null,
): boolean {
  if (!isEligible(occurrence) || want === null) return false;
  if (event.content === null) return occurrence.syncVersion !== occurrence.syncedVersion;
  return fingerprint(want) !== event.content;
}

const RANK: Readonly<Record<Decision['kind'], number>> = {
  settle: 0,
  wait: 0,
  delete: 1,
  update: 2,
  read: 2,
  insert: 3,
};

/**
 * Orders occurrences for a sweep: first those for which nothing is written, then deletions, changes, and new events.
 * Within each group, the order stays the same.
 */
export function inSweepOrder(entries: readonly SweepEntry[], place: SweepPlace): readonly OccurrenceId[] {
  return entries
    .map((entry) => ({ id: entry.id, rank: RANK[decide(entry, place).kind] }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ id }) => id);
}

/** A write to the calendar, in the form that is stored before the request is sent. */
export type Intention = Pick<SweepEntry, 'occurrence' | 'want'> & { readonly event: MirroredEvent };

export type SweepStart =
  /**
   * Nothing has to be written. `isShown` is true if the calendar already has the content, or if the event is in the
   * past and is not changed.
   */
  | { readonly kind: 'settled'; readonly effects: Effects; readonly isShown: boolean }
  | {
      readonly kind: 'write';
      readonly call: CalendarCall;
      readonly intention: Intention;
      /** The changes to store before the request, which record that a write may happen. */
      readonly effects: Effects;
    };

/**
 * Returns the write that an occurrence needs, and the changes that must be stored before the request is sent.
 */
export function beginSweep(entry: SweepEntry, place: SweepPlace): SweepStart {
  const { id, occurrence, event, want } = entry;
  const decision = decide(entry, place);
  if (decision.kind === 'wait')
    // The calendar contains no event, and none is created while the occurrence is outside the window.
    return { kind: 'settled', effects: event === null ? {} : { event: null }, isShown: false };
  if (decision.kind === 'settle') {
    const { as } = decision;
    const isForgotten =
      event !== null && as === 'withdrawn' && (occurrence === null || event.state !== 'WITHDRAWN');
    const effects = {
      ...versionHandled(entry, as, occurrence?.syncVersion ?? 0),
      ...(isForgotten && { event: null }),
    };
    return { kind: 'settled', effects, isShown: as === 'published' };
  }
  const before = event ?? newEvent(place.household.id, id, place.calendarId, 'INTENT');
  if (decision.kind === 'delete' || occurrence === null || want === null) {
    const deleting = eventBeforeWrite(before, 'DELETING');
    const intention = { occurrence, want, event: deleting };
    const call = { kind: 'delete', eventId: deleting.eventId } as const;
    return { kind: 'write', call, intention, effects: { event: deleting } };
  }
  const intent = eventBeforeWrite(before, before.state === 'WITHDRAWN' ? 'DELETING' : before.state);
  const { eventId, etag: ifEtag, sequence } = intent;
  const writing = { eventId, event: toPublish(occurrence, want, place), made: 0 };
  const call: CalendarCall =
    decision.kind === 'update'
      ? { ...writing, kind: 'update', ifEtag, sequence }
      : { ...writing, kind: decision.kind };
  return { kind: 'write', call, intention: { occurrence, want, event: intent }, effects: { event: intent } };
}

function toPublish(
  { id, taskId }: Occurrence,
  { title, description, times }: RenderedEvent,
  { household: { id: householdId, timeZone } }: SweepPlace,
): EventToPublish {
  return { title, description, times, timeZone, owner: { occurrenceId: id, taskId, householdId } };
}

export type Conclusion = {
  readonly effects: Effects;
  readonly count: 'created' | 'updated' | 'deleted' | 'failed' | 'blocked' | null;
  /**
   * `goOn`: continue with the next occurrence. `retry`: the write failed but may succeed later. `stop`:
   * nothing else can be written now.
   */
  readonly then: 'goOn' | 'retry' | 'stop';
  /** The time in milliseconds before the next attempt. null if no other attempt is scheduled. */
  readonly pauseMs: number | null;
  /**
   * The failure that concerns this occurrence. null if the event was written, or if the failure only concerns the
   * whole calendar.
   */
  readonly problem: string | null;
};

const DONE = { count: null, then: 'goOn', pauseMs: null, problem: null } as const;
const STOPPED = { count: null, then: 'stop', pauseMs: null, problem: null } as const;

/**
 * Returns the changes to store after a write. `entry` is the current state. Its occurrence may be newer than
 * the one that was written.
 */
export function concludeSweep(
  entry: MirrorEntry,
  link: CalendarLink,
  { occurrence, event, want }: Intention,
  outcome: Exclude<WriteOutcome, Revoked>,
  { now, random }: { readonly now: Instant; readonly random: () => number },
): Conclusion {
  const version = occurrence?.syncVersion ?? 0;
  switch (outcome.kind) {
    case 'created':
    case 'updated':
    case 'adopted':
      return {
        ...DONE,
        count: outcome.kind === 'adopted' ? null : outcome.kind,
        effects: {
          event: eventShowing(event, outcome.version, want),
          ...versionHandled(entry, 'published', version),
        },
      };
    case 'deleted':
      return {
        ...DONE,
        count: 'deleted',
        effects: {
          event: entry.occurrence === null ? null : eventWithdrawn(event),
          ...versionHandled(entry, 'withdrawn', version),
        },
      };
    case 'deletedThere':
      return {
        ...DONE,
        effects: {
          event: eventAtVersion(eventBeforeWrite(event, 'GONE'), outcome.version),
          ...versionHandled(entry, 'deletedThere', version),
        },
      };
    case 'calendarGone':
    case 'noWriteAccess': {
      const reason = outcome.kind === 'calendarGone' ? 'CALENDAR_NOT_FOUND' : 'NO_WRITE_ACCESS';
      const denied =
        outcome.kind === 'noWriteAccess' && entry.occurrence !== null
          ? syncStatusChange(entry.occurrence, 'denied')
          : {};
      const effects = { ...denied, link: invalidateLink(link, reason), notification: reason } as const;
      return { ...STOPPED, effects, count: 'blocked' };
    }
    case 'rateLimited': {
      // The calendar and the occurrence each get a random pause. The next attempt is made after the longer
      // one.
      const cool = coolDownLink(link, outcome, now, random());
      const { effects, pauseMs } = planRetry(entry, {
        ...{ detail: outcome.kind, isFinal: false, floorMs: cool.pauseMs, now },
        random: random(),
      });
      return { ...STOPPED, effects: { ...effects, link: cool.link }, pauseMs, problem: outcome.kind };
    }
    case 'quotaExceeded': {
      const cool = coolDownLink(link, outcome, now, random());
      return { ...STOPPED, effects: { link: cool.link }, pauseMs: cool.pauseMs };
    }
    case 'misconfigured': {
      const cool = coolDownLink(link, { kind: 'quotaExceeded', retryAfterMs: null }, now, random());
      return { ...STOPPED, effects: { link: cool.link }, count: 'failed', pauseMs: cool.pauseMs };
    }
    case 'invalidRequest':
    case 'eventForbidden': {
      const problem = `${outcome.kind}: ${outcome.detail}`;
      const failing = { detail: problem, isFinal: true, floorMs: 0, now, random: random() };
      return { ...DONE, effects: planRetry(entry, failing).effects, count: 'failed', problem };
    }
    case 'transient': {
      const problem = outcome.detail;
      const failing = { detail: problem, isFinal: false, floorMs: 0, now, random: random() };
      return { ...planRetry(entry, failing), count: 'failed', then: 'retry', problem };
    }
  }
}
