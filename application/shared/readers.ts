import type { AccessReader, AccountReader, PasswordResetReader, SessionReader } from '../accounts/ports.js';
import type { ActivityReader, StatisticsReader } from '../history/ports.js';
import type { AttachmentReader } from '../attachments/ports.js';
import type { CalendarConnectionReader, CalendarLinkReader } from '../calendar/ports.js';
import type { CategoryReader, HouseholdReader, InvitationReader } from '../households/ports.js';
import type { DeviceReader, NotificationReader } from '../notifications/ports.js';
import type { FeedReader } from '../feeds/ports.js';
import type { OccurrenceReader } from '../tasks/ports.js';
import type { SearchReader } from '../search/ports.js';
import type { SeriesReader, SwapReader } from '../series/ports.js';
import type { ShoppingReader } from '../shopping/ports.js';
import type { ChangeFeed } from '../sync/ports.js';
import type { TemplateReader } from '../templates/ports.js';

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
  readonly devices: DeviceReader;
  readonly attachments: AttachmentReader;
  readonly shopping: ShoppingReader;
  readonly templates: TemplateReader;
  readonly notifications: NotificationReader;
  readonly statistics: StatisticsReader;
  readonly search: SearchReader;
  readonly changeFeed: ChangeFeed;
};
