import { api, newId, value, type Dto } from '../api/client.ts';
import { waitForChange } from './changes.ts';
import type { HouseholdData } from './household.ts';

export type DayCalendar = Dto['DayCalendarDto'];
export type FetchError = NonNullable<DayCalendar['error']>;
export type SpecialDay = DayCalendar['days'][number];

const LIST = '/v1/households/{householdId}/day-calendars';
const key = () => ({ 'Idempotency-Key': newId() });
const one = (household: HouseholdData, dayCalendarId: string) => ({
  path: { householdId: household.id, dayCalendarId },
});

/**
 * Returns the day calendars of the household, such as public holidays, each with its special days in the next 400
 * days.
 */
export const listDayCalendars = (household: HouseholdData): Promise<readonly DayCalendar[]> =>
  value(api.GET(LIST, { params: { path: { householdId: household.id } } }));

export const createDayCalendar = (household: HouseholdData, body: Dto['CreateDayCalendarInput']) =>
  waitForChange(
    household,
    api.POST(LIST, { params: { path: { householdId: household.id } }, headers: key(), body }),
  );

export const changeDayCalendar = (
  household: HouseholdData,
  id: string,
  body: Dto['UpdateDayCalendarInput'],
) =>
  waitForChange(
    household,
    api.PATCH(`${LIST}/{dayCalendarId}`, { params: one(household, id), headers: key(), body }),
  );

/** The dates that a change of a day calendar would affect. A preview saves nothing. */
export type DayCalendarPreview = Dto['EditPreviewDto'];
const previewParams = (household: HouseholdData, id: string) => ({
  ...one(household, id),
  query: { dryRun: true },
});

export const previewIgnored = async (
  household: HouseholdData,
  id: string,
  ignored: readonly string[],
  signal: AbortSignal,
): Promise<DayCalendarPreview> =>
  (await value(
    api.PATCH(`${LIST}/{dayCalendarId}`, {
      params: previewParams(household, id),
      body: { ignored: [...ignored] },
      signal,
    }),
  )) as DayCalendarPreview;

export const previewDays = async (
  household: HouseholdData,
  id: string,
  days: readonly SpecialDay[],
  signal: AbortSignal,
): Promise<DayCalendarPreview> =>
  (await value(
    api.PUT(`${LIST}/{dayCalendarId}/days`, {
      params: previewParams(household, id),
      body: days.map(({ from, to, name }) => ({ from, to, name })),
      signal,
    }),
  )) as DayCalendarPreview;

/** Replaces all special days of the day calendar. */
export const setDays = (household: HouseholdData, id: string, days: readonly SpecialDay[]) =>
  waitForChange(
    household,
    api.PUT(`${LIST}/{dayCalendarId}/days`, {
      params: one(household, id),
      headers: key(),
      body: days.map(({ from, to, name }) => ({ from, to, name })),
    }),
  );

export const previewDeletion = (
  household: HouseholdData,
  id: string,
  signal: AbortSignal,
): Promise<DayCalendarPreview> =>
  value(api.DELETE(`${LIST}/{dayCalendarId}`, { params: previewParams(household, id), signal }));

export const deleteDayCalendar = (household: HouseholdData, id: string) =>
  waitForChange(
    household,
    api.DELETE(`${LIST}/{dayCalendarId}`, { params: one(household, id), headers: key() }),
  );
