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
import { composed, rule } from '../../validation/compose.js';
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
  @Absent() @TimeZoneField() timeZone?: TimeZone;
  @Absent() @OneOf(LOCALES) locale?: Locale;
  @Absent() @OneOf(WEEK_STARTS) weekStartsOn?: (typeof WEEK_STARTS)[number];
}

export class UpdateHouseholdInput {
  @Absent() @Name({ max: 80 }) name?: string;
  @Absent() @TimeZoneField() timeZone?: TimeZone;
  @Absent() @OneOf(LOCALES) locale?: Locale;
  @Absent() @OneOf(WEEK_STARTS) weekStartsOn?: (typeof WEEK_STARTS)[number];
  @Absent() @CalendarTitleFormat() calendarTitleFormat?: string;
  @Absent() @WholeNumber({ min: 1, max: 1440 }) defaultEffortMinutes?: number;
}

export class CategoryInput {
  @Name({ max: 80 }) name!: string;
  @Nullable() @Color() color?: string | null;
  @Nullable() @Text({ max: 80 }) icon?: string | null;
}

export class UpdateCategoryInput {
  @Absent() @Name({ max: 80 }) name?: string;
  @Nullable() @Color() color?: string | null;
  @Nullable() @Text({ max: 80 }) icon?: string | null;
}

/** An absence from the first to the last day, both included. */
export class AwayPeriodInput {
  @CivilDateField() from!: CivilDate;
  /** null means until further notice. */
  @Nullable() @CivilDateField() to?: CivilDate | null;
}

export class UpdateAwayPeriodInput {
  @Absent() @CivilDateField() from?: CivilDate;
  /** null means until further notice. */
  @Nullable() @CivilDateField() to?: CivilDate | null;
}

const MANAGERS = { max: MEMBERS_LIMIT };

export class CreateMemberInput {
  @Name({ max: 80 }) displayName!: string;
  @OneOf(GROUPS) group!: Group;
  @Absent() @Color() color?: string;
  @Absent() @Flag() takesTurns?: boolean;
  @Absent() @Ids(MANAGERS) managerIds?: MemberId[];
  @Nullable() @CivilDateField() activeFrom?: CivilDate | null;
  @Nullable() @CivilDateField() activeUntil?: CivilDate | null;
}

export class UpdateMemberInput {
  @Absent() @OneOf(ROLES) role?: Role;
  /** null means the name of the account. */
  @Nullable() @Name({ max: 80 }) displayName?: string | null;
  @Absent() @Color() color?: string;
  @Absent() @WholeNumber({ min: 0, max: FULL_WEIGHT }) weight?: number;
  @Absent() @OneOf(GROUPS) group?: Group;
  @Absent() @Flag() takesTurns?: boolean;
  @Absent() @Ids(MANAGERS) managerIds?: MemberId[];
  @Nullable() @CivilDateField() activeFrom?: CivilDate | null;
  @Nullable() @CivilDateField() activeUntil?: CivilDate | null;
  @Absent() @NestedList(AwayPeriodInput, { max: AWAY_PERIODS_LIMIT }) awayPeriods?: AwayPeriodInput[];
}

export class AbsenceInput {
  @NestedList(AwayPeriodInput, { max: AWAY_PERIODS_LIMIT }) awayPeriods!: AwayPeriodInput[];
}

export class CreateInvitationInput {
  @Nullable() @Email() email?: string | null;
  @Absent() @WholeNumber(INVITATION_DAYS) expiresInDays?: number;
  @Absent() @WholeNumber(INVITATION_USES) maxUses?: number;
}

export class InviteMemberInput {
  @Nullable() @Email() email?: string | null;
  @Absent() @WholeNumber(INVITATION_DAYS) expiresInDays?: number;
}

export class AcceptInvitationInput {
  @Text({ max: 500 }) token!: string;
}
