import type { Recurrence } from '../recurrence/rule.js';
import type { Rotation } from '../rotation/rotation.js';
import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { CategoryId, MemberId } from '../shared/ids.js';
import type { Completion } from '../tasks/content.js';
import type { Instant, TimeZone } from '../shared/zone.js';

/**
 * Everything that a sentence is read against. The clock is not read inside: the same input gives the same
 * output.
 */
export type QuickAddContext = {
  /**
   * A BCP 47 tag: the language determines the words, and the region the order of `3/4`. An unknown language
   * is read as English.
   */
  readonly locale: string;
  readonly now: Instant;
  /** The household's time zone, in which "today" is determined. */
  readonly timeZone: TimeZone;
  readonly firstDayOfWeek: Weekday;
  readonly members: readonly {
    readonly id: MemberId;
    readonly displayName: string;
    /** False if the member is not meant by "everyone". */
    readonly takesTurns?: boolean;
  }[];
  readonly me: MemberId;
  readonly categories: readonly { readonly id: CategoryId; readonly name: string }[];
  /** Half-open UTF-16 ranges that the user took back. Nothing is read in them. */
  readonly ignore?: readonly (readonly [start: number, end: number])[];
};

export type QuickAddSoftDue =
  | { readonly kind: 'THIS_WEEK' | 'THIS_MONTH' }
  /** The date that was named, for "by Friday" and "before Friday" alike. */
  | { readonly kind: 'BEFORE'; readonly date: CivilDate };

export type QuickAddPriority = 'LOW' | 'NORMAL' | 'HIGH' | 'URGENT';

export type QuickAddTask = {
  /** NFC. Empty if the sentence contains only dates and markers. */
  readonly title: string;
  readonly notes: string | null;
  /** For a series, its first date. */
  readonly date: CivilDate | null;
  readonly time: CivilTime | null;
  /** From 1 to 1440. */
  readonly durationMinutes: number | null;
  /** True if there is a date and no time. */
  readonly allDay: boolean;
  /** In canonical form: parts that follow from the start are written out. */
  readonly recurrence: Recurrence | null;
  /** Only for a series. The assignees then follow from the rotation, and `responsibleMemberIds` is empty. */
  readonly rotation: Rotation | null;
  /** Two or more members do it together. */
  readonly responsibleMemberIds: readonly MemberId[];
  /** With `all`, each of them does it separately. */
  readonly completion: Completion;
  readonly category: { readonly id: CategoryId } | { readonly newName: string } | null;
  readonly priority: QuickAddPriority;
  readonly visibility: 'PERSONAL' | 'SHARED';
  /** Only without a date. */
  readonly softDue: QuickAddSoftDue | null;
  readonly checklist: readonly { readonly title: string }[];
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

/** Characters that were read as something. `start` and `end` are UTF-16 offsets into the original text. */
export type QuickAddSpan = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: SpanKind;
  readonly value: unknown;
  /** Below 1 if people disagree about the meaning; `alternatives` then lists other readings. */
  readonly confidence?: number;
  readonly alternatives?: readonly Alternative[];
};

export type QuickAddWarningCode =
  | 'UNKNOWN_MEMBER'
  | 'AMBIGUOUS_MEMBER'
  | 'NEW_CATEGORY'
  /** A PERSONAL task can only use existing categories, so the name went back to the title. */
  | 'UNKNOWN_CATEGORY'
  /** Said twice: the last one counts, and this one went back to the title. */
  | 'SUPERSEDED'
  /** Something that it needs is missing from the sentence, so it went back to the title. */
  | 'NOT_APPLICABLE'
  /** It says when the task is, but cannot be read, so it stays in the title. */
  | 'NOT_UNDERSTOOD'
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
      /** In order, without overlaps. */
      readonly spans: readonly QuickAddSpan[];
      readonly warnings: readonly QuickAddWarning[];
    }
  /**
   * One sentence is one task. If a following line is not a checklist item, the caller refuses the whole text.
   */
  | {
      readonly kind: 'severalSentences';
      readonly lines: readonly { readonly start: number; readonly end: number }[];
    };
