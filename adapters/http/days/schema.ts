import {
  type CalendarDay,
  CALENDAR_DAYS_LIMIT,
  IGNORED_LIMIT,
  MAX_DAY_NAME,
} from '../../../domain/days/calendar.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import { Description } from '../../validation/compose.js';
import { ListInParts, Absent } from '../../validation/shape.js';
import { Name, Names, Text } from '../../validation/text.js';
import { CivilDateField } from '../../validation/values.js';

const MAX_NAME = MAX_DAY_NAME;
const MAX_URL = 2_000;

@Description('A special day, or a period of special days.')
export class CalendarDayInput {
  @Description('The first day.')
  @CivilDateField()
  from!: CivilDate;

  @Description('The last day, which is included. If it is missing, the period has one day.')
  @Absent()
  @CivilDateField()
  to?: CivilDate;

  @Name({ max: MAX_NAME }) name!: string;
}

export class CreateDayCalendarInput {
  @Name({ max: MAX_NAME }) name!: string;

  @Description('The special days of a calendar that is entered by hand.')
  @Absent()
  @ListInParts(CalendarDayInput, { max: CALENDAR_DAYS_LIMIT })
  days?: CalendarDayInput[];

  @Description(
    'The https or webcal address of an iCalendar file from which the days are fetched daily. It is given ' +
      'instead of `days`.',
  )
  @Absent()
  @Text({ max: MAX_URL })
  url?: string;

  @Description('Names of days that do not count as special.')
  @Absent()
  @Names({ count: IGNORED_LIMIT, max: MAX_NAME })
  ignored?: string[];
}

export class UpdateDayCalendarInput {
  @Description(
    'The https or webcal address of the iCalendar file. The same address fetches the days again at once.',
  )
  @Absent()
  @Text({ max: MAX_URL })
  url?: string;

  @Absent() @Name({ max: MAX_NAME }) name?: string;

  @Description('Names of days that do not count as special. The list replaces the present one.')
  @Absent()
  @Names({ count: IGNORED_LIMIT, max: MAX_NAME })
  ignored?: string[];
}

export class CalendarDaysInput {
  @ListInParts(CalendarDayInput, { max: CALENDAR_DAYS_LIMIT }) days!: CalendarDayInput[];
}

export function toDays(inputs: readonly CalendarDayInput[]): readonly CalendarDay[] {
  return inputs.map(({ from, to = from, name }) => ({ from, to, name }));
}
