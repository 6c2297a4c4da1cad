import type { Place } from '../../../migrations/spread.js';
import { HOUSEHOLD_TABLES } from '../households/household-repository.js';

/** They lead to a household from wherever it is, also while other nodes are away. */
const LOOKUPS: Readonly<Record<string, Place>> = {
  household_of_token: 'coordinator',
  households_of_user: 'coordinator',
};

/** Of people and of the installation: statements put their rows together with those of any household. */
const EVERYWHERE = ['accounts', 'sessions', 'devices', 'notification_preferences', 'installation'];

/**
 * Where each table is that the nodes have a part in, or that commits together with one of theirs, in the order in which
 * they are moved: others keep to households.
 */
export const LAYOUT: Readonly<Record<string, Place>> = {
  ...Object.fromEntries(EVERYWHERE.map((table) => [table, 'everywhere'])),
  households: { by: 'id' },
  ...Object.fromEntries(HOUSEHOLD_TABLES.map((table) => [table, { by: 'household_id' }])),
  ...LOOKUPS,
};
