import { addDays } from '../shared/civil-date.js';
import { civilTime, type CivilTime } from '../shared/civil-time.js';
import { civilMomentAt, toInstant, type Instant, type TimeZone } from '../shared/zone.js';
import { NOTIFICATION_TYPES, type NotificationType } from './notification.js';

/** Ways to reach somebody outside of their lists. */
const CHANNEL_NAMES = ['push', 'email'] as const;
export type ChannelName = (typeof CHANNEL_NAMES)[number];

/** By which the day's agenda may come. */
export const AGENDA_CHANNELS: readonly ChannelName[] = CHANNEL_NAMES;
export type AgendaChannels = Readonly<Record<ChannelName, boolean>>;

/** Where a type reaches somebody. A push only says that there is something new, so it needs the list. */
export type Channels = { readonly inApp: boolean; readonly push: boolean };

export type Preferences = {
  readonly types: Readonly<Record<NotificationType, Channels>>;
  /** Pushes wait until it ends, on the clock of the user's zone; over midnight when `to` is the earlier. */
  readonly quietHours: { readonly from: CivilTime; readonly to: CivilTime } | null;
  /** When the day begins: reminders of whole-day tasks count from here, and the agenda comes. */
  readonly morningTime: CivilTime;
  /** How what is today, late and coming is told each morning. */
  readonly agenda: AgendaChannels;
};

/** What is stored: types that came later than the row have their defaults. */
export type StoredPreferences = Omit<Preferences, 'types' | 'agenda'> & {
  readonly agenda?: AgendaChannels;
  readonly types: Readonly<Partial<Record<NotificationType, Channels>>>;
};

const EVERYWHERE: Channels = { inApp: true, push: true };
const QUIETLY: Channels = { inApp: true, push: false };
const DEFAULT_CHANNELS: Readonly<Partial<Record<NotificationType, Channels>>> = {
  TASK_COMPLETED: QUIETLY,
  CALENDAR_PENDING: QUIETLY,
  // What one does not have to do any more can wait until one looks.
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

/** Whether one of these types is wanted by that channel. */
export function wantsNews(
  { types }: Pick<Preferences, 'types'>,
  channel: ChannelName,
  told: readonly NotificationType[],
): boolean {
  return channel === 'push' && told.some((type) => types[type].push);
}

/** When the quiet hours end that `now` lies in; null when it lies in none. They begin at `from` and end before `to`. */
export function quietUntil(
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
