import type { CalendarError } from '../../../domain/calendar/handshake.js';
import type { SessionId, UserId } from '../../../domain/shared/ids.js';
import { notFound } from '../../shared/errors.js';

/** Whose calendar it is to be, and the session that asked: it has to live until the end. */
export type CalendarOwner = { readonly userId: UserId; readonly sessionId: SessionId };

/** What the browser carries from the wish to connect a calendar to the provider's answer, sealed. */
export type CalendarFlow = CalendarOwner & {
  readonly state: string;
  readonly codeVerifier: string;
  /** The path to go on to. */
  readonly next: string;
};

export const CALENDAR_FLOW = 'calendar-connect';

/** Where a tab that the app opened ends: an address that the app has claimed. */
export const APP_DONE_PATH = '/oauth/done';

export type ConnectOutcome =
  { readonly kind: 'connected' } | { readonly kind: 'failed'; readonly error: CalendarError };

export const calendarNotOffered = () => notFound('calendar provider');
