import type { Recurrence } from '../recurrence/rule.js';
import type { AwayPeriods } from '../rotation/away.js';
import type { Segment } from '../rotation/segment.js';
import type { CivilDate, Weekday } from '../shared/civil-date.js';
import type { MemberId, OccurrenceId, SeriesId } from '../shared/ids.js';
import type { Instant } from '../shared/zone.js';
import type { TaskContent } from '../tasks/content.js';
import type { Status } from '../tasks/occurrence.js';

/** What a new occurrence gets from its series; the checklist comes unticked. */
export type SeriesTemplate = TaskContent & {
  /** Titles, in order. */
  readonly checklist: readonly string[];
};

export const MISSED_POLICIES = ['keep', 'keepLatest'] as const;
/** `keepLatest`: when a newer occurrence is due, older open ones are skipped as missed. */
export type MissedPolicy = (typeof MISSED_POLICIES)[number];

/** A series as planning sees it. */
export type SeriesState = {
  /** Canonical: what the start implies is written out. */
  readonly recurrence: Recurrence;
  /** The first date of the rule in force. */
  readonly start: CivilDate;
  /**
   * The index of `start`: 0, until the rule of the whole series is replaced. Then the new rule counts on where the
   * old one stopped, so that the index of an occurrence never changes its meaning. `count` of the rule is the
   * number of all occurrences of the series, those before `startIndex` included.
   */
  readonly startIndex: number;
  readonly segments: readonly Segment[];
  readonly missed: MissedPolicy;
  readonly template: SeriesTemplate;
  /** Rows exist for every date before this one. */
  readonly horizon: CivilDate;
  /** The index of the next row to be created. */
  readonly nextIndex: number;
  /** Dates of the rule that somebody deleted: they keep their index, also after the trash is emptied. */
  readonly excludedDates: readonly CivilDate[];
  /** Where the younger half of a split begins: whatever the rule says, it gives no date from then on. */
  readonly endsBefore: CivilDate | null;
  /** No further row will come. */
  readonly ended: boolean;
};

export type Series = SeriesState & { readonly id: SeriesId };

/** An existing row as planning needs it. */
export type SeriesRow = {
  readonly id: OccurrenceId;
  readonly seriesIndex: number;
  /** The date that the rule gave. No two rows of a series share one, those in the trash included. */
  readonly originalDate: CivilDate;
  /** Null when somebody took the date away. */
  readonly date: CivilDate | null;
  readonly status: Status;
  /** The last act of a person on the status. */
  readonly statusAt: Instant | null;
  readonly isException: boolean;
  /** In the trash. */
  readonly deleted: boolean;
  readonly responsibleMemberIds: readonly MemberId[];
  readonly version: number;
};

/** What planning needs to know of the household. */
export type PlanContext = {
  /** The household's civil date. */
  readonly today: CivilDate;
  readonly firstDayOfWeek: Weekday;
  readonly away: AwayPeriods;
};
