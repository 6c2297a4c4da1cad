import type { AccessReader } from './access-reader.js';
import type { ActivityReader } from './activity-repository.js';
import type { AccountReader } from './account-repository.js';
import type { CalendarConnectionReader } from './calendar-connection-repository.js';
import type { CalendarLinkReader } from './calendar-mirror-repository.js';
import type { CategoryReader } from './category-repository.js';
import type { FeedReader } from './feed-repository.js';
import type { HouseholdReader } from './household-repository.js';
import type { InvitationReader } from './invitation-repository.js';
import type { NotificationReader } from './notification-repository.js';
import type { OccurrenceReader } from './occurrence-repository.js';
import type { SeriesReader } from './series-repository.js';
import type { PasswordResetReader } from './password-reset-repository.js';
import type { SessionReader } from './session-repository.js';
import type { StatisticsReader } from './statistics-reader.js';
import type { ShoppingReader } from './shopping-repository.js';
import type { SwapReader } from './swap-repository.js';

/** What can be read outside a transaction: each call is one statement on its own. */
export type Readers = {
  readonly access: AccessReader;
  readonly accounts: AccountReader;
  readonly sessions: SessionReader;
  readonly passwordResets: PasswordResetReader;
  readonly calendarConnections: CalendarConnectionReader;
  readonly households: HouseholdReader;
  readonly invitations: InvitationReader;
  readonly categories: CategoryReader;
  readonly occurrences: OccurrenceReader;
  readonly series: SeriesReader;
  readonly swaps: SwapReader;
  readonly activities: ActivityReader;
  readonly calendarLinks: CalendarLinkReader;
  readonly feeds: FeedReader;
  readonly shopping: ShoppingReader;
  readonly notifications: NotificationReader;
  readonly statistics: StatisticsReader;
};
