import { toDayNumber } from '../shared/civil-date.js';
import { civilMomentAt, type TimeZone } from '../shared/zone.js';
import type { OccurrenceEdit } from '../tasks/edit.js';
import type { Occurrence } from '../tasks/occurrence.js';
import type { EventTimes } from './event.js';
import type { MirroredEvent } from './mirrored-event.js';
import { sameTimes, type TitleFrame } from './render.js';
import { MINUTE_MS } from '../shared/durations.js';
import { normalize } from '../shared/normal-form.js';

const MARKS = /^(?:[✓✔☑✅]\uFE0F?\s*)+/u;
const TITLE_LENGTH = 200;
const DAY_MINUTES = 1440;

/** The current content of an event in the calendar. */
export type ShownContent = { readonly title: string; readonly times: EventTimes | null };

/**
 * Returns the changes that somebody made in the calendar, as an edit of the occurrence. Returns null if there
 * are none. Only differences from the published content count, so that the service never treats its own write
 * as a change.
 */
export function findRemoteEdit(
  occurrence: Occurrence,
  shown: ShownContent,
  published: NonNullable<MirroredEvent['published']>,
  frame: TitleFrame,
  zone: TimeZone,
): OccurrenceEdit | null {
  const title = shown.title === published.title ? null : bareTitle(shown.title, [frame, published.frame]);
  const changes: OccurrenceEdit = {
    ...(title !== null && title !== '' && title !== occurrence.title && { title }),
    ...(shown.times !== null &&
      !sameTimes(shown.times, published.times) &&
      readSchedule(occurrence, shown.times, published.times, zone)),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}

/**
 * Converts text from the calendar to a valid title: NFC, with spaces instead of control characters, without lone
 * surrogates and too many combining marks, and cut at the maximum length.
 */
function asTitle(text: string): string {
  const written = text
    .slice(0, 4 * TITLE_LENGTH)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ');
  return Array.from(normalize(written).trim()).slice(0, TITLE_LENGTH).join('').trim();
}

/**
 * Returns the title without the parts that the service adds to it, namely check marks and the names of the
 * assignees.
 */
function bareTitle(shown: string, frames: readonly TitleFrame[]): string {
  let title = shown.replace(MARKS, '').trim();
  const framed = frames.find(
    ({ before, behind }) =>
      before + behind !== '' &&
      title.length >= before.length + behind.length &&
      title.startsWith(before) &&
      title.endsWith(behind),
  );
  if (framed !== undefined)
    title = title.slice(framed.before.length, title.length - framed.behind.length).trim();
  return asTitle(title);
}

function readSchedule(
  occurrence: Occurrence,
  times: EventTimes,
  published: EventTimes,
  zone: TimeZone,
): OccurrenceEdit {
  const keepsLength = countMinutes(times) === countMinutes(published) && times.kind === published.kind;
  const durationMinutes = keepsLength ? occurrence.durationMinutes : readDuration(occurrence, times);
  if (times.kind === 'days') return { date: times.from, time: null, allDay: true, durationMinutes };
  const { date, time } = civilMomentAt(zone, times.start);
  return { date, time, allDay: false, durationMinutes };
}

/**
 * Returns the duration of the event in minutes. A single whole day does not say how long the task takes. The known
 * duration is kept then, or null is returned if it is unknown or longer than a day.
 */
function readDuration({ durationMinutes }: Occurrence, times: EventTimes): number | null {
  const minutes = countMinutes(times);
  if (times.kind === 'instants') return Math.max(1, minutes);
  if (minutes > DAY_MINUTES) return minutes;
  return durationMinutes !== null && durationMinutes <= DAY_MINUTES ? durationMinutes : null;
}

function countMinutes(times: EventTimes): number {
  if (times.kind === 'days') return (toDayNumber(times.until) - toDayNumber(times.from)) * DAY_MINUTES;
  return Math.round((times.end - times.start) / MINUTE_MS);
}
