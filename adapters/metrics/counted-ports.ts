import type { IcsAnswer, IcsSource } from '../../application/days/ports.js';
import { aroundCalls, type CalendarProvider } from '../../application/calendar/provider.js';
import type { Mail, Mailer } from '../../application/shared/ports.js';
import type { ServiceMetrics } from './service-metrics.js';
import type { PushOutcome, PushSender } from '../../application/notifications/ports.js';
import type { Platform, PushAddress } from '../../domain/notifications/device.js';

/** Counts the e-mails that the wrapped mailer gets, by kind and outcome. */
export class CountedMailer implements Mailer {
  readonly #mailer: Mailer;
  readonly #metrics: Pick<ServiceMetrics, 'mailed'>;

  constructor(mailer: Mailer, metrics: Pick<ServiceMetrics, 'mailed'>) {
    this.#mailer = mailer;
    this.#metrics = metrics;
  }

  async send(mail: Mail): Promise<'accepted' | 'refused'> {
    try {
      const outcome = await this.#mailer.send(mail);
      this.#metrics.mailed(mail.kind, outcome);
      return outcome;
    } catch (error) {
      this.#metrics.mailed(mail.kind, 'failed');
      throw error;
    }
  }
}

/** Counts the pushes that the wrapped sender gets, by platform and outcome. */
export class CountedPushSender implements PushSender {
  readonly publicKey: string | null;
  readonly #sender: PushSender;
  readonly #metrics: Pick<ServiceMetrics, 'pushed'>;

  constructor(sender: PushSender, metrics: Pick<ServiceMetrics, 'pushed'>) {
    this.publicKey = sender.publicKey;
    this.#sender = sender;
    this.#metrics = metrics;
  }

  reaches(platform: Platform): boolean {
    return this.#sender.reaches(platform);
  }

  async send(address: PushAddress): Promise<PushOutcome> {
    const outcome = await this.#sender.send(address);
    this.#metrics.pushed(address.platform, outcome.kind);
    return outcome;
  }
}

/** Counts the fetches of day calendars by the wrapped source, by their outcome. */
export class CountedIcsSource implements IcsSource {
  readonly #source: IcsSource;
  readonly #metrics: Pick<ServiceMetrics, 'daysFetched'>;

  constructor(source: IcsSource, metrics: Pick<ServiceMetrics, 'daysFetched'>) {
    this.#source = source;
    this.#metrics = metrics;
  }

  async read(url: string, etag: string | null): Promise<IcsAnswer> {
    const answer = await this.#source.read(url, etag);
    this.#metrics.daysFetched(answer.kind === 'failed' ? answer.error : answer.kind);
    return answer;
  }
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
