import type { Completion, Nag } from '../../domain/tasks/content.js';
import type { DateReason, Shift } from '../../domain/days/shift.js';
import type { DayCalendar } from '../../domain/days/calendar.js';
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { CalendarTables } from './calendar/schema.js';
import type { ProviderName } from '../../domain/accounts/identity.js';
import type { Pause, PauseMode, SeriesPause } from '../../domain/days/pause.js';
import type { Season } from '../../domain/days/season.js';
import type { Recurrence } from '../../domain/recurrence/rule.js';
import type { Segment } from '../../domain/rotation/segment.js';
import type { JobName, Jobs } from '../../application/shared/job-queue.js';
import type { ConnectionStatus } from '../../domain/calendar/connection.js';
import type { ActivityAction, ActivityId, FieldChange, SubjectType } from '../../domain/history/activity.js';
import type { Group, Member, Role } from '../../domain/households/household.js';
import type { Locale } from '../../domain/shared/locale.js';
import type { RetiredId } from '../../domain/sync/journal.js';
import type { TurnReason } from '../../domain/rotation/turn-reason.js';
import type { Visibility } from '../../domain/shared/visibility.js';
import type { MissedPolicy, WhenAway } from '../../domain/recurrence/policies.js';
import type { Pin } from '../../domain/displays/pin.js';
import type { DisplayKind } from '../../domain/displays/display.js';
import type { CivilDate, Weekday } from '../../domain/shared/civil-date.js';
import type { CivilTime } from '../../domain/shared/civil-time.js';
import type { DeviceId, PushAddress } from '../../domain/notifications/device.js';
import type { Inverse } from '../../domain/operations/inverse.js';
import type {
  CountsOf,
  Operation,
  OperationKind,
  OperationSubject,
  UnfinishedWork,
} from '../../domain/operations/operation.js';
import type { NotificationId, NotificationType } from '../../domain/notifications/notification.js';
import type { StoredPreferences } from '../../domain/notifications/preferences.js';
import type { TaskTemplate, TemplateId } from '../../domain/templates/template.js';
import type { AttachmentId } from '../../domain/attachments/attachment.js';
import type { ShoppingItemId } from '../../domain/shopping/item.js';
import type { ShoppingListId } from '../../domain/shopping/list.js';
import type {
  CalendarConnectionId,
  CategoryId,
  DayCalendarId,
  DisplayId,
  PauseId,
  FeedId,
  HouseholdId,
  InvitationId,
  MemberId,
  OccurrenceId,
  EmailChangeId,
  PasswordResetId,
  SeriesId,
  SessionId,
  TaskId,
  UserId,
  OperationId,
} from '../../domain/shared/ids.js';
import type { Instant, TimeZone } from '../../domain/shared/zone.js';
import type {
  ChecklistItem,
  GoogleSyncStatus,
  SkippedReason,
  Status,
  Tick,
} from '../../domain/tasks/occurrence.js';
import type { SoftDue } from '../../domain/tasks/soft-due.js';
import type { SwapId, SwapStatus } from '../../domain/series/swap.js';

/** A column that is read as milliseconds since 1970 and written as ISO 8601 text. See {@link timestamp}. */
type Timestamp = ColumnType<Instant, string, string>;
type NullableTimestamp = ColumnType<Instant | null, string | null, string | null>;
/**
 * A column that is read as the parsed value and written as text, because the driver would send an array as an SQL
 * array.
 */
type Json<Value> = ColumnType<Value, string, string>;
type NullableJson<Value> = ColumnType<Value | null, string | null, string | null>;

/** Returns the instant (milliseconds since 1970) as ISO 8601 text, as `timestamptz` columns are written. */
export function timestamp(instant: Instant): string {
  return new Date(instant).toISOString();
}

export function nullableTimestamp(instant: Instant | null): string | null {
  return instant === null ? null : timestamp(instant);
}

type AccountsTable = {
  id: UserId;
  email: string;
  email_verified: boolean;
  display_name: string;
  locale: Locale;
  time_zone: TimeZone;
  password_hash: string | null;
  disabled_at: NullableTimestamp;
  created_at: Timestamp;
};

type SessionsTable = {
  id: SessionId;
  user_id: UserId;
  user_agent: string | null;
  created_at: Timestamp;
  last_used_at: Timestamp;
  revoked_at: NullableTimestamp;
};

type RefreshTokensTable = {
  hash: string;
  session_id: SessionId;
  issued_at: Timestamp;
  rotated_at: NullableTimestamp;
  ended_at: NullableTimestamp;
};

type PasswordResetsTable = {
  id: PasswordResetId;
  email_hash: string;
  user_id: UserId | null;
  token_hash: string | null;
  requested_at: Timestamp;
  expires_at: NullableTimestamp;
  ended_at: NullableTimestamp;
};

