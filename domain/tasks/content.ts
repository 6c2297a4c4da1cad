import type { Visibility } from '../shared/visibility.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { CategoryId } from '../shared/ids.js';

/** Most urgent first: the position is the order of lists. */
export const PRIORITIES = ['URGENT', 'HIGH', 'NORMAL', 'LOW'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Of several who are responsible: whether the tick of one is enough, or each has one of their own. */
export const COMPLETIONS = ['any', 'all'] as const;
export type Completion = (typeof COMPLETIONS)[number];

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
  /** How it goes on reminding, as long as it is to do; null: it does not. */
  readonly nag: Nag | null;
  /** From how many minutes after its start others are told that it is still to do; null: never. Not of what is personal. */
  readonly escalateAfterMinutes: number | null;
  readonly completion: Completion;
};

/** So many reminders more, from its start on. */
export type Nag = { readonly everyMinutes: number; readonly times: number };

export const NAG_MINUTES = { min: 15, max: 1_440 } as const;
export const NAG_TIMES = { min: 1, max: 5 } as const;
export const ESCALATE_MINUTES = { min: 15, max: 10_080 } as const;

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
  nag: null,
  escalateAfterMinutes: null,
  completion: 'any',
};

/** All of them: a field that the content gains does not compile until it stands above. */
export const CONTENT_FIELDS = Object.keys(EMPTY_CONTENT) as readonly (keyof TaskContent)[];

/** The content alone, of something that has more fields. */
export function pickContent(source: TaskContent): TaskContent {
  return Object.fromEntries(CONTENT_FIELDS.map((field) => [field, source[field]])) as TaskContent;
}
