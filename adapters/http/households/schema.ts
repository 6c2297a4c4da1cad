import { isCalendarTitleFormat, LOCALES, type Locale } from '../../../domain/households/household.js';
import type { TimeZone } from '../../../domain/shared/zone.js';
import { composed, rule } from '../schema/compose.js';
import { Absent, Nullable } from '../schema/presence.js';
import { Name, Text } from '../schema/text.js';
import { Color, OneOf, TimeZoneField } from '../schema/values.js';

export const WEEK_STARTS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** What the title of a calendar event is made of. */
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