type EmailChangesTable = {
  id: EmailChangeId;
  user_id: UserId;
  email: string;
  proof_hash: string | null;
  refusal_hash: string | null;
  requested_at: Timestamp;
  expires_at: Timestamp;
  ended_at: NullableTimestamp;
  former_email: string | null;
  changed_at: NullableTimestamp;
  credentials_mark: string | null;
  revert_until: NullableTimestamp;
  revert_hash: string | null;
};

type RateLimitsTable = {
  key: string;
  hits: number;
  resets_at: Timestamp;
};

type IdentitiesTable = {
  provider: ProviderName;
  subject: string;
  user_id: UserId;
  email: string;
  linked_at: Timestamp;
};

type UnlinkedIdentitiesTable = {
  user_id: UserId;
  provider: ProviderName;
  unlinked_at: Timestamp;
};

type MobileCodesTable = {
  hash: string;
  user_id: UserId;
  code_challenge: string;
  issued_at: Timestamp;
  exchanged_at: NullableTimestamp;
  session_id: SessionId | null;
};

type CalendarConnectionsTable = {
  id: CalendarConnectionId;
  user_id: UserId | null;
  google_sub: string | null;
  email: string | null;
  grant_key: string;
  status: ConnectionStatus;
  refresh_token: string | null;
  access_token: string | null;
  access_expires_at: NullableTimestamp;
  token_version: number;
  created_at: Timestamp;
  left_at: NullableTimestamp;
};

type CalendarTicketsTable = {
  hash: string;
  user_id: UserId;
  session_id: SessionId;
  issued_at: Timestamp;
};

type CalendarStatesTable = {
  hash: string;
  spent_at: Timestamp;
};

type HouseholdsTable = {
  id: HouseholdId;
  name: string;
  time_zone: TimeZone;
  locale: Locale;
  week_starts_on: Weekday;
  calendar_title_format: string;
  default_effort_minutes: number;
  created_at: Timestamp;
};

type MembersTable = {
  household_id: HouseholdId;
  user_id: MemberId;
  account_id: UserId | null;
  display_name: string | null;
  role: Role;
  color: string;
  joined_at: Timestamp;
  left_at: NullableTimestamp;
  away_periods: Json<Member['awayPeriods']>;
  weight: number;
  proxy: boolean;
  grouping: Group;
  takes_turns: boolean;
  manager_ids: readonly MemberId[];
  active_from: CivilDate | null;
  active_until: CivilDate | null;
  has_pin: boolean;
  /**
   * The member who added this member, if this member has no account. null for members who joined with an account, and
   * for rows that earlier versions wrote.
   */
  created_by: ColumnType<MemberId | null, MemberId | null | undefined, MemberId | null>;
};

type HouseholdOfTokenTable = {
  hash: string;
  household_id: HouseholdId;
};

type HouseholdsOfUserTable = {
  user_id: UserId;
  household_id: HouseholdId;
};

type InvitationsTable = {
  household_id: HouseholdId;
  id: InvitationId;
  token_hash: string;
  mail_token_hash: string | null;
  email: string | null;
  expires_at: Timestamp;
  max_uses: number;
  uses: number;
  registrations: number;
  revoked_at: NullableTimestamp;
  member_id: MemberId | null;
  created_by: MemberId;
  created_at: Timestamp;
};

type CategoriesTable = {
  household_id: HouseholdId;
  id: CategoryId;
  name: string;
  unique_name: string;
  sort_name: string;
  color: string | null;
  icon: string | null;
  created_by: MemberId;
  created_at: Timestamp;
};

type TasksTable = {
  household_id: HouseholdId;
  id: TaskId;
  visibility: Visibility;
  created_by: MemberId;
  created_at: Timestamp;
};

type RetiredIdsTable = {
  household_id: HouseholdId;
  id: string;
  kind: RetiredId['kind'];
  expires_at: Timestamp | null;
};

/** The columns that series and occurrences have in common. */
export type ContentColumns = {
  title: string;
  notes: string | null;
  category_id: CategoryId | null;
  visibility: Visibility;
  /** The priority as its position in PRIORITIES. */
  priority: number;
  time: CivilTime | null;
  duration_minutes: number | null;
  all_day: boolean;
  reminders: readonly number[];
  show_from: number | null;
  nag: NullableJson<Nag>;
  escalate_after_minutes: number | null;
  completion: Completion;
};

