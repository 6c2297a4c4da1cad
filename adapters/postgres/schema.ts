import type { ColumnType, GeneratedAlways } from 'kysely';
import type { JobName, Jobs } from '../../application/shared/job-queue.js';
import type { Account } from '../../domain/accounts/account.js';
import type { EmailChange } from '../../domain/accounts/email-change.js';
import type { Identity, ProviderName } from '../../domain/accounts/identity.js';
import type { MobileCode } from '../../domain/accounts/mobile-code.js';
import type { PasswordReset } from '../../domain/accounts/password-reset.js';
import type { RefreshToken, Session } from '../../domain/accounts/session.js';
import type { Attachment } from '../../domain/attachments/attachment.js';
import type { ConnectTicket } from '../../domain/calendar/oauth-state.js';
import type { DayCalendar } from '../../domain/days/calendar.js';
import type { Pause } from '../../domain/days/pause.js';
import type { Display } from '../../domain/displays/display.js';
import type { Pairing } from '../../domain/displays/pairing.js';
import type { Pin } from '../../domain/displays/pin.js';
import type { Feed } from '../../domain/feeds/feed.js';
import type { Activity } from '../../domain/history/activity.js';
import type { Category } from '../../domain/households/household.js';
import type { Invitation } from '../../domain/households/invitation.js';
import type { Device } from '../../domain/notifications/device.js';
import type { Notification } from '../../domain/notifications/notification.js';
import type { StoredPreferences } from '../../domain/notifications/preferences.js';
import { packedText, type Inverse } from '../../domain/operations/inverse.js';
import type { ListedOperation, Operation, UnfinishedWork } from '../../domain/operations/operation.js';
import type { Swap } from '../../domain/series/swap.js';
import type { CivilDate } from '../../domain/shared/civil-date.js';
import type { HouseholdId, MemberId, UserId } from '../../domain/shared/ids.js';
import type { Instant } from '../../domain/shared/zone.js';
import type { ShoppingItem } from '../../domain/shopping/item.js';
import type { ShoppingList } from '../../domain/shopping/list.js';
import type { RetiredId } from '../../domain/sync/journal.js';
import type { Task } from '../../domain/tasks/task.js';
import type { TaskTemplate } from '../../domain/templates/template.js';
import {
  computed,
  convertedColumn,
  instant,
  json,
  mapTable,
  nullableJson,
  type ColumnsOf,
  type FieldMap,
} from './field-map.js';
import type { CALENDAR_CONNECTIONS, EVENTS, FAILURES, LINKS, ORPHANED_EVENTS } from './calendar/table.js';
import type { HOUSEHOLDS, MEMBERS } from './households/table.js';
import type { SERIES_TABLE } from './series/table.js';
import type { OccurrencesTable } from './tasks/table.js';

/** A column that is read as milliseconds since 1970 and written as ISO 8601 text. See {@link timestamp}. */
type Timestamp = ColumnType<Instant, string, string>;
type NullableTimestamp = ColumnType<Instant | null, string | null, string | null>;
/**
 * A column that is read as the parsed value and written as text, because the driver would send an array as an SQL
 * array.
 */
type Json<Value> = ColumnType<Value, string, string>;

export const ACCOUNTS = mapTable<Account>()({
  id: 'id',
  email: 'email',
  emailVerified: 'email_verified',
  displayName: 'display_name',
  locale: 'locale',
  timeZone: 'time_zone',
  passwordHash: 'password_hash',
  identities: computed(
    (column) => `(
      select coalesce(json_agg(json_build_object('provider', i.provider, 'email', i.email)
        order by i.linked_at, i.provider), '[]')
      from identities i where i.user_id = ${column('id')}
    )`,
  ),
  disabledAt: instant('disabled_at'),
  createdAt: instant('created_at'),
});

/**
 * Returns the SQL of the time when a session was last used: `last_used_at`, or the time of the latest refresh token
 * if that is newer. A refresh writes only to `refresh_tokens`. Every node of a Citus cluster has a copy of
 * `sessions`, and an update would have to reach all of them.
 */
