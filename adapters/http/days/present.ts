import { type CalendarDay, type DayCalendar, shownDays } from '../../../domain/days/calendar.js';
import { CALENDAR_WARNINGS, type CalendarWarningCode } from '../../../domain/days/calendar-warning.js';
import { FETCH_ERRORS, type FetchError } from '../../../domain/days/fetch-error.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import { InlineMany, Integer, ListOf, PlainText, type InstantText, presentFields } from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { OrNull } from '../../validation/shape.js';
import { CivilDateField, Id, InstantField, OneOf } from '../../validation/values.js';

class CalendarDayDto {
  @Description('The first day.')
  @CivilDateField()
  from!: string;

  @Description('The last day, which is included.')
  @CivilDateField()
  to!: string;

  @PlainText() name!: string;
}

@Description('What was left out when the days were read from the address.')
class DayCalendarWarningDto {
  @Description(
    '`RULE_NOT_SUPPORTED`: the recurrence of an event is not supported, so only the dates that it names itself are ' +
      'used. `DATE_NOT_READ`: an event, or one of its dates, is missing because the date is not valid. ' +
      '`ZONE_NOT_KNOWN`: a time zone is not known, so the times are used as they are written. `LINE_NOT_READ`: a ' +
      'line is not iCalendar. `NOT_AN_EVENT`: a task or a journal entry is missing. `CANCELLATION`: an event is ' +
      'missing because its calendar only cancels events. `SHORTENED`: a name or a period of more than a year was ' +
      'shortened. `DAYS_OVER_LIMIT`: a day is missing because there are too many.',
  )
  @OneOf(CALENDAR_WARNINGS)
  code!: CalendarWarningCode;

  @Description('How often this happened.')
  @Integer({ minimum: 1 })
  count!: number;

  @Description('The names of up to three events, rules or time zones.')
  @ListOf(PlainText())
  examples!: readonly string[];
}

@Description('A calendar of special days, such as holidays.')
export class DayCalendarDto {
  @Id() id!: string;
  @PlainText() name!: string;

  @Description('Names of days that do not count as special.')
  @ListOf(PlainText())
  ignored!: readonly string[];

  @Description('The special days of the next 400 days. An export contains all days.')
  @InlineMany(CalendarDayDto)
  days!: readonly CalendarDayDto[];

  @Description('`MANUAL`: the days are entered by hand. `ICS`: they are fetched from an address.')
  @OneOf(['MANUAL', 'ICS'])
  source!: 'MANUAL' | 'ICS';

  @Description(
    'The host of the address, because the rest is secret. null for a calendar that is entered by hand.',
  )
  @OrNull()
  @PlainText()
  url!: string | null;

  @Description('The time of the last successful fetch. null means that there was none.')
  @OrNull()
  @InstantField()
  fetchedAt!: InstantText | null;

  @Description('The time of the next fetch. null for a calendar that is entered by hand.')
  @OrNull()
  @InstantField()
  nextFetchAt!: InstantText | null;

  @Description(
    'The reason why the last fetch failed. The previous days are kept. null means that it succeeded.',
  )
  @OrNull()
  @OneOf(FETCH_ERRORS)
  error!: FetchError | null;

  @Description('What was left out of the days. It is empty for a calendar that is entered by hand.')
  @InlineMany(DayCalendarWarningDto)
  warnings!: readonly DayCalendarWarningDto[];
}

/** Returns a presenter for calendars with their days of the next 400 days. */
export function dayCalendarPresenter(today: CivilDate): (calendar: DayCalendar) => DayCalendarDto {
  return (calendar) => presentDayCalendar(calendar, shownDays(calendar, today));
}

/** Presents a calendar with `days`, by default all of its days. */
export function presentDayCalendar(
  calendar: DayCalendar,
  days: readonly CalendarDay[] = calendar.days,
): DayCalendarDto {
  const { host } = calendar;
  return presentFields(DayCalendarDto, {
    ...{ ...calendar, days },
    source: host === null ? 'MANUAL' : 'ICS',
    url: host === null ? null : `https://${host}/…`,
  });
}