export type OccurrencesTable = ContentColumns & {
  household_id: HouseholdId;
  id: OccurrenceId;
  task_id: TaskId;
  series_id: SeriesId | null;
  series_index: number | null;
  original_date: CivilDate | null;
  /** A date and a wall-clock time, as text. Set for rules with several times a day. */
  original_at: string | null;
  /** The text for the search. null means that it is the title and notes in lower case. */
  search_text: string | null;
  status: Status;
  date: CivilDate | null;
  date_reason: NullableJson<DateReason>;
  soft_due_kind: SoftDue['kind'] | null;
  soft_due_by: CivilDate | null;
  responsible_member_ids: readonly MemberId[];
  turn_reason: TurnReason | null;
  turn_of: readonly MemberId[] | null;
  swapped_to: readonly MemberId[] | null;
  balanced_to: readonly MemberId[] | null;
  skipped_reason: SkippedReason | null;
  checklist: Json<readonly ChecklistItem[]>;
  attachment_count: number;
  remind_on: CivilDate | null;
  is_exception: boolean;
  version: number;
  sync_version: number;
  synced_version: number;
  google_sync_status: GoogleSyncStatus;
  created_by: MemberId;
  created_at: Timestamp;
  updated_at: Timestamp;
  updated_by: MemberId | null;
  status_at: NullableTimestamp;
  completed_at: NullableTimestamp;
  completed_by: MemberId | null;
  completed_for: MemberId | null;
  done_by: Json<readonly Tick[]>;
  finished_privately: boolean;
  deleted_at: NullableTimestamp;
  status_before_deletion: Status | null;
  sort_date: GeneratedAlways<CivilDate>;
  sort_minute: GeneratedAlways<number>;
  sort_due: GeneratedAlways<CivilDate>;
};

export type SeriesTable = ContentColumns & {
  household_id: HouseholdId;
  id: SeriesId;
  task_id: TaskId;
  recurrence: Json<Recurrence>;
  start_date: CivilDate;
  start_index: number;
  segments: Json<readonly Segment[]>;
  missed: MissedPolicy;
  season: NullableJson<Season>;
  shift: NullableJson<Shift>;
  when_away: WhenAway | null;
  pauses: Json<readonly SeriesPause[]>;
  checklist: Json<readonly string[]>;
  horizon: CivilDate;
  next_index: number;
  excluded_dates: Json<readonly CivilDate[]>;
  ends_before: CivilDate | null;
  version: number;
  created_by: MemberId;
  created_at: Timestamp;
  ended_at: NullableTimestamp;
};

type SwapsTable = {
  household_id: HouseholdId;
  id: SwapId;
  occurrence_id: OccurrenceId;
  with_occurrence_id: OccurrenceId;
  requested_by: MemberId;
  status: SwapStatus;
  created_at: Timestamp;
  answered_by: MemberId | null;
  answered_at: NullableTimestamp;
};

type ActivitiesTable = {
  household_id: HouseholdId;
  id: ActivityId;
  at: Timestamp;
  actor_id: MemberId | null;
  action: ActivityAction;
  subject_type: SubjectType;
  subject_id: string;
  subject_title: string | null;
  subject_date: CivilDate | null;
  task_id: TaskId | null;
  only_for: MemberId | null;
  changes: Json<readonly FieldChange[]>;
  operation_id: OperationId | null;
};

type OperationsTable = {
  household_id: HouseholdId;
  id: OperationId;
  at: Timestamp;
  actor_id: MemberId;
  only_for: MemberId | null;
  via_kind: string | null;
  via_id: string | null;
  via_name: string | null;
  kind: OperationKind;
  subject: NullableJson<OperationSubject>;
  task_id: TaskId | null;
  counts: Json<readonly CountsOf[]>;
  params: Json<Operation['params']>;
  credential: string | null;
  command_key: string | null;
  fingerprint: string | null;
  inverse: NullableJson<Inverse>;
  undo_until: NullableTimestamp;
  undoes: OperationId | null;
  /** The steps that an operation still has to do if it runs in several transactions. */
  work: ColumnType<UnfinishedWork | null, string | null | undefined, string | null>;
  undone_by: OperationId | null;
};

type FeedsTable = {
  household_id: HouseholdId;
  id: FeedId;
  member_id: MemberId;
  token_hash: string;
  created_at: Timestamp;
  last_used_at: NullableTimestamp;
  personal: boolean;
};

type NotificationsTable = {
  household_id: HouseholdId;
  id: NotificationId;
  recipient_id: MemberId;
  type: NotificationType;
  params: Json<Readonly<Record<string, unknown>>>;
  occurrence_id: OccurrenceId | null;
  cause: string;
  created_at: Timestamp;
  read_at: NullableTimestamp;
};

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

type ShoppingItemsTable = {
  household_id: HouseholdId;
  id: ShoppingItemId;
  name: string;
  name_key: string;
  quantity: number | null;
  unit: string | null;
  note: string | null;
  section: string | null;
  position: number;
  checked_by: MemberId | null;
  checked_at: NullableTimestamp;
  ticked_at: NullableTimestamp;
  added_by: MemberId;
  created_at: Timestamp;
  updated_at: Timestamp;
  list_id: ShoppingListId | null;
};

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

