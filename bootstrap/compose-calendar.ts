import { DemoCalendarAuthorizer } from '../adapters/demo-calendar/demo-calendar-authorizer.js';
import { DemoStateFile } from '../adapters/demo-calendar/state-file.js';
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
  { calendar: { provider }, dataDir, http: { baseUrl } }: Pick<Config, 'calendar' | 'dataDir' | 'http'>,
  { clock }: { clock: Clock },
): CalendarPorts | null {
  const redirectUri = `${baseUrl}/v1/calendar/google/callback`;
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
