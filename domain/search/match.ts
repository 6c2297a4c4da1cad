import { toDayNumber, type CivilDate } from '../shared/civil-date.js';
import { fold } from '../shared/fold.js';
import { compareSortKeys, type SortKey } from '../shared/page.js';
import type { CategoryId, MemberId, OccurrenceId, SeriesId, TaskId } from '../shared/ids.js';
import type { ShoppingItemId } from '../shopping/item.js';
import type { Occurrence } from '../tasks/occurrence.js';
import { UNDATED } from '../tasks/views.js';
import type { TemplateId } from '../templates/template.js';

/** In the order in which what fits alike is shown. SERIES: a task that repeats, TASK: one that does not. */
export const MATCH_KINDS = ['TASK', 'SERIES', 'MEMBER', 'SHOPPING', 'CATEGORY', 'TEMPLATE'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/** What goes by one name. */
export type NameMatch = {
  readonly kind: Exclude<MatchKind, 'TASK' | 'SERIES'>;
  readonly id: MemberId | ShoppingItemId | CategoryId | TemplateId;
  readonly title: string;
};

/** A task, by the one of its occurrences that fits and is asked for most likely: see `compareRows`. */
export type TaskMatch = {
  readonly taskId: TaskId;
  readonly seriesId: SeriesId | null;
  readonly occurrenceId: OccurrenceId;
  readonly title: string;
  readonly date: CivilDate | null;
  readonly responsibleMemberIds: readonly MemberId[];
};

const MAX_WORDS = 8;

/** What is searched for: each of these has to be found, wherever. At most eight; empty where nothing can be. */
export function searchedWords(q: string): readonly string[] {
  return [...new Set(fold(q).split(/\s+/u))].filter((word) => word !== '').slice(0, MAX_WORDS);
}

/** How well a title fits: 0 begins with the first word, 1 has all of them, 2 leaves some to the notes. */
export function titleRank(title: string, words: readonly string[]): 0 | 1 | 2 {
  const folded = fold(title);
  if (!words.every((word) => folded.includes(word))) return 2;
  return folded.startsWith(words[0] ?? '') ? 0 : 1;
}

/** Of a task the next open occurrence, else the latest that is overdue, else the last; of tasks likewise. */
export function compareRows(today: CivilDate): (a: Occurrence, b: Occurrence) => number {
  const toKey = ({ status, date, id }: Occurrence): SortKey => {
    const day = toDayNumber(date ?? (UNDATED as CivilDate));
    const isOpen = status === 'TODO';
    const distance = isOpen ? Math.abs(day - toDayNumber(today)) : -day;
    return [isOpen ? 0 : 1, isOpen && day < toDayNumber(today) ? 1 : 0, distance, id];
  };
  return (a, b) => compareSortKeys(toKey(a), toKey(b));
}
