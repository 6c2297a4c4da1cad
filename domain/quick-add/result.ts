import type { Recurrence } from '../recurrence/rule.js';
import type { Rotation } from '../rotation/rotation.js';
import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { CivilTime } from '../shared/civil-time.js';
import type { CategoryId, MemberId } from '../shared/ids.js';
import type { Completion } from '../tasks/content.js';
import type { Instant, TimeZone } from '../shared/zone.js';

/** All that a sentence is read against. There is no clock inside: the same input gives the same output. */
export type QuickAddContext = {
  /** BCP 47; the language chooses the words, the region the order of `3/4`. An unknown language reads as English. */
  readonly locale: string;
  readonly now: Instant;
  /** The household's: "today" is its date. */
  readonly timeZone: TimeZone;
  readonly firstDayOfWeek: Weekday;
  readonly members: readonly {
    readonly id: MemberId;
    readonly displayName: string;
    /** false: they are not meant by "everyone". */
    readonly takesTurns?: boolean;
  }[];
  readonly me: MemberId;
  readonly categories: readonly { readonly id: CategoryId; readonly name: string }[];
  /** Half-open UTF-16 ranges that the user took back: nothing is read in them. */
  readonly ignore?: readonly (readonly [start: number, end: number])[];
};

export type SoftDue =
  | { readonly kind: 'THIS_WEEK' | 'THIS_MONTH' }
  /** The date that was said, for "by Friday" and "before Friday" alike. */
  | { readonly kind: 'BEFORE'; readonly date: CivilDate };

export type QuickAddPriority = 'LOW' | 'NORMAL' | 'HIGH' | 'URGENT';

export type QuickAddTask = {
  /** NFC; empty when the sentence says nothing but dates and markers. */
  readonly title: string;
  readonly notes: string | null;
  /** Of a series: its first date. */
  readonly date: CivilDate | null;
  readonly time: CivilTime | null;
  /** 1 to 1440. */
  readonly durationMinutes: number | null;
  /** True when there is a date and no time. */
  readonly allDay: boolean;
  /** In canonical form: what the start implies is written out. */
  readonly recurrence: Recurrence | null;
  /** Only of a series; who is responsible then follows from it, and `responsibleMemberIds` is empty. */
  readonly rotation: Rotation | null;
  /** Two or more: together. */
  readonly responsibleMemberIds: readonly MemberId[];
  /** `all`: each of them for themselves. */
  readonly completion: Completion;
  readonly category: { readonly id: CategoryId } | { readonly newName: string } | null;
  readonly priority: QuickAddPriority;
  readonly visibility: 'PERSONAL' | 'SHARED';
  /** Only without a date. */
  readonly softDue: SoftDue | null;
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

/** Characters that were read as something; `start` and `end` are UTF-16 offsets into the text as it came. */
export type QuickAddSpan = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: SpanKind;
  readonly value: unknown;
  /** Below 1 where people differ about the meaning; `alternatives` then says what else it could be. */
  readonly confidence?: number;
  readonly alternatives?: readonly Alternative[];
};

export type QuickAddWarningCode =
  | 'UNKNOWN_MEMBER'
  | 'AMBIGUOUS_MEMBER'
  | 'NEW_CATEGORY'
  /** A PERSONAL task takes the categories that there are; this one went back to the title. */
  | 'UNKNOWN_CATEGORY'
  /** Said twice; the last counts, this one went back to the title. */
  | 'SUPERSEDED'
  /** Needs something that the sentence does not say; it went back to the title. */
  | 'NOT_APPLICABLE'
  /** Says when, but not in a way that can be read; it stays in the title. */
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
      /** In order, without overlap. */
      readonly spans: readonly QuickAddSpan[];
      readonly warnings: readonly QuickAddWarning[];
    }
  /** One sentence is one task: a following line that is no checklist item makes the caller refuse the whole. */
  | {
      readonly kind: 'severalSentences';
      readonly lines: readonly { readonly start: number; readonly end: number }[];
    };
