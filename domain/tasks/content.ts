import type { Visibility } from '../shared/visibility.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { CategoryId } from '../shared/ids.js';

/** The priorities, most urgent first. Lists sort tasks with the same date and time by the position in this array. */
export const PRIORITIES = ['URGENT', 'HIGH', 'NORMAL', 'LOW'] as const;
export type Priority = (typeof PRIORITIES)[number];

/**
 * How a task with several assignees is completed. `any`: one tick is enough. `all`: each assignee ticks
 * separately.
 */
export const COMPLETIONS = ['any', 'all'] as const;
export type Completion = (typeof COMPLETIONS)[number];

/** The content of a task, which is the same in a draft, an edit, a series, a template and each occurrence. */
export type TaskContent = {
  readonly title: string;
  readonly notes: string | null;
  readonly categoryId: CategoryId | null;
  readonly visibility: Visibility;
  readonly priority: Priority;
  /** The start as wall-clock time in the household's time zone. null if the task has no date or no time of day. */
  readonly time: CivilTime | null;
  readonly durationMinutes: number | null;
  readonly allDay: boolean;
  /** The reminders, each as a number of minutes before the start. */
  readonly reminders: readonly number[];
  /**
   * How many days before its date the task is listed as upcoming and its reminders are sent. Lists of all
   * tasks contain it in any case. null means no limit.
   */
  readonly showFrom: number | null;
  /** The repeated reminders while the task is not done. null means that there are none. */
  readonly nag: Nag | null;
  /** After how many minutes from its start other members are notified that the task is not done. null means never. */
  readonly escalateAfterMinutes: number | null;
  readonly completion: Completion;
};

/**
 * Reminders after the start of a task that is not done yet: `times` of them, the first `everyMinutes` after the
 * start.
 */
export type Nag = { readonly everyMinutes: number; readonly times: number };

export const NAG_MINUTES = { min: 15, max: 1_440 } as const;
export const NAG_TIMES = { min: 1, max: 5 } as const;
export const ESCALATE_MINUTES = { min: 15, max: 10_080 } as const;

export const SHOW_FROM_MAX_DAYS = 366;

/** The default value of each field. */
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

/** All fields of the content. A new field does not compile until EMPTY_CONTENT contains it. */
export const CONTENT_FIELDS = Object.keys(EMPTY_CONTENT) as readonly (keyof TaskContent)[];

/** Returns only the content of an object with more fields. */
export function pickContent(source: TaskContent): TaskContent {
  return Object.fromEntries(CONTENT_FIELDS.map((field) => [field, source[field]])) as TaskContent;
}
