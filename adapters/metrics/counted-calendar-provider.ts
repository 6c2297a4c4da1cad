import type { AccessToken, CalendarProvider, EventQuery } from '../../application/calendar/provider.js';
import type { EventToPublish } from '../../domain/calendar/event.js';
import type { ServiceMetrics } from './service-metrics.js';

/** Counts the requests that another provider makes, by what they were answered. */
export class CountedCalendarProvider implements CalendarProvider {
  readonly #provider: CalendarProvider;
  readonly #metrics: Pick<ServiceMetrics, 'calendarCalled'>;

  constructor(provider: CalendarProvider, metrics: Pick<ServiceMetrics, 'calendarCalled'>) {
    this.#provider = provider;
    this.#metrics = metrics;
  }

  listCalendars(token: AccessToken) {
    return this.#counted('listCalendars', this.#provider.listCalendars(token));
  }

  getCalendar(token: AccessToken, calendarId: string) {
    return this.#counted('getCalendar', this.#provider.getCalendar(token, calendarId));
  }

  listEvents(token: AccessToken, calendarId: string, query: EventQuery) {
    return this.#counted('listEvents', this.#provider.listEvents(token, calendarId, query));
  }

  getEvent(token: AccessToken, calendarId: string, eventId: string) {
    return this.#counted('getEvent', this.#provider.getEvent(token, calendarId, eventId));
  }

  insertEvent(token: AccessToken, calendarId: string, eventId: string, event: EventToPublish) {
    return this.#counted('insertEvent', this.#provider.insertEvent(token, calendarId, eventId, event));
  }

  updateEvent(
    token: AccessToken,
    calendarId: string,
    eventId: string,
    event: EventToPublish,
    version: { readonly ifEtag: string | null; readonly sequence: number },
  ) {
    const answer = this.#provider.updateEvent(token, calendarId, eventId, event, version);
    return this.#counted('updateEvent', answer);
  }

  deleteEvent(token: AccessToken, calendarId: string, eventId: string, ifEtag: string | null) {
    return this.#counted('deleteEvent', this.#provider.deleteEvent(token, calendarId, eventId, ifEtag));
  }

  async #counted<Outcome extends { readonly kind: string }>(
    call: keyof CalendarProvider,
    answer: Promise<Outcome>,
  ): Promise<Outcome> {
    try {
      const outcome = await answer;
      this.#metrics.calendarCalled(call, outcome.kind);
      return outcome;
    } catch (error) {
      this.#metrics.calendarCalled(call, 'defect');
      throw error;
    }
  }
}
