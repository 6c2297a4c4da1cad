import type { CivilDate } from '../shared/civil-date.js';
import type { HouseholdId, OccurrenceId, TaskId } from '../shared/ids.js';
import type { Instant, TimeZone } from '../shared/zone.js';

/** The time of an event. It covers whole days, or lasts from one instant to another. */
export type EventTimes =
  | {
      readonly kind: 'days';
      readonly from: CivilDate;
      /** The first day after the event. It is later than `from`. */
      readonly until: CivilDate;
    }
  | {
      readonly kind: 'instants';
      readonly start: Instant;
      /** The end of the event. It is not before `start`. */
      readonly end: Instant;
    };

/** The visible content of an event. */
export type EventContent = {
  readonly title: string;
  /** The description as HTML, because calendar programs show HTML. */
  readonly description: string;
  readonly times: EventTimes;
};

/**
 * The occurrence to which an event belongs, stored in private properties of the event that users do not see.
 */
export type EventOwner = {
  readonly occurrenceId: OccurrenceId;
  readonly taskId: TaskId;
  readonly householdId: HouseholdId;
};

/** A complete event to be written. It replaces the existing event. */
export type EventToPublish = EventContent & {
  /** The household's time zone, for wall-clock times. */
  readonly timeZone: TimeZone;
  readonly owner: EventOwner;
};

/** The parts of an event that are copied back to its task if somebody changes them in the calendar. */
export type EventCore = Pick<EventContent, 'title' | 'times'>;

const EVENT_ID = /^gn([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/**
 * Returns the id of an occurrence's event. It is derived from the occurrence id, so an occurrence has at most
 * one event per calendar.
 */
export function toEventId(id: OccurrenceId): string {
  return `gn${id.replaceAll('-', '').toLowerCase()}`;
}

/**
 * Returns the occurrence to which an event id belongs. Returns null if this service did not create the id.
 */
export function occurrenceOfEvent(eventId: string): OccurrenceId | null {
  const groups = EVENT_ID.exec(eventId)?.slice(1);
  return groups === undefined ? null : (groups.join('-') as OccurrenceId);
}
