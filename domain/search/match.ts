import { toDayNumber, type CivilDate } from '../shared/civil-date.js';
import { fold } from '../shared/normal-form.js';
import { compareSortKeys, type SortKey } from '../shared/page.js';
import type { CategoryId, MemberId, OccurrenceId, SeriesId, TaskId } from '../shared/ids.js';
import type { ShoppingItemId } from '../shopping/item.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { UNDATED_KEY } from '../tasks/views.js';
import type { TemplateId } from '../templates/template.js';

/**
 * The kinds of search results. Equally good matches are sorted in this order, except that TASK and SERIES are mixed.
 * SERIES is a repeating task, TASK a task that does not repeat.
 */
export const MATCH_KINDS = ['TASK', 'SERIES', 'MEMBER', 'SHOPPING', 'CATEGORY', 'TEMPLATE'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/** A search result that is not a task and has a single name, such as a member or a category. */
export type NameMatch = {
  readonly kind: Exclude<MatchKind, 'TASK' | 'SERIES'>;
  readonly id: MemberId | ShoppingItemId | CategoryId | TemplateId;
  readonly title: string;
};

/** A task that matches. It is represented by its most relevant occurrence, see `compareRows`. */
export type TaskMatch = {
  readonly taskId: TaskId;
  readonly seriesId: SeriesId | null;
  readonly occurrenceId: OccurrenceId;
  readonly title: string;
  readonly date: CivilDate | null;
  readonly responsibleMemberIds: readonly MemberId[];
};

const MAX_WORDS = 8;

/**
 * Returns the words to search for, at most eight. A result must contain all of them, in any order. The result
 * is empty if the query contains no words.
 */
export function searchedWords(q: string): readonly string[] {
  return [...new Set(fold(q).split(/\s+/u))].filter((word) => word !== '').slice(0, MAX_WORDS);
}

/**
 * Returns how well a title matches. 0: it contains all words and begins with the first one. 1: it contains all words.
 * 2: it does not contain all words.
 */
export function titleRank(title: string, words: readonly string[]): 0 | 1 | 2 {
  const folded = fold(title);
  if (!words.every((word) => folded.includes(word))) return 2;
  return folded.startsWith(words[0] ?? '') ? 0 : 1;
}

/**
 * Returns a comparison function that sorts the most relevant occurrence first: the next open occurrence, then
 * the latest overdue one, then the latest other one.
 *
 * @internal Only tests call it: the SQL in adapters/postgres implements the same rule.
 */
export function compareRows(today: CivilDate): (a: Occurrence, b: Occurrence) => number {
  const toKey = ({ status, date, id }: Occurrence): SortKey => {
    const day = toDayNumber(date ?? (UNDATED_KEY as CivilDate));
    const isOpen = status === 'TODO';
    const distance = isOpen ? Math.abs(day - toDayNumber(today)) : -day;
    return [isOpen ? 0 : 1, isOpen && day < toDayNumber(today) ? 1 : 0, distance, id];
  };
  return (a, b) => compareSortKeys(toKey(a), toKey(b));
}
