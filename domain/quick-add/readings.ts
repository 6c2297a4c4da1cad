import type { AfterCompletion, RecurrenceRule } from '../recurrence/rule.js';
import type { CalendarUnit, CivilDate, Weekday } from '../shared/civil-date.js';
import type { MemberId } from '../shared/ids.js';
import type { DayPart, MarkerWord } from './languages/language.js';
import type { Alternative, QuickAddWarningCode, QuickAddSoftDue } from './result.js';

/** A time of day as it was written. */
export type ClockTime = {
  /** Minutes since midnight. 1440 is midnight at the end of the day, and a higher value is on the next day. */
  readonly minute: number;
  /**
   * False for an hour from 1 to 12 without am or pm. Words such as "in the evening" next to it can add twelve
   * hours.
   */
  readonly fixed: boolean;
  /** True if it is written on the 24-hour clock: 13 and above, 0, or with a leading zero. */
  readonly is24?: true;
  /**
   * True if the time is read even without "at". This is the case for 6pm, but not for 3:16 (a Bible verse).
   */
  readonly bare: boolean;
  /** True if a part of the day is named with it. In "de 8h à 10h du soir", the start is in the evening too. */
  readonly hasPart?: true;
};

export type DateReading = {
  readonly date: CivilDate;
  /** How the date is described: `relative` to today, as a `weekday`, or as a day of the `calendar`. */
  readonly style: 'relative' | 'weekday' | 'calendar';
  /**
   * How clearly the text is a date. `chooseConditions` derives from it when the text is read as one. `strong`: it is
   * clearly a date. `weak`: its weekday or month is also a common word or a first name. `slash` (such as 3/4): it may
   * also be a fraction or a price. `day` (such as "the 15th"): it names no month.
   */
  readonly strength: 'strong' | 'weak' | 'slash' | 'day';
  /**
   * True for a weekday without a week or a date, such as "Friday" and "this Friday". It means today if today is that
   * weekday, unless the time has passed.
   */
  readonly rolls?: true;
  /** The last day of the period that the words name, as in "next week". A repetition beside it ends on this day. */
  readonly last?: CivilDate;
  /** True for a date such as "the first Monday of June", which does not name the day of the month. */
  readonly nth?: true;
  /** True for an abbreviation at the beginning of the sentence. "Mon ami" is no Monday. */
  readonly isAbbreviatedFirst?: true;
  /** True for "friday 27", which names no month. In "friday 7-8", the numbers are hours. */
  readonly namesNoMonth?: true;
  /** True for "friday 4", which is only a date if a time follows. Otherwise 4 may be the time. */
  readonly needsTime?: true;
  readonly warning?: QuickAddWarningCode;
};

/** A rule whose start is not known yet. */
export type RuleDraft = {
  readonly rule: RecurrenceRule;
  readonly part?: DayPart;
  /**
   * The week in which the rule begins has an even (0) or odd (1) number. From there, the rule counts every second
   * week.
   */
  readonly parity?: 0 | 1;
  /** True if the words name only times of day, as in "morning and evening". Another rule may say on which days. */
  readonly namesOnlyTimes?: true;
};

