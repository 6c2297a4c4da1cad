import { addDays } from '../shared/civil-date.js';
import { civilTime, type CivilTime } from '../shared/civil-time.js';
import { civilMomentAt, toInstant, type Instant, type TimeZone } from '../shared/zone.js';
import { NOTIFICATION_TYPES, type NotificationType } from './notification.js';

/** Where a type reaches somebody. A push only says that there is something new, so it needs the list. */
export type Channels = { readonly inApp: boolean; readonly push: boolean };

export type Preferences = {
  readonly types: Readonly<Record<NotificationType, Channels>>;
  /** Pushes wait until it ends, on the clock of the user's zone; over midnight when `to` is the earlier. */
  readonly quietHours: { readonly from: CivilTime; readonly to: CivilTime } | null;
  /** When the day begins: reminders of whole-day tasks count from here. */
  readonly morningTime: CivilTime;
};

/** What is stored: types that came later than the row have their defaults. */
export type StoredPreferences = Omit<Preferences, 'types'> & {
  readonly types: Readonly<Partial<Record<NotificationType, Channels>>>;
};

const EVERYWHERE: Channels = { inApp: true, push: true };
const QUIETLY: Channels = { inApp: true, push: false };
const DEFAULT_CHANNELS: Readonly<Partial<Record<NotificationType, Channels>>> = {
  TASK_COMPLETED: QUIETLY,
  CALENDAR_PENDING: QUIETLY,
};
export const DEFAULT_MORNING = civilTime('08:00');

export function completePreferences(stored: StoredPreferences | null): Preferences {
  const channels = NOTIFICATION_TYPES.map(
    (type) => [type, stored?.types[type] ?? DEFAULT_CHANNELS[type] ?? EVERYWHERE] as const,
  );
  return {
    types: Object.fromEntries(channels) as Record<NotificationType, Channels>,
    quietHours: stored?.quietHours ?? null,
    morningTime: stored?.morningTime ?? DEFAULT_MORNING,
  };
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
