import type { Place } from '../../../migrations/spread.js';
import { HOUSEHOLD_TABLES } from '../households/household-repository.js';

/** Lookups lead to a household while other nodes are away; what follows from a change in one commits with it. */
const ON_COORDINATOR = [
  'household_of_token',
  'households_of_user',
  'job_outbox',
  'calendar_leftovers',
  'reminders_made',
];

const at = (place: Place, tables: readonly string[]) =>
  Object.fromEntries(tables.map((table) => [table, place]));

/** Of people and of the installation: statements put their rows together with those of any household. */
const EVERYWHERE = ['accounts', 'sessions', 'devices', 'notification_preferences', 'installation'];

/**
 * Where each table is that the nodes have a part in, or that commits together with one of theirs, in the order in which
 * they are moved: others keep to households.
 */
export const LAYOUT: Readonly<Record<string, Place>> = {
  ...at('everywhere', EVERYWHERE),
  households: { by: 'id' },
  ...at({ by: 'household_id' }, HOUSEHOLD_TABLES),
  ...at('coordinator', ON_COORDINATOR),
};
