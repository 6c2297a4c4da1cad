import { setTimeout } from 'node:timers/promises';
import { DemoCalendarAuthorizer } from '../adapters/demo-calendar/demo-calendar-authorizer.js';
import { DemoCalendarHand } from '../adapters/demo-calendar/demo-calendar-hand.js';
import { DemoCalendarProvider } from '../adapters/demo-calendar/demo-calendar-provider.js';
import { DemoStateFile } from '../adapters/demo-calendar/state-file.js';
import { pacedCalendarProvider } from '../application/calendar/mirror/paced-calendar-provider.js';
import type { CalendarAuthorizer } from '../application/calendar/authorizer.js';
import type { CalendarProvider } from '../application/calendar/provider.js';
import type { Clock } from '../application/shared/ports.js';
import type { DemoCalendar } from '../application/calendar/ports.js';
import type { Config } from './config/config.js';

/** The ports of the configured calendar provider. */
export type CalendarPorts = {
  readonly authorizer: CalendarAuthorizer;
  /** The port for events in calendars. If it is missing, calendars can be connected but not linked to a household. */
  readonly provider?: CalendarProvider;
  /** The demo calendar. It is missing if another provider is configured. */
  readonly demo?: DemoCalendar;
};

/** Creates the ports of the configured provider. Returns null if no calendar can be connected. */
export async function composeCalendar(
  {
    calendar: { provider },
    google,
    dataDir,
    http: { baseUrl },
  }: Pick<Config, 'calendar' | 'google' | 'dataDir'> & { readonly http: Pick<Config['http'], 'baseUrl'> },
  { clock }: { clock: Clock },
): Promise<CalendarPorts | null> {
  const redirectUri = `${baseUrl}/v1/calendar/google/callback`;
  if (provider === 'demo') return demoCalendar({ redirectUri, dataDir, clock });
  if (provider === 'none' || google.calendar === null) return null;
  const { endpoints, calendar: client } = google;
  const [{ GoogleCalendarAuthorizer }, { GoogleCalendarProvider }] = await Promise.all([
    import('../adapters/google/calendar/google-calendar-authorizer.js'),
    import('../adapters/google/calendar/google-calendar-provider.js'),
  ]);
  return {
    authorizer: new GoogleCalendarAuthorizer({ ...client, ...endpoints, redirectUri }, clock),
    provider: paced(new GoogleCalendarProvider(endpoints)),
  };
}

/**
 * Returns a provider that limits the rate of requests. It uses the real time, even if the service has another clock.
 */
function paced(provider: CalendarProvider): CalendarProvider {
  return pacedCalendarProvider(provider, {
    now: () => performance.now(),
    pause: (time) => setTimeout(time),
  });
}

/** Creates the ports of the demo calendar, whose state is a file in the data folder. */
export function demoCalendar(settings: {
  redirectUri: string;
  dataDir: string;
  clock: Clock;
}): CalendarPorts {
  const { redirectUri, dataDir, clock } = settings;
  const state = new DemoStateFile(dataDir);
  return {
    authorizer: new DemoCalendarAuthorizer({ redirectUri, state, clock }),
    provider: new DemoCalendarProvider({ state, clock }),
    demo: new DemoCalendarHand({ state, clock }),
  };
}
