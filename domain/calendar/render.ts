import type { CategoryId, HouseholdId, MemberId } from '../shared/ids.js';
import type { Household } from '../households/household.js';
import { calendarTitle } from '../households/calendar-title.js';
import { addDays } from '../shared/civil-date.js';
import { toInstant } from '../shared/zone.js';
import type { DatedOccurrence } from './eligibility.js';
import type { EventContent, EventTimes } from './event.js';
import { MINUTE_MS } from '../shared/durations.js';

export const CHECK_MARK = '✓ ';
const TITLE_LENGTH = 1024;
const DESCRIPTION_LENGTH = 8000;
const DAY_MINUTES = 1440;
/**
 * The length of an event, in minutes, for a task with a time but no duration. Calendar programs hardly show
 * events without a length.
 */
export const DEFAULT_MINUTES = 30;

/** The data that events show in addition to the task. */
export type RenderContext = {
  readonly household: Pick<Household, 'id' | 'timeZone' | 'calendarTitleFormat' | 'locale'>;
  readonly memberNames: ReadonlyMap<MemberId, string>;
  readonly categoryNames: ReadonlyMap<CategoryId, string>;
  readonly linkTo: (householdId: HouseholdId, occurrenceId: DatedOccurrence['id']) => string;
};

/** The text that the household's format puts before and after a title. */
export type TitleFrame = { readonly before: string; readonly behind: string };

function frameTitle(occurrence: DatedOccurrence, { household, memberNames }: RenderContext): TitleFrame {
  const members = occurrence.responsibleMemberIds.flatMap((id) => memberNames.get(id) ?? []);
  const place = '\u0000';
  const [before = '', ...rest] = calendarTitle(household.calendarTitleFormat, {
    title: place,
    members,
  }).split(place);
  return { before, behind: rest.join('') };
}

/** The content that an event should have, and the text that surrounds its title. */
export type RenderedEvent = EventContent & { readonly frame: TitleFrame };

/** Returns the event content of an occurrence that may have an event. */
export function renderEvent(occurrence: DatedOccurrence, context: RenderContext): RenderedEvent {
  const frame = frameTitle(occurrence, context);
  return {
    frame,
    title: renderTitle(occurrence, frame),
    description: renderDescription(occurrence, context),
    times: renderTimes(occurrence, context),
  };
}

/**
 * Returns the event title. If it is too long, the title of the task is shortened, and the names of the
 * assignees are kept.
 */
function renderTitle({ title, status }: DatedOccurrence, { before, behind }: TitleFrame): string {
  const mark = status === 'DONE' ? CHECK_MARK : '';
  const titleLength = Math.max(0, TITLE_LENGTH - mark.length - before.length - behind.length);
  return `${mark}${before}${cut(title, titleLength)}${behind}`.slice(0, TITLE_LENGTH);
}

function renderTimes(
  { date, time, durationMinutes }: DatedOccurrence,
  { household }: RenderContext,
): EventTimes {
  if (time === null) {
    const days = Math.max(1, Math.ceil((durationMinutes ?? 0) / DAY_MINUTES));
    return { kind: 'days', from: date, until: addDays(date, days) };
  }
  const start = toInstant(household.timeZone, date, time);
  return { kind: 'instants', start, end: start + (durationMinutes ?? DEFAULT_MINUTES) * MINUTE_MS };
}

const WORDS = {
  en: { category: 'Category', responsible: 'Responsible', open: 'Open the task' },
  fr: { category: 'Catégorie', responsible: 'Responsable', open: 'Ouvrir la tâche' },
} as const;

function renderDescription(occurrence: DatedOccurrence, context: RenderContext): string {
  const { household, memberNames, categoryNames, linkTo } = context;
  const words = WORDS[household.locale];
  const category = occurrence.categoryId === null ? undefined : categoryNames.get(occurrence.categoryId);
  const members = occurrence.responsibleMemberIds.flatMap((id) => memberNames.get(id) ?? []);
  const link = escaped(linkTo(household.id, occurrence.id));
  const last = `<a href="${link}">${words.open}</a>`;
  const lines = [
    ...(category === undefined ? [] : [`${words.category}: ${escaped(cut(category, 200))}`]),
    ...(members.length === 0 ? [] : [`${words.responsible}: ${escaped(cut(members.join(', '), 1000))}`]),
    last,
  ];
  const text = lines.join('<br>');
  return text.length <= DESCRIPTION_LENGTH ? text : last;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Cuts the text to at most `length` UTF-16 code units without splitting a surrogate pair. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}

/** Returns a text that is equal for two contents if and only if they look the same. */
export function fingerprint({ title, description, times }: EventContent): string {
  const span = times.kind === 'days' ? [times.from, times.until] : [times.start, times.end];
  return JSON.stringify([title, description, times.kind, ...span]);
}

export function sameTimes(one: EventTimes | null, other: EventTimes | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.kind === 'days')
    return other.kind === 'days' && one.from === other.from && one.until === other.until;
  return other.kind === 'instants' && one.start === other.start && one.end === other.end;
}
