import type { CivilTime } from '../shared/civil-time.js';
import type { CategoryId } from '../shared/ids.js';

/** Most urgent first: the position is the order of lists. */
export const PRIORITIES = ['URGENT', 'HIGH', 'NORMAL', 'LOW'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const VISIBILITIES = ['PERSONAL', 'SHARED'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** What is written about a task: the same in a draft, an edit, a series, a template and each occurrence. */
export type TaskContent = {
  readonly title: string;
  readonly notes: string | null;
  readonly categoryId: CategoryId | null;
  readonly visibility: Visibility;
  readonly priority: Priority;
  /** Wall-clock time in the household's zone; never without a date. */
  readonly time: CivilTime | null;
  readonly durationMinutes: number | null;
  readonly allDay: boolean;
  /** Minutes before the start. */
  readonly reminders: readonly number[];
  /**
   * From how many days before its date it is shown among what is to come, and reminded of; null: always. Until then it is
   * where all is listed.
   */
  readonly showFrom: number | null;
};

export const SHOW_FROM_MAX_DAYS = 366;

/** What a field is where nobody has said it. */
export const EMPTY_CONTENT: TaskContent = {
  title: '',
  notes: null,
  categoryId: null,
  visibility: 'SHARED',
  priority: 'NORMAL',
  time: null,
  durationMinutes: null,
  allDay: false,
  reminders: [],
  showFrom: null,
};

/** All of them: a field that the content gains does not compile until it stands above. */
export const CONTENT_FIELDS = Object.keys(EMPTY_CONTENT) as readonly (keyof TaskContent)[];

/** The content alone, of something that has more fields. */
export function pickContent(source: TaskContent): TaskContent {
  return Object.fromEntries(CONTENT_FIELDS.map((field) => [field, source[field]])) as TaskContent;
}
