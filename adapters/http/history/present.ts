import { ACTIVITY_ACTIONS, SUBJECT_TYPES, type Activity } from '../../../domain/history/activity.js';
import {
  AnyNumber,
  AnyValue,
  Inline,
  InlineMany,
  Integer,
  PlainText,
  type InstantText,
  presentFields,
  presenterOf,
} from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { OrNull } from '../../validation/shape.js';
import { CivilDateField, Id, InstantField, OneOf } from '../../validation/values.js';

class ActivitySubject {
  @OneOf(SUBJECT_TYPES) type!: (typeof SUBJECT_TYPES)[number];
  @Id() id!: string;

  @Description(
    'The title at the time of the action. null for rows whose name clients already have, ' +
      'such as members.',
  )
  @OrNull()
  @PlainText()
  title!: string | null;

  @Description('The id of the occurrence if the type is `TASK`. Otherwise null.')
  @OrNull()
  @Id()
  occurrenceId!: string | null;

  @Description('The date of the occurrence at that time, or the first day of a pause. null if there is none.')
  @OrNull()
  @CivilDateField()
  date!: string | null;
}

class ActivityChange {
  @Description('The name of the field, as in the schema of the row.')
  @PlainText()
  field!: string;

  @Description('The value before the change.')
  @AnyValue()
  from!: unknown;

  @Description('The value after the change.')
  @AnyValue()
  to!: unknown;
}

@Description('An action in a household. It can be read for 12 months.')
export class ActivityDto {
  @Id() id!: string;
  @InstantField() at!: InstantText;

  @Description(
    'The member who acted. null means that the service acted, or that the change came from ' +
      'Google Calendar.',
  )
  @OrNull()
  @Id()
  actorId!: string | null;

  @OneOf(ACTIVITY_ACTIONS) action!: (typeof ACTIVITY_ACTIONS)[number];
  @Inline(ActivitySubject) subject!: ActivitySubject;

  @Description(
    'The fields that an edit changed, with the value before and after. Long texts such as notes, ' +
      'checklists of series, and names and absences of members have no values.',
  )
  @InlineMany(ActivityChange)
  changes!: readonly ActivityChange[];

  @Description(
    'The operation that the action was part of. It can be read for 30 days. null if the ' +
      'service acted, or if the entry is from a version that did not record operations.',
  )
  @OrNull()
  @Id()
  operationId!: string | null;
}

class Totals {
  @Description('The number of tasks that were done.')
  @Integer({ minimum: 0 })
  done!: number;

  @Description('Tasks that were done on their date or earlier.')
  @Integer({ minimum: 0 })
  onTime!: number;

  @Description('Tasks that were done after their date.')
  @Integer({ minimum: 0 })
  late!: number;

  @Description('Tasks that were skipped.')
  @Integer({ minimum: 0 })
  skipped!: number;

  @Description('The minutes of the tasks that were done. Tasks without a duration count as 0.')
  @Integer({ minimum: 0 })
  minutes!: number;
}

class StatisticsMember extends Totals {
  @Id() memberId!: string;

  @Description('The member’s part of the shared tasks that were done, from 0 to 1.')
  @AnyNumber({ minimum: 0, maximum: 1 })
  share!: number;

  @Description(
    'Days on which the member did something, counted back from the last requested day to a ' +
      'day on which they did nothing and left a task undone.',
  )
  @Integer({ minimum: 0 })
  streak!: number;
}

class StatisticsCategory {
  @Description('null counts tasks without a category.')
  @OrNull()
  @Id()
  categoryId!: string | null;

  @Integer({ minimum: 0 }) done!: number;
}

class StatisticsDay {
  @Description('Days without work are included.')
  @CivilDateField()
  date!: string;

  @Integer({ minimum: 0 }) done!: number;
}

class StatisticsWeekMember {
  @Id() memberId!: string;
  @Integer({ minimum: 1 }) done!: number;
  @Integer({ minimum: 0 }) minutes!: number;
}

class StatisticsWeek {
  @Description('The first day of the week.')
  @CivilDateField()
  from!: string;

  @Description('The members who did something in this week.')
  @InlineMany(StatisticsWeekMember)
  members!: readonly StatisticsWeekMember[];
}

@Description('The numbers of tasks that were done, late or skipped on the requested days.')
export class StatisticsDto {
  @Description('The current members, and former ones who did or skipped something on these days.')
  @InlineMany(StatisticsMember)
  members!: readonly StatisticsMember[];

  @Description('The numbers per category.')
  @InlineMany(StatisticsCategory)
  categories!: readonly StatisticsCategory[];

  @Description('The numbers per day.')
  @InlineMany(StatisticsDay)
  days!: readonly StatisticsDay[];

  @Description(
    'The weeks, with `by=week`, otherwise empty. The first week may begin before `from`, but ' +
      'only days from `from` on count.',
  )
  @InlineMany(StatisticsWeek)
  weeks!: readonly StatisticsWeek[];

  @Description('The numbers of the caller’s own personal tasks. All other numbers count only shared tasks.')
  @Inline(Totals)
  personal!: Totals;
}

export function presentActivity(activity: Activity): ActivityDto {
  const { subject } = activity;
  const occurrenceId = subject.type === 'TASK' ? subject.id : null;
  return presentFields(ActivityDto, { ...activity, subject: { ...subject, occurrenceId } });
}

export const presentStatistics = presenterOf(StatisticsDto);
