import {
  GROUPS,
  type Group,
  isCalendarTitleFormat,
  ROLES,
  type Role,
  FULL_WEIGHT,
} from '../../../domain/households/household.js';
import { LOCALES, type Locale } from '../../../domain/shared/locale.js';
import { MEMBERS_LIMIT } from '../../../domain/households/membership.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { composed, rule, Description } from '../../validation/compose.js';
import { Absent, Nullable, NestedList } from '../../validation/shape.js';
import { Name, Text, Email } from '../../validation/text.js';
import {
  Color,
  Flag,
  Ids,
  OneOf,
  TimeZoneField,
  CivilDateField,
  WholeNumber,
} from '../../validation/values.js';
import { AWAY_PERIODS_LIMIT } from '../../../domain/households/away.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import { INVITATION_DAYS, INVITATION_USES } from '../../../domain/households/invitation.js';

export const WEEK_STARTS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** The format of the titles of calendar events. */
function CalendarTitleFormat(): PropertyDecorator {
  return composed(
    Text({ max: 80 }),
    rule(
      'calendarTitleFormat',
      'must contain {title}',
      (value) => typeof value !== 'string' || isCalendarTitleFormat(value),
    ),
  );
}

export class CreateHouseholdInput {
  @Name({ max: 80 }) name!: string;

  @Description(
    'A time zone of the IANA database. All dates and times of tasks are in this zone. The default ' +
      'is the zone of the account.',
  )
  @Absent()
  @TimeZoneField()
  timeZone?: TimeZone;

  @Description(
    'The language of texts that the service writes for the whole household. The default is the ' +
      'language of the account.',
  )
  @Absent()
  @OneOf(LOCALES)
  locale?: Locale;

  @Description('The first day of the week. The default is `MO`.')
  @Absent()
  @OneOf(WEEK_STARTS)
  weekStartsOn?: (typeof WEEK_STARTS)[number];
}

@Description('An edit of the settings of a household. Fields that are missing keep their values.')
export class UpdateHouseholdInput {
  @Absent() @Name({ max: 80 }) name?: string;

  @Description(
    'A time zone of the IANA database. All dates and times of tasks are in this zone. Wall-clock ' +
      'times stay the same if it changes.',
  )
  @Absent()
  @TimeZoneField()
  timeZone?: TimeZone;

  @Description('The language of texts that the service writes for the whole household.')
  @Absent()
  @OneOf(LOCALES)
  locale?: Locale;

  @Description('The first day of the week.')
  @Absent()
  @OneOf(WEEK_STARTS)
  weekStartsOn?: (typeof WEEK_STARTS)[number];

  @Description(
    'The format of the titles of calendar events. `{title}` stands for the title and `{members}` ' +
      'for the names of the assignees. It must contain `{title}`.',
  )
  @Absent()
  @CalendarTitleFormat()
  calendarTitleFormat?: string;

  @Description('Minutes that count for a task without a duration.')
  @Absent()
  @WholeNumber({ min: 1, max: 1440 })
  defaultEffortMinutes?: number;
}

class CategoryLookInput {
  @Description('A colour, #rrggbb. null means none.')
  @Nullable()
  @Color()
  color?: string | null;

  @Description('The name of an icon that clients know. null means none.')
  @Nullable()
  @Text({ max: 80 })
  icon?: string | null;
}

export class CategoryInput extends CategoryLookInput {
  @Name({ max: 80 }) name!: string;
}

export class UpdateCategoryInput extends CategoryLookInput {
  @Absent() @Name({ max: 80 }) name?: string;
}

@Description('An absence from the first to the last day, both included.')
export class AwayPeriodInput {
  @Description('The first day, in the time zone of the household.')
  @CivilDateField()
  from!: CivilDate;

  @Description('The last day, which is included. null means until further notice.')
  @Nullable()
  @CivilDateField()
  to?: CivilDate | null;
}