type ShoppingListsTable = {
  household_id: HouseholdId;
  sections: readonly string[];
  id: ShoppingListId;
  name: string | null;
  position: number;
  created_by: ColumnType<MemberId | null, MemberId | null | undefined, MemberId | null>;
};

type DayCalendarsTable = {
  household_id: HouseholdId;
  id: DayCalendarId;
  name: string;
  days: Json<DayCalendar['days']>;
  ignored: Json<DayCalendar['ignored']>;
  url: string | null;
  host: string | null;
  etag: string | null;
  fetched_at: NullableTimestamp;
  next_fetch_at: NullableTimestamp;
  claimed_until: NullableTimestamp;
  failures: number;
  error: DayCalendar['error'];
  warnings: Json<DayCalendar['warnings']>;
  kept_before: CivilDate | null;
  created_by: ColumnType<MemberId | null, MemberId | null | undefined, MemberId | null>;
};

type DisplaysTable = {
  household_id: HouseholdId;
  id: DisplayId;
  kind: DisplayKind;
  name: string;
  member_id: MemberId | null;
  token_hash: string | null;
  created_by: MemberId;
  created_at: Timestamp;
  last_seen_at: NullableTimestamp;
  first_date: CivilDate | null;
  last_date: CivilDate | null;
  expires_at: NullableTimestamp;
};

type MemberPinsTable = {
  household_id: HouseholdId;
  member_id: MemberId;
  hash: string;
  set_by: MemberId;
  set_at: Timestamp;
  guesses: Json<Pin['guesses']>;
  locked_at: NullableTimestamp;
};

type DisplayPairingsTable = {
  code_hash: string;
  household_id: HouseholdId;
  display_id: DisplayId;
  expires_at: Timestamp;
};

type PausesTable = {
  household_id: HouseholdId;
  id: PauseId;
  from_date: CivilDate;
  to_date: CivilDate | null;
  series_ids: readonly SeriesId[] | null;
  mode: PauseMode;
  assign_to: MemberId | null;
  note: string | null;
  visibility: Visibility;
  tasks: Json<Pause['tasks']>;
  affected: Json<Pause['affected']>;
  created_by: MemberId;
  created_at: Timestamp;
};

type TaskTemplatesTable = {
  household_id: HouseholdId;
  id: TemplateId;
  name: string;
  tasks: Json<TaskTemplate['tasks']>;
  created_at: Timestamp;
  updated_at: Timestamp;
  created_by: ColumnType<MemberId | null, MemberId | null | undefined, MemberId | null>;
};

type AttachmentsTable = {
  household_id: HouseholdId;
  id: AttachmentId;
  task_id: TaskId;
  file_name: string | null;
  content_type: string | null;
  size: number;
  sha256: string | null;
  created_by: MemberId;
  created_at: Timestamp;
};

type DevicesTable = {
  id: DeviceId;
  user_id: UserId;
  session_id: SessionId;
  address: Json<PushAddress>;
  address_hash: string;
  created_at: Timestamp;
  last_seen_at: Timestamp;
};

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

export type DatabaseSchema = CalendarTables & {
  accounts: AccountsTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  password_resets: PasswordResetsTable;
  email_changes: EmailChangesTable;
  rate_limits: RateLimitsTable;
  identities: IdentitiesTable;
  unlinked_identities: UnlinkedIdentitiesTable;
  mobile_codes: MobileCodesTable;
  calendar_connections: CalendarConnectionsTable;
  calendar_tickets: CalendarTicketsTable;
  calendar_states: CalendarStatesTable;
  households: HouseholdsTable;
  members: MembersTable;
  household_of_token: HouseholdOfTokenTable;
  households_of_user: HouseholdsOfUserTable;
  invitations: InvitationsTable;
  categories: CategoriesTable;
  tasks: TasksTable;
  retired_ids: RetiredIdsTable;
  occurrences: OccurrencesTable;
  series: SeriesTable;
  swaps: SwapsTable;
  operations: OperationsTable;
  activities: ActivitiesTable;
  feeds: FeedsTable;
  devices: DevicesTable;
  attachments: AttachmentsTable;
  shopping_items: ShoppingItemsTable;
  shopping_history: ShoppingHistoryTable;
  shopping_lists: ShoppingListsTable;
  day_calendars: DayCalendarsTable;
  displays: DisplaysTable;
  display_pairings: DisplayPairingsTable;
  member_pins: MemberPinsTable;
  pauses: PausesTable;
  task_templates: TaskTemplatesTable;
  notifications: NotificationsTable;
  notification_preferences: NotificationPreferencesTable;
  reminders_made: RemindersMadeTable;
  idempotency_keys: IdempotencyKeysTable;
  job_outbox: JobOutboxTable;
};