/** The meaning of a sequence of tokens for the task. */
export type Claim =
  | { readonly field: 'date'; readonly date: DateReading; readonly part?: DayPart }
  | { readonly field: 'elapsed'; readonly minutes: number }
  /**
   * A time of day. `others` are further times of the same day, which only a rule can have. `on` is the weekday next to
   * the time if its words stay in the title, as in "Cours de danse le mercredi à 14h".
   */
  | {
      readonly field: 'time';
      readonly clock: ClockTime;
      readonly others?: readonly ClockTime[];
      readonly on?: DateReading;
    }
  | { readonly field: 'dayPart'; readonly part: DayPart }
  | { readonly field: 'range'; readonly start: ClockTime; readonly end: ClockTime }
  | { readonly field: 'duration'; readonly minutes: number }
  | { readonly field: 'rule'; readonly draft: RuleDraft }
  | { readonly field: 'afterCompletion'; readonly rule: AfterCompletion }
  | { readonly field: 'start'; readonly date: DateReading }
  | { readonly field: 'until'; readonly date: DateReading }
  | { readonly field: 'interval'; readonly start: DateReading; readonly until: DateReading }
  | { readonly field: 'length'; readonly n: number; readonly unit: CalendarUnit }
  | { readonly field: 'count'; readonly count: number }
  | { readonly field: 'exceptDays'; readonly days: readonly Weekday[] }
  /** The months in which a series has dates: "from March to November" or "except in August". */
  | { readonly field: 'months'; readonly months: readonly number[] }
  | {
      readonly field: 'rotation';
      /**
       * The members who take turns. null means the other members named in the sentence or, if there are none, all
       * members whom rotations may name.
       */
      readonly order: readonly MemberId[] | null;
      readonly unit: 'occurrence' | 'week';
      /** The repetition that the words name too, as in "one week Ben, one week Alex" and "alternate saturdays Ben and Alex". */
      readonly draft?: RuleDraft;
      /** The member who has the first turn, as in "in turn, Ben first". */
      readonly first?: readonly MemberId[];
    }
  /** The member who has the first turn of a rotation. */
  | { readonly field: 'rotationStart'; readonly ids: readonly MemberId[] }
  /** Words that are part of the rule in another place of the sentence: "bins *on thursday*, even weeks". */
  | { readonly field: 'partOfRule' }
  /** With `isBefore`, a time next to the date is the end of the period too: "before Friday noon". */
  | { readonly field: 'softDue'; readonly softDue: QuickAddSoftDue; readonly isBefore?: true }
  | { readonly field: 'member'; readonly ids: readonly MemberId[] }
  | { readonly field: 'together' }
  /**
   * Each member does the task separately. If `ids` is empty, this applies to the members whom the rest of the
   * sentence names.
   */
  | { readonly field: 'each'; readonly ids: readonly MemberId[] }
  | { readonly field: 'category'; readonly name: string }
  | { readonly field: 'priority'; readonly word: Exclude<MarkerWord, 'me' | 'together' | 'private'> }
  | { readonly field: 'visibility' }
  | { readonly field: 'notes'; readonly text: string }
  /** Text that must not be read as a field. */
  | {
      readonly field: 'guard';
      readonly guard: Guard;
      readonly day?: Weekday;
      readonly date?: DateReading;
      readonly clock?: ClockTime;
    }
  /**
   * A date that does not exist, or a repetition that no rule can express. All other dates and times of the sentence
   * then stay in the title too, because they would have another meaning without it.
   */
  | { readonly field: 'unread'; readonly warning?: 'DAYS_NOT_NAMED' }
  /** Words that are about time, repetition or turns. If they are left in the title, see refiners/leftovers.ts. */
  | { readonly field: 'hint'; readonly hint: Hint };

/** Why a text is not read as a field. */
export type Guard =
  /** A proper name or a compound noun, such as "Black Friday", "Sunday lunch" or a street. It has no date. */
  | 'name'
  /** The date belongs to a noun and not to the task, as in "the homework for next week". */
  | 'belonging'
  /** "Not tomorrow", "since Monday" */
  | 'otherDate'
  /** A time before or after which the task is done, as in "before 4pm". */
  | 'deadline'
  /** "Le mardi" means either every Tuesday or the next one. */
  | 'habit'
  /** A feast such as "Christmas". It is the date of the time beside it. */
  | 'feast'
  /** A reminder, such as "remind me 1h before". */
  | 'reminder';

/** How close words about time must be to a reading to put it in doubt. */
export type Hint =
  /** Words that say when by themselves: "tuesday", "7pm", "weekly". They count in the whole clause. */
  | 'date'
  /** Words that nearly always belong to a date: "until", "every", "except". They count in the whole clause. */
  | 'clause'
  /** Words that change a repetition: "10 times", "except". They count in the clause of a repetition. */
  | 'series'
  /** Words that are often part of a title too, such as "week" and "morning". They count next to a reading. */
  | 'time'
  /**
   * Weekdays that are also common words, such as "sun" and « mer », and dates that may also be a fraction or a price, such
   * as 3/6. They count if a word such as "or" connects them with a reading, directly after it, or before a comma, and
   * beside a time without a date.
   */
  | 'weakDate'
  /** Numbers, and words such as "other" and "few". They count next to a reading if they count nothing else. */
  | 'amount';

