import type { AccountUsage } from '../../domain/limits/limits.js';

const MEGABYTE = 1_048_576;

type Describe = (most: number) => string;

const rows =
  (name: string): Describe =>
  (most) =>
    `${most.toLocaleString('en')} ${name}`;

const megabytes =
  (name: string): Describe =>
  (most) =>
    `${(most / MEGABYTE).toLocaleString('en')} MB of ${name}`;

const DESCRIPTIONS: Readonly<Record<keyof AccountUsage, Describe>> = {
  openSeries: rows('open series'),
  openOccurrences: rows('open occurrences'),
  textBytes: megabytes('titles, notes and checklists of open occurrences'),
  categories: rows('categories'),
  openAndDeletedOccurrences: rows('occurrences that are open or in the trash'),
  openAndDeletedTextBytes: megabytes(
    'titles, notes and checklists of occurrences that are open or in the trash',
  ),
  shoppingItems: rows('shopping items'),
  shoppingNames: rows('remembered names of shopping items'),
  templates: rows('templates'),
  shoppingLists: rows('shopping lists besides the first ones'),
  dayCalendars: rows('day calendars'),
  pauses: rows('pauses'),
  invitations: rows('open invitations'),
  displays: rows('displays'),
  passes: rows('guest passes'),
  feeds: rows('calendar feeds'),
  membersWithoutAccount: rows('members without an account, including former ones'),
  attachmentBytes: megabytes('files'),
};

/** Returns a limit in words for an error message, such as "500 open series". `most` is in rows or bytes. */
export function describeLimit(limit: keyof AccountUsage, most: number): string {
  return DESCRIPTIONS[limit](most);
}
