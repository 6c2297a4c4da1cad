import type { Insertable, Selectable } from 'kysely';
import type { Household } from '../../../domain/households/household.js';
import { timestamp, type DatabaseSchema } from '../schema.js';

export type HouseholdRow = Selectable<DatabaseSchema['households']>;

/** Of the table under the alias `h`. */
export const HOUSEHOLD_COLUMNS =
  'h.id, h.name, h.time_zone, h.locale, h.week_starts_on, h.calendar_title_format, h.created_at';

export function householdOf(row: HouseholdRow): Household {
  return {
    id: row.id,
    name: row.name,
    timeZone: row.time_zone,
    locale: row.locale,
    weekStartsOn: row.week_starts_on,
    calendarTitleFormat: row.calendar_title_format,
    createdAt: row.created_at,
  };
}

export function householdRowOf(household: Household): Insertable<DatabaseSchema['households']> {
  return {
    id: household.id,
    name: household.name,
    time_zone: household.timeZone,
    locale: household.locale,
    week_starts_on: household.weekStartsOn,
    calendar_title_format: household.calendarTitleFormat,
    created_at: timestamp(household.createdAt),
  };
}