/**
 * A condition on the tokens and readings around a reading. A reading is only used if all its conditions are met, see
 * refiners/choose.ts.
 */
export type Condition =
  /** The phrase ends after the reading. No word follows that could belong to it. */
  | 'atPhraseEnd'
  /**
   * The reading is at the beginning of the sentence, after another phrase, a marker or a sign such as a comma, or at
   * the end of a phrase (`atPhraseEnd`).
   */
  | 'atPhraseStart'
  /** The reading is not between an article and a noun, as in "the June 3 meeting". */
  | 'unnamed'
  /** No unit of measure follows the reading. */
  | 'noUnitAfter'
  /** The number is not a telephone number, as in "appeler le 15". */
  | 'notPhoneNumber'
  /** No word before the number shows that it is an amount, as in "pay 1430 friday". */
  | 'notAmount'
  /** The sentence says that members take turns. */
  | 'besideRotation'
  /** The reading does not belong to a phrasal verb, as in "drop by tomorrow". */
  | 'notPhrasalVerb'
  /**
   * The part of the day forms no compound with a noun before it, as in "coffee morning thursday" and « repas du soir
   * dimanche ».
   */
  | 'notOfNoun'
  | 'besideDate'
  /** A date, or a part of the day such as "evening", is next to the reading. */
  | 'besideDateOrPart'
  | 'afterDateOrPart'
  /** No longer reading uses its tokens, not even one that depends on a date. */
  | 'last'
  /** A part of the day such as "tonight" follows, with its date or alone. */
  | 'beforePart'
  /** People do things at this hour of the part of the day next to it: 6 in the morning, but not 2. */
  | 'fitsPart'
  /** No part of the day follows. */
  | 'noPartAfter'
  /** The word before the number does not show what it counts or numbers, as "bus" and "for" do. */
  | 'countsNothingBefore'
  /** No word such as "chapter" is before the numbers. */
  | 'noAmountBefore'
  /** The sentence has a repetition such as "every week" and "every 2 weeks", which does not name its days. */
  | 'withWeeks'
  /** The sentence has no such repetition. */
  | 'withoutWeeks'
  /** Another part of the sentence is a repetition, an end, an exception or turns. */
  | 'repeats'
  /** No noun in the plural is before the numbers, such as "ages" in "ages 8 to 10". */
  | 'noPluralBefore'
  | 'besideTime'
  | 'besideMember'
  | 'noMemberAfter'
  /** No ordinal is before the reading. "Every 1st Saturday market" counts Saturdays. */
  | 'noOrdinalBefore'
  /** No time follows. "Sunday lunch" is a name, but "Sunday lunch at noon" is on Sunday. */
  | 'noTimeAfter'
  | 'timeAfter'
  /** No weekday is before the reading. "Vendredi 4 à 14h" is no range of hours. */
  | 'noWeekdayBefore'
  /** No date is next to the reading. */
  | 'notBesideDate'
  /** No article is before the reading. "Le 20h" is a news programme. */
  | 'noArticleBefore'
  /** The sentence has a date or a repetition, anywhere. */
  | 'withDate'
  /**
   * The hour after "at" counts nothing, because no noun in the plural and no address follows. A word with a capital
   * letter may be an address.
   */
  | 'countsNoNoun'
  /** The number after "at" is not clearly that of a house or an amount. "Stop at 3 shops tomorrow" names no hour. */
  | 'mayBeHour'
  | 'afterDate'
  /** A date that is no part of a repetition is before the reading. */
  | 'afterDay'
  /**
   * A time is next to the reading, or the reading is after a comma or a marker, and nothing except markers follows
   * it.
   */
  | 'expected';

export type PhraseFinding = {
  readonly claim: Claim;
  readonly when?: readonly Condition[];
  readonly confidence?: number;
  readonly alternatives?: readonly Alternative[];
};

/** A reading with its position: tokens `from` to `to` (exclusive). */
export type Candidate = PhraseFinding & {
  readonly from: number;
  readonly to: number;
  /**
   * The priority of the reading. If two readings overlap, the one with the lower rank is used, then the
   * longer one.
   */
  readonly rank: number;
  /**
   * The position of the recogniser in the list of recognisers. If nothing else decides, the earlier one is
   * used.
   */
  readonly order: number;
};
