import type { CivilDate } from '../shared/civil-date.js';
import type { HouseholdId, OccurrenceId, TaskId } from '../shared/ids.js';
import type { Instant, TimeZone } from '../shared/zone.js';

/** When an event is: whole days, or from one instant to another. */
export type EventTimes =
  | {
      readonly kind: 'days';
      readonly from: CivilDate;
      /** The first day that does not belong to it any more; later than `from`. */
      readonly until: CivilDate;
    }
  | {
      readonly kind: 'instants';
      readonly start: Instant;
      /** Not before `start`. */
      readonly end: Instant;
    };

/** What an event shows. */
export type EventContent = {
  readonly title: string;
  /** HTML, as calendars show it. */
  readonly description: string;
  readonly times: EventTimes;
};

/** Whose event it is, as kept with the event itself, out of its users' sight. */
export type EventOwner = {
  readonly occurrenceId: OccurrenceId;
  readonly taskId: TaskId;
  readonly householdId: HouseholdId;
};

/** What is published: the whole event, which replaces whatever stood there. */
export type EventToPublish = EventContent & {
  /** Of the household: the zone in which the wall times are meant. */
  readonly timeZone: TimeZone;
  readonly owner: EventOwner;
};

/** What of an event comes back to its task. */
export type EventCore = Pick<EventContent, 'title' | 'times'>;

const EVENT_ID = /^gn([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** The id of the only event that an occurrence ever has in a calendar. */
export function toEventId(id: OccurrenceId): string {
  return `gn${id.replaceAll('-', '').toLowerCase()}`;
}

/** Whose event it is; null: none of ours. */
export function occurrenceOfEvent(eventId: string): OccurrenceId | null {
  const groups = EVENT_ID.exec(eventId)?.slice(1);
  return groups === undefined ? null : (groups.join('-') as OccurrenceId);
}
