import type { IcsSource } from '../../application/days/ports.js';
import { aroundCalls, type CalendarProvider } from '../../application/calendar/provider.js';
import type { Mailer } from '../../application/shared/ports.js';
import type { ServiceMetrics } from './service-metrics.js';
import type { PushSender } from '../../application/notifications/ports.js';

/** Counts the e-mails that the wrapped mailer gets, by kind and outcome. */
export function countedMailer(mailer: Mailer, metrics: Pick<ServiceMetrics, 'mailed'>): Mailer {
  return {
    send: async (mail) => {
      try {
        const outcome = await mailer.send(mail);
        metrics.mailed(mail.kind, outcome);
        return outcome;
      } catch (error) {
        metrics.mailed(mail.kind, 'failed');
        throw error;
      }
    },
  };
}

/** Counts the pushes that the wrapped sender gets, by platform and outcome. */
export function countedPushSender(sender: PushSender, metrics: Pick<ServiceMetrics, 'pushed'>): PushSender {
  return {
    publicKey: sender.publicKey,
    reaches: (platform) => sender.reaches(platform),
    send: async (address) => {
      const outcome = await sender.send(address);
      metrics.pushed(address.platform, outcome.kind);
      return outcome;
    },
  };
}

/** Counts the fetches of day calendars by the wrapped source, by their outcome. */
export function countedIcsSource(source: IcsSource, metrics: Pick<ServiceMetrics, 'daysFetched'>): IcsSource {
  return {
    read: async (url, etag) => {
      const answer = await source.read(url, etag);
      metrics.daysFetched(answer.kind === 'failed' ? answer.error : answer.kind);
      return answer;
    },
  };
}

/** Counts the requests of the wrapped provider by their outcome. */
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
