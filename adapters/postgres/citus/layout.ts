import type { Place } from '../../../migrations/spread.js';
import { HOUSEHOLD_TABLES } from '../households/household-repository.js';

const LOOKUPS: Readonly<Record<string, Place>> = {
  household_of_token: { by: 'hash' },
  households_of_user: { by: 'user_id' },
};

/** Of people and of the installation: statements put their rows together with those of any household. */
const EVERYWHERE = ['accounts', 'sessions', 'devices', 'notification_preferences', 'installation'];

/** Where each table is, in the order in which they are moved: the households first, which the others keep to. */
export const LAYOUT: Readonly<Record<string, Place>> = {
  ...Object.fromEntries(EVERYWHERE.map((table) => [table, 'everywhere'])),
  households: { by: 'id' },
  ...Object.fromEntries(HOUSEHOLD_TABLES.map((table) => [table, { by: 'household_id' }])),
  ...LOOKUPS,
};

/** The tables that stay on the coordinator: no statement puts their rows together with those of a household. */
export const ON_COORDINATOR: readonly string[] = [
  'calendar_connections',
  'calendar_leftovers',
  'calendar_states',
  'calendar_tickets',
  'email_changes',
  'identities',
  'job_outbox',
  'mobile_codes',
  'password_resets',
  'rate_limits',
  'refresh_tokens',
  'reminders_made',
  'unlinked_identities',
];