export function lastUse(column: (name: string) => string): string {
  return `greatest(${column('last_used_at')}, (
    select max(r.issued_at) from refresh_tokens r where r.session_id = ${column('id')}
  ))`;
}

export const SESSIONS = mapTable<Session>()({
  id: 'id',
  userId: 'user_id',
  userAgent: 'user_agent',
  createdAt: instant('created_at'),
  lastUsedAt: { ...instant('last_used_at'), select: lastUse },
  revokedAt: instant('revoked_at'),
});

export const REFRESH_TOKENS = mapTable<RefreshToken>()({
  hash: 'hash',
  sessionId: 'session_id',
  issuedAt: instant('issued_at'),
  rotatedAt: instant('rotated_at'),
  endedAt: instant('ended_at'),
});

export const PASSWORD_RESETS = mapTable<PasswordReset>()({
  id: 'id',
  emailHash: 'email_hash',
  userId: 'user_id',
  tokenHash: 'token_hash',
  requestedAt: instant('requested_at'),
  expiresAt: instant('expires_at'),
  endedAt: instant('ended_at'),
});

export const EMAIL_CHANGES = mapTable<EmailChange>()({
  id: 'id',
  userId: 'user_id',
  email: 'email',
  proofHash: 'proof_hash',
  refusalHash: 'refusal_hash',
  requestedAt: instant('requested_at'),
  expiresAt: instant('expires_at'),
  endedAt: instant('ended_at'),
  formerEmail: 'former_email',
  changedAt: instant('changed_at'),
  credentialsMark: 'credentials_mark',
  revertUntil: instant('revert_until'),
  revertHash: 'revert_hash',
});

type RateLimitsTable = {
  key: string;
  hits: number;
  resets_at: Timestamp;
};

export const IDENTITIES = mapTable<Identity>()({
  provider: 'provider',
  subject: 'subject',
  userId: 'user_id',
  email: 'email',
  linkedAt: instant('linked_at'),
});

type UnlinkedIdentitiesTable = {
  user_id: UserId;
  provider: ProviderName;
  unlinked_at: Timestamp;
};

export const MOBILE_CODES = mapTable<MobileCode>()({
  hash: 'hash',
  userId: 'user_id',
  codeChallenge: 'code_challenge',
  issuedAt: instant('issued_at'),
  exchangedAt: instant('exchanged_at'),
  sessionId: 'session_id',
});

export const CALENDAR_TICKETS = mapTable<ConnectTicket>()({
  hash: 'hash',
  userId: 'user_id',
  sessionId: 'session_id',
  issuedAt: instant('issued_at'),
});

type CalendarStatesTable = {
  hash: string;
  spent_at: Timestamp;
};

type HouseholdOfTokenTable = {
  hash: string;
  household_id: HouseholdId;
};

type HouseholdsOfUserTable = {
  user_id: UserId;
  household_id: HouseholdId;
};

export const INVITATIONS = mapTable<Invitation>()({
  id: 'id',
  householdId: 'household_id',
  tokenHash: 'token_hash',
  mailTokenHash: 'mail_token_hash',
  email: 'email',
  expiresAt: instant('expires_at'),
  maxUses: 'max_uses',
  uses: 'uses',
  registrations: 'registrations',
  revokedAt: instant('revoked_at'),
  memberId: 'member_id',
  createdBy: 'created_by',
  createdAt: instant('created_at'),
});

export const CATEGORIES = mapTable<Category>()({
  id: 'id',
  householdId: 'household_id',
  name: 'name',
  color: 'color',
  icon: 'icon',
  createdBy: 'created_by',
  createdAt: instant('created_at'),
});

export const TASKS = mapTable<Task>()({
  id: 'id',
  householdId: 'household_id',
  visibility: 'visibility',
  createdBy: 'created_by',
  createdAt: instant('created_at'),
});

export const RETIRED_IDS = mapTable<RetiredId>()({
  householdId: 'household_id',
  id: 'id',
  kind: 'kind',
  expiresAt: instant('expires_at'),
});

