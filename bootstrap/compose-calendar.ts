import { DemoCalendarAuthorizer } from '../adapters/demo-calendar/demo-calendar-authorizer.js';
import { DemoStateFile } from '../adapters/demo-calendar/state-file.js';
import { GoogleCalendarAuthorizer } from '../adapters/google/calendar/google-calendar-authorizer.js';
import { GoogleCalendarProvider } from '../adapters/google/calendar/google-calendar-provider.js';
import type { CalendarAuthorizer } from '../application/ports/calendar-authorizer.js';
import type { CalendarProvider } from '../application/ports/calendar-provider.js';
import type { Clock } from '../application/ports/clock.js';
import type { Config } from './config/config.js';

/** One provider of calendars, whichever. */
export type CalendarPorts = {
  readonly authorizer: CalendarAuthorizer;
  /** Without it calendars can be connected, but none be linked. */
  readonly provider?: CalendarProvider;
};

/** null: no calendar can be connected. */
export function composeCalendar(
  {
    calendar: { provider },
    dataDir,
    google,
    http: { baseUrl },
  }: Pick<Config, 'calendar' | 'dataDir' | 'google' | 'http'>,
  { clock }: { clock: Clock },
): CalendarPorts | null {
  const redirectUri = `${baseUrl}/v1/calendar/google/callback`;
  if (provider === 'google' && google.calendar !== null) {
    const settings = { ...google.calendar, ...google.endpoints, redirectUri };
    return {
      authorizer: new GoogleCalendarAuthorizer(settings, clock),
      provider: new GoogleCalendarProvider(settings),
    };
  }
  if (provider !== 'demo') return null;
  return demoCalendar({ redirectUri, dataDir, clock });
}

export function demoCalendar(settings: {
  redirectUri: string;
  dataDir: string;
  clock: Clock;
}): CalendarPorts {
  const { redirectUri, dataDir, clock } = settings;
  const state = new DemoStateFile(dataDir);
  return { authorizer: new DemoCalendarAuthorizer({ redirectUri, state, clock }) };
}
