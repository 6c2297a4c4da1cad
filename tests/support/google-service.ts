import { GoogleCalendarAuthorizer } from '../../adapters/google/calendar/google-calendar-authorizer.js';
import { GoogleCalendarProvider } from '../../adapters/google/calendar/google-calendar-provider.js';
import type { CalendarProvider } from '../../application/calendar/provider.js';
import { FakeGoogle } from './fake-google/fake-google.js';
import { startService, type ServiceOptions, type TestService } from './service.js';

const NOW = '2026-11-21T12:00:00Z';

/** The service with calendars at a fake Google, which goes by the service's clock. */
export async function startWithGoogle(
  options: Omit<ServiceOptions, 'calendar'> = {},
  around: (provider: CalendarProvider) => CalendarProvider = (provider) => provider,
): Promise<{ readonly service: TestService; readonly google: FakeGoogle }> {
  const clock = { now: (): number => Date.parse(options.now ?? NOW) };
  const google = await FakeGoogle.start({ clock: { now: () => clock.now() } });
  const service = await startService({
    now: NOW,
    ...options,
    calendar: {
      authorizer: new GoogleCalendarAuthorizer(google.settings, { now: () => clock.now() }),
      provider: around(new GoogleCalendarProvider(google.settings)),
    },
  });
  clock.now = () => service.clock.now();
  return { service, google };
}
