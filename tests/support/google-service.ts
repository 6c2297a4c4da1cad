import { GoogleCalendarAuthorizer } from '../../adapters/google/calendar/google-calendar-authorizer.js';
import { GoogleCalendarProvider } from '../../adapters/google/calendar/google-calendar-provider.js';
import type { CalendarAuthorizer } from '../../application/calendar/authorizer.js';
import type { CalendarProvider } from '../../application/calendar/provider.js';
import { FakeGoogle } from './fake-google/fake-google.js';
import { startService, type ServiceOptions, type TestService } from './service.js';

const NOW = '2026-11-21T12:00:00Z';

type Options = Omit<ServiceOptions, 'calendar'>;
type Around = (provider: CalendarProvider) => CalendarProvider;

/** Starts the service with calendars at a fake Google that follows the clock of the service. */
export async function startWithGoogle(
  options: Options = {},
  around?: Around,
): Promise<{ readonly service: TestService; readonly google: FakeGoogle }> {
  const { service, anotherGoogle } = await startWithGoogles(options, around);
  return { service, google: await anotherGoogle() };
}

/**
 * Starts the service with a fake Google that can be replaced. Each fake follows the clock of the service and
 * knows nothing of the previous one.
 */
export async function startWithGoogles(
  options: Options = {},
  around: Around = (provider) => provider,
): Promise<{ readonly service: TestService; readonly anotherGoogle: () => Promise<FakeGoogle> }> {
  const current: { authorizer?: CalendarAuthorizer; provider?: CalendarProvider } = {};
  const service = await startService({
    now: NOW,
    ...options,
    calendar: {
      authorizer: standIn(() => current.authorizer),
      provider: around(standIn(() => current.provider)),
    },
  });
  return {
    service,
    anotherGoogle: async () => {
      const google = await FakeGoogle.start({ clock: service.clock });
      current.authorizer = new GoogleCalendarAuthorizer(google.settings, service.clock);
      current.provider = new GoogleCalendarProvider(google.settings);
      return google;
    },
  };
}

/** Returns an object that passes every call on to the current instance of the port. */
function standIn<Port extends object>(current: () => Port | undefined): Port {
  return new Proxy({} as Port, {
    get: (_none, name) => {
      const port = current();
      const member: unknown = port && Reflect.get(port, name);
      return typeof member === 'function' ? member.bind(port) : member;
    },
  });
}
