import { aroundCalls, type CalendarProvider } from '../../application/calendar/provider.js';
import type { ServiceMetrics } from './service-metrics.js';

/** Counts the requests that a provider makes, by what they were answered. */
export function countedCalendarProvider(
  provider: CalendarProvider,
  metrics: Pick<ServiceMetrics, 'calendarCalled'>,
): CalendarProvider {
  return aroundCalls(provider, async (call, _token, _calendarId, request) => {
    try {
      const outcome = await request();
      metrics.calendarCalled(call, outcome.kind);
      return outcome;
    } catch (error) {
      metrics.calendarCalled(call, 'defect');
      throw error;
    }
  });
}
