import { addDays } from '../shared/civil-date.js';
import { civilTime, type CivilTime } from '../shared/civil-time.js';
import { civilMomentAt, toInstant, type Instant, type TimeZone } from '../shared/zone.js';
import { NOTIFICATION_TYPES, type NotificationType } from './notification.js';

/** The ways to send news to a user outside the app. */
const CHANNEL_NAMES = ['push', 'email'] as const;
export type ChannelName = (typeof CHANNEL_NAMES)[number];

/** The channels by which the daily agenda can be sent. */
export const AGENDA_CHANNELS: readonly ChannelName[] = CHANNEL_NAMES;
export type AgendaChannels = Readonly<Record<ChannelName, boolean>>;

/**
 * The channels in which notifications of a type appear. A push message only says that there is something new,
 * so `push` requires `inApp`.
 */
export type Channels = { readonly inApp: boolean; readonly push: boolean };

export type Preferences = {
  readonly types: Readonly<Record<NotificationType, Channels>>;
  /**
   * The quiet hours in the user's time zone. Push messages are delayed until they end. If `to` is earlier
   * than `from`, the quiet hours include midnight.
   */
  readonly quietHours: { readonly from: CivilTime; readonly to: CivilTime } | null;
  /**
   * The start of the user's day. The agenda is sent at this time, and reminders of all-day tasks count from
   * it.
   */
  readonly morningTime: CivilTime;
  /** The channels by which the daily agenda is sent. */
  readonly agenda: AgendaChannels;
};

/**
 * The preferences in the form that is stored. Notification types that were added later are missing and get
 * their defaults.
 */
export type StoredPreferences = Omit<Preferences, 'types' | 'agenda'> & {
  readonly agenda?: AgendaChannels;
  readonly types: Readonly<Partial<Record<NotificationType, Channels>>>;
};

const EVERYWHERE: Channels = { inApp: true, push: true };
const QUIETLY: Channels = { inApp: true, push: false };
const DEFAULT_CHANNELS: Readonly<Partial<Record<NotificationType, Channels>>> = {
  TASK_COMPLETED: QUIETLY,
  CALENDAR_PENDING: QUIETLY,
  // The notification that another member took over the task is not urgent, so no push message is sent.
  TASK_HANDED_OVER: QUIETLY,
  TASK_TAKEN_OVER: QUIETLY,
};
const NO_AGENDA: AgendaChannels = { push: false, email: false };
export const DEFAULT_MORNING = civilTime('08:00');

export function completePreferences(stored: StoredPreferences | null): Preferences {
  const channels = NOTIFICATION_TYPES.map(
    (type) => [type, stored?.types[type] ?? DEFAULT_CHANNELS[type] ?? EVERYWHERE] as const,
  );
  return {
    types: Object.fromEntries(channels) as Record<NotificationType, Channels>,
    quietHours: stored?.quietHours ?? null,
    morningTime: stored?.morningTime ?? DEFAULT_MORNING,
    agenda: stored?.agenda ?? NO_AGENDA,
  };
}

/**
 * Returns true if the user wants at least one of these notification types by that channel. Always false for `email`,
 * which is only used for the agenda.
 */
export function wantsNews(
  { types }: Pick<Preferences, 'types'>,
  channel: ChannelName,
  news: readonly NotificationType[],
): boolean {
  return channel === 'push' && news.some((type) => types[type].push);
}

/**
 * Returns the end of the quiet hours that contain `now`. Returns null if `now` is not in quiet hours. They
 * begin at `from`, and at `to` they are over.
 */
export function findQuietEnd(
  { quietHours }: Pick<Preferences, 'quietHours'>,
  zone: TimeZone,
  now: Instant,
): Instant | null {
  if (quietHours === null || quietHours.from === quietHours.to) return null;
  const { from, to } = quietHours;
  const { date, time } = civilMomentAt(zone, now);
  const overMidnight = to < from;
  const isQuiet = overMidnight ? time >= from || time < to : time >= from && time < to;
  if (!isQuiet) return null;
  const endsOn = overMidnight && time >= from ? addDays(date, 1) : date;
  return toInstant(zone, endsOn, to);
}
