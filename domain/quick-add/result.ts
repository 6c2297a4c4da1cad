import type { Recurrence } from '../recurrence/rule.js';
import type { Rotation } from '../rotation/rotation.js';
import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { CategoryId, MemberId } from '../shared/ids.js';
import type { Completion } from '../tasks/content.js';
import type { Instant, TimeZone } from '../shared/zone.js';

/**
 * The data that is needed to read a sentence. It includes the current time, so that the same input always
 * gives the same result.
 */
export type QuickAddContext = {
  /**
   * A BCP 47 tag. The language determines the words, and the region determines the order of day and month in
   * `3/4`. In a language that quick add does not know, it reads only markers and ISO dates.
   */
  readonly locale: string;
  /**
   * The locale of the account, if `locale` was chosen for the sentence. The month is then first in `3/4` only if both of
   * them write it so.
   */
  readonly accountLocale?: string;
  readonly now: Instant;
  /** The household's time zone, which determines the date of "today". */
  readonly timeZone: TimeZone;
  readonly firstDayOfWeek: Weekday;
  readonly members: readonly {
    readonly id: MemberId;
    readonly displayName: string;
    /** True if "everyone" includes the member. The default is true. */
    readonly takesTurns?: boolean;
  }[];
  readonly me: MemberId;
  readonly categories: readonly { readonly id: CategoryId; readonly name: string }[];
  /**
   * Half-open ranges (in UTF-16 code units) whose reading the user has rejected. They are not read and stay
   * in the title.
   */
  readonly ignore?: readonly (readonly [start: number, end: number])[];
};

export type QuickAddSoftDue =
  | { readonly kind: 'THIS_WEEK' | 'THIS_MONTH' }
  /** `date` is the last day of the period. "By Friday" and "before Friday" both give Friday. */
  | { readonly kind: 'BEFORE'; readonly date: CivilDate };

export type QuickAddPriority = 'LOW' | 'NORMAL' | 'HIGH' | 'URGENT';

export type QuickAddTask = {
  /** The title in NFC. It is empty if the sentence contains only dates and markers. */
  readonly title: string;
  readonly notes: string | null;
  /** The date of the task. For a series, this is the first date. */
  readonly date: CivilDate | null;
  readonly time: CivilTime | null;
  /** The duration from 1 to 1440 minutes. */
  readonly durationMinutes: number | null;
  /** True if the task has a date and no time. */
  readonly allDay: boolean;
  /**
   * The recurrence in canonical form: a part that RFC 5545 derives from the start date, such as the weekday,
   * is written out.
   */
  readonly recurrence: Recurrence | null;
  /**
   * The rotation, only for a series. The rotation then determines the assignees, and `responsibleMemberIds`
   * is empty.
   */
  readonly rotation: Rotation | null;
  /**
   * The assignees. If there are several, `completion` says whether they do the task together or each of them
   * separately.
   */
  readonly responsibleMemberIds: readonly MemberId[];
  /** How several assignees complete the task. With `all`, each of them does it separately. */
  readonly completion: Completion;
  readonly category: { readonly id: CategoryId } | { readonly newName: string } | null;
  readonly priority: QuickAddPriority;
  readonly visibility: 'PERSONAL' | 'SHARED';
  /** The soft due date. It is null if the task has a date. */
  readonly softDue: QuickAddSoftDue | null;
  readonly checklist: readonly { readonly title: string; readonly done: boolean }[];
  /** True if the sentence is a line of a list whose box is ticked: `[x] Wash car`. */
  readonly done: boolean;
};

export const SPAN_KINDS = [
  'literal',
  'notes',
  'checklist',
  'members',
  'category',
  'priority',
  'visibility',
  'recurrence',
  'start',
  'until',
  'count',
  'except',
  'rotation',
  'timeRange',
  'date',
  'dateTime',
  'time',
  'softDue',
  'duration',
] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

export type Alternative = { readonly kind: SpanKind; readonly value: unknown };

/**
 * A part of the original text that was read as a field, or as a quoted title (kind `literal`). `start` and `end` are
 * UTF-16 offsets into the original text.
 */
export type QuickAddSpan = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: SpanKind;
  readonly value: unknown;
  /**
   * Below 1 if people understand the text differently. `alternatives` then lists the other readings, if they are
   * known.
   */
  readonly confidence?: number;
  readonly alternatives?: readonly Alternative[];
};

export type QuickAddWarningCode =
  | 'UNKNOWN_MEMBER'
  | 'AMBIGUOUS_MEMBER'
  | 'NEW_CATEGORY'
  /**
   * The task is PERSONAL and can only use existing categories. The category name was returned to the title.
   */
  | 'UNKNOWN_CATEGORY'
  /**
   * The sentence gives two values for one field, and this one was returned to the title. The last one is used, but a
   * date always replaces a due period. Two dates or times with words between them are `NOT_UNDERSTOOD`.
   */
  | 'SUPERSEDED'
  /**
   * This text does not fit the rest of the sentence, so it was returned to the title. An example is a rotation
   * without a repetition.
   */
  | 'NOT_APPLICABLE'
  /** The text seems to say when the task is, but could not be understood. It stays in the title. */
  | 'NOT_UNDERSTOOD'
  /** A number of times per week, month or year, without the days. It stays in the title. */
  | 'DAYS_NOT_NAMED'
  /** The box of the line is ticked, but the task is created open. */
  | 'NOT_COMPLETED'
  /** Quick add does not know the language. It reads only markers and ISO dates. */
  | 'LANGUAGE_NOT_SUPPORTED'
  | 'DATE_RANGE'
  | 'AMBIGUOUS'
  | 'PAST_DATE'
  | 'WEEKDAY_MISMATCH'
  | 'UNTIL_BEFORE_START'
  | 'WEEK_PARITY';

export type QuickAddWarning = {
  readonly code: QuickAddWarningCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
};

export type QuickAddResult =
  | {
      readonly kind: 'task';
      readonly task: QuickAddTask;
      /** The parts of the text that were read, in order and without overlaps. */
      readonly spans: readonly QuickAddSpan[];
      readonly warnings: readonly QuickAddWarning[];
    }
  /**
   * The text has several sentences, but only one sentence can become a task. The caller refuses the whole
   * text.
   */
  | {
      readonly kind: 'severalSentences';
      readonly lines: readonly { readonly start: number; readonly end: number }[];
    };