export const SWAPS = mapTable<Swap>()({
  id: 'id',
  householdId: 'household_id',
  occurrenceId: 'occurrence_id',
  withOccurrenceId: 'with_occurrence_id',
  requestedBy: 'requested_by',
  status: 'status',
  createdAt: instant('created_at'),
  answeredBy: 'answered_by',
  answeredAt: instant('answered_at'),
});

export const ACTIVITIES = mapTable<Activity>()({
  id: 'id',
  householdId: 'household_id',
  at: instant('at'),
  actorId: 'actor_id',
  action: 'action',
  subject: {
    select: (column) =>
      `json_build_object('type', ${column('subject_type')}, 'id', ${column('subject_id')},
        'title', ${column('subject_title')}, 'date', ${column('subject_date')})`,
    columns: ['subject_type', 'subject_id', 'subject_title', 'subject_date'],
    write: ({ type, id, title, date }) => ({
      subject_type: type,
      subject_id: id,
      subject_title: title,
      subject_date: date,
    }),
  },
  taskId: 'task_id',
  onlyFor: 'only_for',
  changes: json('changes'),
  operationId: 'operation_id',
});

const LISTED_FIELDS = {
  id: 'id',
  householdId: 'household_id',
  at: instant('at'),
  actorId: 'actor_id',
  via: {
    select: (name: (column: string) => string) =>
      `case when ${name('via_kind')} is not null then json_build_object(
        'kind', ${name('via_kind')}, 'id', ${name('via_id')}, 'name', ${name('via_name')}) end`,
    columns: ['via_kind', 'via_id', 'via_name'] as const,
    write: (via: Operation['via']) => ({
      via_kind: via?.kind ?? null,
      via_id: via?.id ?? null,
      via_name: via?.name ?? null,
    }),
  },
  onlyFor: 'only_for',
  kind: 'kind',
  subject: nullableJson('subject'),
  taskId: 'task_id',
  counts: json('counts'),
  params: json('params'),
  undoUntil: instant('undo_until'),
  undoes: 'undoes',
  undoneBy: 'undone_by',
  progress: computed((name) => {
    const work = name('work');
    return `case
      when ${work} -> 'total' is not null then json_build_object('done', ${work} -> 'done', 'total', ${work} -> 'total')
      when ${work} is not null then json_build_object('done', 0, 'total', 1) end`;
  }),
} as const satisfies FieldMap<ListedOperation>;
export const LISTED_OPERATIONS = mapTable<ListedOperation>()(LISTED_FIELDS);
export const OPERATIONS = mapTable<Operation>()({
  ...LISTED_FIELDS,
  inverse: convertedColumn('inverse', (inverse: Inverse | null) => inverse && packedText(inverse)),
  work: {
    ...convertedColumn('work', (work: unknown) =>
      work === undefined || work === null ? null : JSON.stringify(work),
    ),
    isJson: true,
  },
});

type OperationsTable = Omit<ColumnsOf<typeof OPERATIONS>, 'work'> & {
  /** The steps that an operation still has to do if it runs in several transactions. */
  work: ColumnType<UnfinishedWork | null, string | null | undefined, string | null>;
  credential: string | null;
  command_key: string | null;
  fingerprint: string | null;
};

export const FEEDS = mapTable<Feed>()({
  id: 'id',
  householdId: 'household_id',
  memberId: 'member_id',
  personal: 'personal',
  tokenHash: 'token_hash',
  createdAt: instant('created_at'),
  lastUsedAt: instant('last_used_at'),
});

export const NOTIFICATIONS = mapTable<Notification>()({
  id: 'id',
  householdId: 'household_id',
  recipientId: 'recipient_id',
  type: 'type',
  params: json('params'),
  occurrenceId: 'occurrence_id',
  cause: 'cause',
  createdAt: instant('created_at'),
  readAt: instant('read_at'),
});

type NotificationPreferencesTable = {
  user_id: UserId;
  preferences: Json<StoredPreferences>;
  agenda_at: NullableTimestamp;
  agenda_mailed_on: CivilDate | null;
};

/** The table has at most one row. */
type RemindersMadeTable = {
  made_until: Timestamp;
};

