import { AWAY_PERIODS_LIMIT } from '../../../domain/households/away.js';
import { ROLES, type Role } from '../../../domain/households/household.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import { NestedList } from '../schema/nested.js';
import { Absent, Nullable } from '../schema/presence.js';
import { Name } from '../schema/text.js';
import { CivilDateField, Color, OneOf } from '../schema/values.js';

/** Both days inclusive. */
export class AwayPeriodInput {
  @CivilDateField() from!: CivilDate;
  @CivilDateField() to!: CivilDate;
}

export class UpdateMemberInput {
  @Absent() @OneOf(ROLES) role?: Role;
  /** null: the name of the account. */
  @Nullable() @Name({ max: 80 }) displayName?: string | null;
  @Absent() @Color() color?: string;
  @Absent() @NestedList(AwayPeriodInput, { max: AWAY_PERIODS_LIMIT }) awayPeriods?: AwayPeriodInput[];
}
