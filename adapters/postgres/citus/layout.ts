import type { Place } from '../../../migrations/spread.js';
import { HOUSEHOLD_TABLES } from '../households/household-repository.js';

/**
 * Tables that are stored only on the coordinator, and that Citus knows as local tables. So a transaction can write to
 * them together with rows of a household on another node. The lookup tables `household_of_token` and
 * `households_of_user` are among them because lookups must work while a worker is down.
 */
const ON_COORDINATOR = [
  'household_of_token',
  'households_of_user',
  'job_outbox',
  'calendar_leftovers',
  'reminders_made',
];

const at = (place: Place, tables: readonly string[]) =>
  Object.fromEntries(tables.map((table) => [table, place]));

/**
 * Tables about accounts and about the installation. Every node has a copy, because queries join them with rows of any
 * household.
 */
const EVERYWHERE = ['accounts', 'sessions', 'devices', 'notification_preferences', 'installation'];

/**
 * Says where each table is placed in a Citus cluster, in the order in which the tables are moved. Tables that are not
 * listed stay local to the coordinator.
 */
export const LAYOUT: Readonly<Record<string, Place>> = {
  ...at('everywhere', EVERYWHERE),
  households: { by: 'id' },
  ...at({ by: 'household_id' }, HOUSEHOLD_TABLES),
  ...at('coordinator', ON_COORDINATOR),
};
