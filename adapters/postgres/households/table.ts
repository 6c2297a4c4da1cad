import { sql } from 'kysely';
import type { Household, Member } from '../../../domain/households/household.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { instant, json, mapTable, timestamp } from '../field-map.js';

export const HOUSEHOLDS = mapTable<Household>()({
  id: 'id',
  name: 'name',
  timeZone: 'time_zone',
  locale: 'locale',
  weekStartsOn: 'week_starts_on',
  calendarTitleFormat: 'calendar_title_format',
  defaultEffortMinutes: 'default_effort_minutes',
  createdAt: instant('created_at'),
});

/** The prefix of a household's fields in rows that are selected from several tables. */
export const HOUSEHOLD_PREFIX = 'household.';

export const MEMBERS = mapTable<Member>()({
  id: 'user_id',
  householdId: 'household_id',
  accountId: 'account_id',
  displayName: 'display_name',
  role: 'role',
  color: 'color',
  joinedAt: instant('joined_at'),
  leftAt: instant('left_at'),
  awayPeriods: json('away_periods'),
  weight: 'weight',
  isProxy: 'proxy',
  group: 'grouping',
  takesTurns: 'takes_turns',
  managerIds: 'manager_ids',
  activeFrom: 'active_from',
  activeUntil: 'active_until',
  hasPin: 'has_pin',
});

/**
 * Returns the condition that a row of `invitations` is open at this instant, by the rule of `isOpen` of
 * domain/households/invitation.
 */
export const isOpenAt = (at: Instant) =>
  sql`(revoked_at is null and expires_at > ${timestamp(at)} and uses < max_uses)`;