export const SHOPPING_ITEMS = mapTable<ShoppingItem>()({
  id: 'id',
  householdId: 'household_id',
  listId: 'list_id',
  name: 'name',
  quantity: 'quantity',
  unit: 'unit',
  note: 'note',
  section: 'section',
  position: 'position',
  checked: computed((column) => `${column('checked_at')} is not null`),
  checkedBy: 'checked_by',
  checkedAt: instant('checked_at'),
  tickedAt: instant('ticked_at'),
  addedBy: 'added_by',
  createdAt: instant('created_at'),
  updatedAt: instant('updated_at'),
});

type ShoppingHistoryTable = {
  household_id: HouseholdId;
  name_key: string;
  name: string;
  unit: string | null;
  section: string | null;
  times: number;
  last_at: Timestamp;
  section_by_hand: boolean;
  bought: ColumnType<readonly string[], readonly string[], readonly string[]>;
  declined_at: NullableTimestamp;
  created_by: ColumnType<MemberId | null, MemberId | null | undefined, MemberId | null>;
};

export const SHOPPING_LISTS = mapTable<ShoppingList>()({
  id: 'id',
  householdId: 'household_id',
  name: 'name',
  sections: 'sections',
  position: 'position',
});

export const DAY_CALENDARS = mapTable<DayCalendar>()({
  id: 'id',
  householdId: 'household_id',
  name: 'name',
  days: json('days'),
  ignored: json('ignored'),
  url: 'url',
  host: 'host',
  etag: 'etag',
  fetchedAt: instant('fetched_at'),
  nextFetchAt: instant('next_fetch_at'),
  claimedUntil: instant('claimed_until'),
  failures: 'failures',
  error: 'error',
  warnings: json('warnings'),
  keptBefore: 'kept_before',
});

export const DISPLAYS = mapTable<Display>()({
  id: 'id',
  householdId: 'household_id',
  kind: 'kind',
  name: 'name',
  memberId: 'member_id',
  tokenHash: 'token_hash',
  createdBy: 'created_by',
  createdAt: instant('created_at'),
  lastSeenAt: instant('last_seen_at'),
  firstDate: 'first_date',
  lastDate: 'last_date',
  expiresAt: instant('expires_at'),
});

export const MEMBER_PINS = mapTable<Pin>()({
  householdId: 'household_id',
  memberId: 'member_id',
  hash: 'hash',
  setBy: 'set_by',
  setAt: instant('set_at'),
  guesses: json('guesses'),
  lockedAt: instant('locked_at'),
});

export const DISPLAY_PAIRINGS = mapTable<Pairing>()({
  codeHash: 'code_hash',
  householdId: 'household_id',
  displayId: 'display_id',
  expiresAt: instant('expires_at'),
});

export const PAUSES = mapTable<Pause>()({
  id: 'id',
  householdId: 'household_id',
  from: 'from_date',
  to: 'to_date',
  seriesIds: 'series_ids',
  mode: 'mode',
  assignTo: 'assign_to',
  note: 'note',
  visibility: 'visibility',
  tasks: json('tasks'),
  affected: json('affected'),
  createdBy: 'created_by',
  createdAt: instant('created_at'),
});

export const TEMPLATES = mapTable<TaskTemplate>()({
  id: 'id',
  householdId: 'household_id',
  name: 'name',
  tasks: json('tasks'),
  createdAt: instant('created_at'),
  updatedAt: instant('updated_at'),
});

/**
 * Maps a nullable column to a string. The column is null until the upload is complete, and only rows of complete
 * uploads are selected.
 */
function filled<Column extends string>(column: Column) {
  return {
    select: (name: (column: string) => string) => `coalesce(${name(column)}, '')`,
    columns: [column],
    write: (value: string) => ({ [column]: value }) as { [Name in Column]: string | null },
  };
}

export const ATTACHMENTS = mapTable<Attachment>()({
  id: 'id',
  householdId: 'household_id',
  taskId: 'task_id',
  fileName: filled('file_name'),
  contentType: filled('content_type'),
  size: 'size',
  sha256: filled('sha256'),
  createdBy: 'created_by',
  createdAt: instant('created_at'),
});

