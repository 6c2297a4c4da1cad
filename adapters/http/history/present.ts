import { ACTIVITY_ACTIONS, SUBJECT_TYPES, type Activity } from '../../../domain/history/activity.js';
import type { Statistics } from '../../../domain/history/statistics.js';
import {
  AnyNumber,
  AnyValue,
  Inline,
  InlineMany,
  Integer,
  PlainText,
  type InstantText,
  presentFields,
} from '../schema/output.js';
import { OrNull } from '../../validation/shape.js';
import { CivilDateField, Id, InstantField, OneOf } from '../../validation/values.js';

class ActivitySubject {
  @OneOf(SUBJECT_TYPES) type!: (typeof SUBJECT_TYPES)[number];
  @Id() id!: string;
  @OrNull() @PlainText({ description: 'The title at the time of the action.' }) title!: string | null;
  @OrNull() @Id() occurrenceId!: string | null;
  @OrNull() @CivilDateField() date!: string | null;
}

class ActivityChange {
  @PlainText() field!: string;
  @AnyValue() from!: unknown;
  @AnyValue() to!: unknown;
}

export class ActivityDto {
  @Id() id!: string;
  @InstantField() at!: InstantText;
  @OrNull() @Id() actorId!: string | null;
  @OneOf(ACTIVITY_ACTIONS) action!: (typeof ACTIVITY_ACTIONS)[number];
  @Inline(ActivitySubject) subject!: ActivitySubject;
  @InlineMany(ActivityChange, {
    description:
      'The fields that an edit changed, with the value before and after. Notes, checklists of ' +
      'series, and names and absences of members have no values.',
  })
  changes!: readonly ActivityChange[];
  /** null if the entry is older than operations, or if the service acted. */
  @OrNull() @Id() operationId!: string | null;
}

class Totals {
  @Integer({ minimum: 0 }) done!: number;
  @Integer({ minimum: 0 }) onTime!: number;
  @Integer({ minimum: 0 }) late!: number;
  @Integer({ minimum: 0 }) skipped!: number;
  @Integer({ minimum: 0 }) minutes!: number;
}

class StatisticsMember extends Totals {
  @Id() memberId!: string;
  @AnyNumber({
    minimum: 0,
    maximum: 1,
    description: 'The member’s part of the shared minutes that were done, from 0 to 1.',
  })
  share!: number;
  @Integer({
    minimum: 0,
    description:
      'Days on which the member did something, counted back from the last requested day to a ' +
      'day on which they left a task undone.',
  })
  streak!: number;
}

class StatisticsCategory {
  @OrNull() @Id() categoryId!: string | null;
  @Integer({ minimum: 0 }) done!: number;
}

class StatisticsDay {
  @CivilDateField() date!: string;
  @Integer({ minimum: 0 }) done!: number;
}

class StatisticsWeekMember {
  @Id() memberId!: string;
  @Integer({ minimum: 1 }) done!: number;
  @Integer({ minimum: 0 }) minutes!: number;
}

class StatisticsWeek {
  @CivilDateField() from!: string;
  @InlineMany(StatisticsWeekMember, { description: 'The members who did something in this week.' })
  members!: readonly StatisticsWeekMember[];
}

export class StatisticsDto {
  @InlineMany(StatisticsMember) members!: readonly StatisticsMember[];
  @InlineMany(StatisticsCategory) categories!: readonly StatisticsCategory[];
  @InlineMany(StatisticsDay) days!: readonly StatisticsDay[];
  @InlineMany(StatisticsWeek, {
    description:
      'The weeks, present with `by=week`. The first week may begin before `from` and counts ' + 'from there.',
  })
  weeks!: readonly StatisticsWeek[];
  @Inline(Totals, {
    description: 'What the caller did of personal tasks. All other numbers count shared tasks.',
  })
  personal!: Totals;
}

export function presentActivity(activity: Activity): ActivityDto {
  const { subject } = activity;
  const occurrenceId = subject.type === 'TASK' ? subject.id : null;
  return presentFields(ActivityDto, { ...activity, subject: { ...subject, occurrenceId } });
}

export function presentStatistics(statistics: Statistics): StatisticsDto {
  return presentFields(StatisticsDto, statistics);
}
