import { SHIFT_CALENDARS_LIMIT, SHIFT_THEN, SHIFT_WHEN, type Shift } from '../../../domain/days/shift.js';
import { type Weekday, WEEKDAYS } from '../../../domain/shared/civil-date.js';
import type { DayCalendarId } from '../../../domain/shared/ids.js';
import { rule, Description } from '../../validation/compose.js';
import { ListOf } from '../schema/output.js';
import { Absent } from '../../validation/shape.js';
import { Id, Ids, OneOf, WeekdaysField } from '../../validation/values.js';

class ShiftFields {
  @Description(
    '`onDay`: a date on a special day moves. `earlierInWeek`: each special day from the start of the ' +
      'week up to the date moves it by one more day, except special days that are rest days.',
  )
  @OneOf(SHIFT_WHEN)
  when!: Shift['when'];

  @Description(
    '`next`: to the next day that is not a rest day. `nextFree`, `previousFree`: to the next ' +
      'or previous day that is neither a special day nor a rest day, at most 14 days away. If ' +
      'there is no such day, the date stays. `skip`: the date is left out, and its turn is used ' +
      'up.',
  )
  @OneOf(SHIFT_THEN)
  then!: Shift['then'];
}

@Description('The way in which a series avoids the special days of day calendars.')
export class SeriesShiftInput extends ShiftFields {
  @Description('The day calendars with the special days, one to five.')
  @Ids({ max: SHIFT_CALENDARS_LIMIT })
  @rule(
    'arrayNotEmpty',
    'must contain at least one day calendar',
    (ids) => !Array.isArray(ids) || ids.length > 0,
  )
  calendarIds!: DayCalendarId[];

  @Description('Weekdays to which no date is moved. The default is none.')
  @Absent()
  @WeekdaysField()
  restDays?: Weekday[];
}

export function toShift({ calendarIds, when, then, restDays = [] }: SeriesShiftInput): Shift {
  return { calendarIds: [...new Set(calendarIds)], when, then, restDays: [...new Set(restDays)] };
}

export class SeriesShift extends ShiftFields {
  @Description('The day calendars with the special days.')
  @ListOf(Id())
  calendarIds!: readonly string[];

  @Description('Weekdays to which no date is moved.')
  @ListOf(OneOf(WEEKDAYS))
  restDays!: readonly Weekday[];
}