export const DEVICES = mapTable<Device>()({
  id: 'id',
  userId: 'user_id',
  sessionId: 'session_id',
  address: json('address'),
  createdAt: instant('created_at'),
  lastSeenAt: instant('last_seen_at'),
});

type IdempotencyKeysTable = {
  user_id: UserId;
  household_id: HouseholdId;
  route: string;
  key: string;
  fingerprint: string;
  reserved_at: Timestamp;
  response: ColumnType<unknown, string | null, string | null>;
};

type JobOutboxTable = {
  position: GeneratedAlways<number>;
  name: JobName;
  payload: Json<Jobs[JobName]>;
  start_after: NullableTimestamp;
  singleton_key: string | null;
};

/**
 * The member who created the row. In `members`, it is the member who added a member without an account, and null for
 * members who joined with an account. It is also null in rows that earlier versions wrote.
 */
type CreatedBy = { created_by: ColumnType<MemberId | null, MemberId | null | undefined, MemberId | null> };

export type DatabaseSchema = {
  accounts: ColumnsOf<typeof ACCOUNTS>;
  sessions: ColumnsOf<typeof SESSIONS>;
  refresh_tokens: ColumnsOf<typeof REFRESH_TOKENS>;
  password_resets: ColumnsOf<typeof PASSWORD_RESETS>;
  email_changes: ColumnsOf<typeof EMAIL_CHANGES>;
  rate_limits: RateLimitsTable;
  identities: ColumnsOf<typeof IDENTITIES>;
  unlinked_identities: UnlinkedIdentitiesTable;
  mobile_codes: ColumnsOf<typeof MOBILE_CODES>;
  calendar_connections: ColumnsOf<typeof CALENDAR_CONNECTIONS>;
  calendar_tickets: ColumnsOf<typeof CALENDAR_TICKETS>;
  calendar_links: ColumnsOf<typeof LINKS>;
  calendar_events: ColumnsOf<typeof EVENTS>;
  calendar_failures: ColumnsOf<typeof FAILURES>;
  calendar_leftovers: ColumnsOf<typeof ORPHANED_EVENTS>;
  calendar_states: CalendarStatesTable;
  households: ColumnsOf<typeof HOUSEHOLDS>;
  members: ColumnsOf<typeof MEMBERS> & CreatedBy;
  household_of_token: HouseholdOfTokenTable;
  households_of_user: HouseholdsOfUserTable;
  invitations: ColumnsOf<typeof INVITATIONS>;
  categories: ColumnsOf<typeof CATEGORIES> & { unique_name: string; sort_name: string };
  tasks: ColumnsOf<typeof TASKS>;
  retired_ids: ColumnsOf<typeof RETIRED_IDS>;
  occurrences: OccurrencesTable;
  series: ColumnsOf<typeof SERIES_TABLE>;
  swaps: ColumnsOf<typeof SWAPS>;
  operations: OperationsTable;
  activities: ColumnsOf<typeof ACTIVITIES>;
  feeds: ColumnsOf<typeof FEEDS>;
  devices: ColumnsOf<typeof DEVICES> & { address_hash: string };
  attachments: ColumnsOf<typeof ATTACHMENTS>;
  shopping_items: ColumnsOf<typeof SHOPPING_ITEMS> & { name_key: string };
  shopping_history: ShoppingHistoryTable;
  shopping_lists: ColumnsOf<typeof SHOPPING_LISTS> & CreatedBy;
  day_calendars: ColumnsOf<typeof DAY_CALENDARS> & CreatedBy;
  displays: ColumnsOf<typeof DISPLAYS>;
  display_pairings: ColumnsOf<typeof DISPLAY_PAIRINGS>;
  member_pins: ColumnsOf<typeof MEMBER_PINS>;
  pauses: ColumnsOf<typeof PAUSES>;
  task_templates: ColumnsOf<typeof TEMPLATES> & CreatedBy;
  notifications: ColumnsOf<typeof NOTIFICATIONS>;
  notification_preferences: NotificationPreferencesTable;
  reminders_made: RemindersMadeTable;
  idempotency_keys: IdempotencyKeysTable;
  job_outbox: JobOutboxTable;
};