@Description('An edit of an absence. Fields that are missing keep their values.')
export class UpdateAwayPeriodInput {
  @Description('The first day, in the time zone of the household.')
  @Absent()
  @CivilDateField()
  from?: CivilDate;

  @Description('The last day, which is included. null means until further notice.')
  @Nullable()
  @CivilDateField()
  to?: CivilDate | null;
}

const MANAGERS = { max: MEMBERS_LIMIT };

class StayInput {
  @Description(
    'The first day of the stay, for a member who lives here only for some time. null means no limit.',
  )
  @Nullable()
  @CivilDateField()
  activeFrom?: CivilDate | null;

  @Description('The last day of the stay, which is included. null means no limit.')
  @Nullable()
  @CivilDateField()
  activeUntil?: CivilDate | null;
}

@Description('A new member without an account.')
export class CreateMemberInput extends StayInput {
  @Name({ max: 80 }) displayName!: string;

  @Description('Decides what the member may do. A `GUEST` stays for some days.')
  @OneOf(GROUPS)
  group!: Group;

  @Description(
    'A colour, #rrggbb. By default it gets a colour that nobody in the household has, if one is left.',
  )
  @Absent()
  @Color()
  color?: string;

  @Description('True if rotations may name the member. The default is true, except for pets.')
  @Absent()
  @Flag()
  takesTurns?: boolean;

  @Description('Members with an account who act for this member and get its notifications.')
  @Absent()
  @Ids(MANAGERS)
  managerIds?: MemberId[];
}

@Description('An edit of a member. Fields that are missing keep their values.')
export class UpdateMemberInput extends StayInput {
  @Description('An `OWNER` manages the household.')
  @Absent()
  @OneOf(ROLES)
  role?: Role;

  @Description('The name in this household. null means the name of the account.')
  @Nullable()
  @Name({ max: 80 })
  displayName?: string | null;

  @Description('A colour, #rrggbb.')
  @Absent()
  @Color()
  color?: string;

  @Description('The share of the work that is expected of the member, from 0 to 100. 100 is a full share.')
  @Absent()
  @WholeNumber({ min: 0, max: FULL_WEIGHT })
  weight?: number;

  @Description('Decides what the member may do. A `GUEST` stays for some days.')
  @Absent()
  @OneOf(GROUPS)
  group?: Group;

  @Description('True if rotations may name the member.')
  @Absent()
  @Flag()
  takesTurns?: boolean;

  @Description(
    'Members with an account who act for this member. If it has no account, they get its ' +
      'notifications. The list replaces the present one.',
  )
  @Absent()
  @Ids(MANAGERS)
  managerIds?: MemberId[];

  @Description('The absences, in which the member takes no turns. The list replaces the present one.')
  @Absent()
  @NestedList(AwayPeriodInput, { max: AWAY_PERIODS_LIMIT })
  awayPeriods?: AwayPeriodInput[];
}

@Description('All absences of a member.')
export class AbsenceInput {
  @Description('The absences, in which the member takes no turns. The list replaces the present one.')
  @NestedList(AwayPeriodInput, { max: AWAY_PERIODS_LIMIT })
  awayPeriods!: AwayPeriodInput[];
}

export class InviteMemberInput {
  @Description(
    'Only the account with this address can accept the invitation. null means that anybody with the ' +
      'link can.',
  )
  @Nullable()
  @Email()
  email?: string | null;

  @Description('Days until the invitation expires. The default is 7.')
  @Absent()
  @WholeNumber(INVITATION_DAYS)
  expiresInDays?: number;
}

export class CreateInvitationInput extends InviteMemberInput {
  @Description('The number of people who can join with the invitation. The default is 1.')
  @Absent()
  @WholeNumber(INVITATION_USES)
  maxUses?: number;
}

export class AcceptInvitationInput {
  @Description('The token from the fragment of the link (after `#token=`).')
  @Text({ max: 500 })
  token!: string;
}
