import type { AfterCompletion, RecurrenceRule } from '../recurrence/rule.js';
import type { CalendarUnit, CivilDate, Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import type { DayPart, MarkerWord } from './languages/language.js';
import type { Alternative, QuickAddWarningCode, QuickAddSoftDue } from './result.js';

/** A time of day as written. */
export type ClockTime = {
  /** Minutes since midnight. 1440 is the midnight at the end of the day. */
  readonly minute: number;
  /** False for 1 to 12 without am or pm, which a part of the day next to it can move by twelve hours. */
  readonly fixed: boolean;
  /** True if it may stand without "at": 6pm may, 3:16 (a Bible verse) may not. */
  readonly bare: boolean;
};

export type DateReading = {
  readonly date: CivilDate;
  /** `relative` to today, a `weekday`, or a day of the `calendar`. */
  readonly style: 'relative' | 'weekday' | 'calendar';
  /**
   * `weak` needs the surroundings of a date, and `slash` (3/4) a time next to it; `day` ("the 15th") must end
   * its phrase.
   */
  readonly strength: 'strong' | 'weak' | 'slash' | 'day';
  /** A weekday alone, which means today unless the time has passed. */
  readonly rolls?: true;
  /** "The first Monday of June", which does not name the day of the month. */
  readonly nth?: true;
  readonly warning?: QuickAddWarningCode;
};

/** A rule before its start is known. */
export type RuleDraft = {
  readonly rule: RecurrenceRule;
  readonly part?: DayPart;
  /** Only in weeks with an even (0) or odd (1) number. */
  readonly parity?: 0 | 1;
};

/** The meaning of a run of tokens for the task. */
export type Claim =
  | { readonly field: 'date'; readonly date: DateReading; readonly part?: DayPart }
  | { readonly field: 'elapsed'; readonly minutes: number }
  /** `others` are further times of the same day, which only a rule can have. */
  | { readonly field: 'time'; readonly clock: ClockTime; readonly others?: readonly ClockTime[] }
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
      /** null means the other named members or, without any, everyone. */
      readonly order: readonly MemberId[] | null;
      readonly unit: 'occurrence' | 'week';
    }
  | { readonly field: 'softDue'; readonly softDue: QuickAddSoftDue }
  | { readonly field: 'member'; readonly ids: readonly MemberId[] }
  | { readonly field: 'together' }
  /** Everybody does the task separately: these members, or those named next to it. */
  | { readonly field: 'each'; readonly ids: readonly MemberId[] }
  | { readonly field: 'category'; readonly name: string }
  | { readonly field: 'priority'; readonly word: Exclude<MarkerWord, 'me' | 'together' | 'private'> }
  | { readonly field: 'visibility' }
  | { readonly field: 'notes'; readonly text: string }
  /** Text that must not be read as anything, with a warning if the user should know. */
  | { readonly field: 'guard'; readonly warning?: 'AMBIGUOUS' | 'NOT_UNDERSTOOD' }
  /** A repetition that no rule can express, so that its surroundings must not be read alone. */
  | { readonly field: 'unread' };

/** A condition on the surrounding tokens for a claim to hold; see refiners/choose.ts. */
export type Condition =
  /** The phrase ends there: it is not followed by a word that it could belong to. */
  | 'atPhraseEnd'
  /** The sentence begins with it, another phrase ends before it, or it is `atPhraseEnd`. */
  | 'atPhraseStart'
  /** It does not stand between an article and a word, as in "the June 3 meeting". */
  | 'unnamed'
  /** No unit of measure follows. */
  | 'noUnitAfter'
  /** It is not a telephone number: "appeler le 15". */
  | 'notPhoneNumber'
  /** It is not part of a phrasal verb: "drop by tomorrow". */
  | 'notPhrasalVerb'
  | 'besideDate'
  | 'besideMember'
  /** There is no date next to it. */
  | 'notBesideDate'
  /** There is no article before it: "le 20h" is a news programme. */
  | 'noArticleBefore'
  | 'afterDate'
  /** There is a time next to it, or it is at the very end after a comma or a marker. */
  | 'expected';

export type PhraseFinding = {
  readonly claim: Claim;
  readonly when?: readonly Condition[];
  readonly confidence?: number;
  readonly alternatives?: readonly Alternative[];
};

/** A finding at its place: tokens `from` to `to` (exclusive). */
export type Candidate = PhraseFinding & {
  readonly from: number;
  readonly to: number;
  /** If two overlap, the lower rank wins, then the longer one. */
  readonly rank: number;
  /** The position of its recogniser: the earlier one wins if nothing else decides. */
  readonly order: number;
};
