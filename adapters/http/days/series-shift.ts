import { SHIFT_CALENDARS_LIMIT, SHIFT_THEN, SHIFT_WHEN, type Shift } from '../../../domain/days/shift.js';
import { type Weekday, WEEKDAYS } from '../../../domain/shared/civil-date.js';
import type { DayCalendarId } from '../../../domain/shared/ids.js';
import { rule } from '../../validation/compose.js';
import { ListOf } from '../schema/output.js';
import { Absent } from '../../validation/shape.js';
import { Id, Ids, OneOf, WeekdaysField } from '../../validation/values.js';

/** How a series avoids the days of day calendars. See domain/days/shift. */
export class SeriesShiftInput {
  @Ids({ max: SHIFT_CALENDARS_LIMIT })
  @rule(
    'arrayNotEmpty',
    'must contain at least one day calendar',
    (ids) => !Array.isArray(ids) || ids.length > 0,
  )
  calendarIds!: DayCalendarId[];
  @OneOf(SHIFT_WHEN) when!: Shift['when'];
  @OneOf(SHIFT_THEN) then!: Shift['then'];
  @Absent() @WeekdaysField() restDays?: Weekday[];
}

export function toShift({ calendarIds, when, then, restDays = [] }: SeriesShiftInput): Shift {
  return { calendarIds: [...new Set(calendarIds)], when, then, restDays: [...new Set(restDays)] };
}

export class SeriesShift {
  @ListOf(Id()) calendarIds!: readonly string[];
  @OneOf(SHIFT_WHEN) when!: Shift['when'];
  @OneOf(SHIFT_THEN) then!: Shift['then'];
  @ListOf(OneOf(WEEKDAYS)) restDays!: readonly Weekday[];
}
