import type { AfterCompletion, RecurrenceRule } from '../recurrence/rule.js';
import type { CalendarUnit, CivilDate, Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import type { DayPart, MarkerWord } from './languages/language.js';
import type { Alternative, QuickAddWarningCode, SoftDue } from './result.js';

/** A time of day as it was said. */
export type Clock = {
  /** Minutes since midnight; 1440 is the midnight at the end of the day. */
  readonly minute: number;
  /** False for 1 to 12 without am or pm: a daypart beside it may still move it by twelve hours. */
  readonly fixed: boolean;
  /** Whether it may stand without "at": 6pm may, 3:16 (a verse) may not. */
  readonly bare: boolean;
};

export type DateReading = {
  readonly date: CivilDate;
  /** `relative` to today, a `weekday`, or a day of the `calendar`. */
  readonly style: 'relative' | 'weekday' | 'calendar';
  /** `weak` needs a date's surroundings, `slash` (3/4) a time's; `day` ("the 15th") must end its phrase. */
  readonly strength: 'strong' | 'weak' | 'slash' | 'day';
  /** A weekday without more: today, unless the time has passed. */
  readonly rolls?: true;
  /** "The first Monday of June": the day of the month is not what was said. */
  readonly nth?: true;
  readonly warning?: QuickAddWarningCode;
};

/** A rule before its start is known. */
export type RuleDraft = {
  readonly rule: RecurrenceRule;
  readonly part?: DayPart;
  /** Only in weeks of even (0) or odd (1) number. */
  readonly parity?: 0 | 1;
};

/** What a run of tokens means for the task. */
export type Claim =
  | { readonly field: 'date'; readonly date: DateReading; readonly part?: DayPart }
  | { readonly field: 'elapsed'; readonly minutes: number }
  /** `others`: of the same day, which only a rule can have. */
  | { readonly field: 'time'; readonly clock: Clock; readonly others?: readonly Clock[] }
  | { readonly field: 'dayPart'; readonly part: DayPart }
  | { readonly field: 'range'; readonly start: number; readonly minutes: number }
  | { readonly field: 'duration'; readonly minutes: number }
  | { readonly field: 'rule'; readonly draft: RuleDraft }
  | { readonly field: 'afterCompletion'; readonly rule: AfterCompletion }
  | { readonly field: 'start'; readonly date: DateReading }
  | { readonly field: 'until'; readonly date: DateReading }
  | { readonly field: 'interval'; readonly start: DateReading; readonly until: DateReading }
  | { readonly field: 'length'; readonly n: number; readonly unit: CalendarUnit }
  | { readonly field: 'count'; readonly count: number }
  | { readonly field: 'exceptDays'; readonly days: readonly Weekday[] }
  | { readonly field: 'exceptMonths'; readonly months: readonly number[] }
  | {
      readonly field: 'rotation';
      /** Null: whoever else is named, or everyone. */
      readonly order: readonly MemberId[] | null;
      readonly unit: 'occurrence' | 'week';
    }
  | { readonly field: 'softDue'; readonly softDue: SoftDue }
  | { readonly field: 'member'; readonly ids: readonly MemberId[] }
  | { readonly field: 'together' }
  /** Each for themselves: these, or those beside whom it stands. */
  | { readonly field: 'each'; readonly ids: readonly MemberId[] }
  | { readonly field: 'category'; readonly name: string }
  | { readonly field: 'priority'; readonly word: Exclude<MarkerWord, 'me' | 'together' | 'private'> }
  | { readonly field: 'visibility' }
  | { readonly field: 'notes'; readonly text: string }
  /** Not to be read as anything, with the reason when the user should know. */
  | { readonly field: 'guard'; readonly warning?: 'AMBIGUOUS' | 'NOT_UNDERSTOOD' }
  /** Repeats in a way that no rule does: what stands around it is not the whole. */
  | { readonly field: 'unread' };

/** What must stand around the tokens for the claim to hold; see refiners/choose.ts. */
export type Condition =
  /** The phrase ends there: no word follows that it could belong to. */
  | 'atPhraseEnd'
  /** The sentence begins with it, another phrase ends before it, or it is `atPhraseEnd`. */
  | 'atPhraseStart'
  /** No article before and a word after: "the June 3 meeting". */
  | 'unnamed'
  /** No unit of measure follows. */
  | 'noUnitAfter'
  /** No telephone number: "appeler le 15". */
  | 'notPhoneNumber'
  /** Not the second half of a verb: "drop by tomorrow". */
  | 'notPhrasalVerb'
  | 'besideDate'
  | 'besideMember'
  /** Not beside a date. */
  | 'notBesideDate'
  /** No article before: "le 20h" is the news. */
  | 'noArticleBefore'
  | 'afterDate'
  /** Beside a time, or at the very end after a comma or a marker. */
  | 'expected';

export type Finding = {
  readonly claim: Claim;
  readonly when?: readonly Condition[];
  readonly confidence?: number;
  readonly alternatives?: readonly Alternative[];
};

/** A finding at its place: tokens `from` up to `to`. */
export type Candidate = Finding & {
  readonly from: number;
  readonly to: number;
  /** Lower goes first where two overlap; among equals the longer. */
  readonly rank: number;
  /** The place of its recogniser: the earlier goes first where nothing else decides. */
  readonly order: number;
};
