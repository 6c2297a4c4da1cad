import { type CalendarDay, type DayCalendar, shownDays } from '../../../domain/days/calendar.js';
import { FETCH_ERRORS, type FetchError } from '../../../domain/days/fetch-error.js';
import type { CivilDate } from '../../../domain/shared/civil-date.js';
import { InlineMany, ListOf, PlainText, type InstantText, presentFields } from '../schema/output.js';
import { OrNull } from '../../validation/shape.js';
import { CivilDateField, Id, InstantField, OneOf } from '../../validation/values.js';

class CalendarDayDto {
  @CivilDateField() from!: string;
  @CivilDateField() to!: string;
  @PlainText() name!: string;
}

export class DayCalendarDto {
  @Id() id!: string;
  @PlainText() name!: string;
  @ListOf(PlainText()) ignored!: readonly string[];
  @InlineMany(CalendarDayDto) days!: readonly CalendarDayDto[];
  @OneOf(['MANUAL', 'ICS']) source!: 'MANUAL' | 'ICS';
  @OrNull()
  @PlainText({ description: 'For a fetched calendar: the host of its address. The rest is secret.' })
  url!: string | null;
  @OrNull() @InstantField() fetchedAt!: InstantText | null;
  @OrNull() @InstantField() nextFetchAt!: InstantText | null;
  @OrNull() @OneOf(FETCH_ERRORS) error!: FetchError | null;
}

/** Presents a calendar with its days of the next 400 days. */
export function dayCalendarPresenter(today: CivilDate): (calendar: DayCalendar) => DayCalendarDto {
  return (calendar) => presentDayCalendar(calendar, shownDays(calendar, today));
}

/** Presents a calendar with all of its days. */
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
