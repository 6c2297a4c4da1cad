import type { Place } from '../../../migrations/spread.js';
import { HOUSEHOLD_TABLES } from '../households/household-repository.js';

const LOOKUPS: Readonly<Record<string, Place>> = {
  household_of_token: { by: 'hash' },
  households_of_user: { by: 'user_id' },
};

/** Of people and of the installation: statements put their rows together with those of any household. */
const EVERYWHERE = ['accounts', 'sessions', 'devices', 'notification_preferences', 'installation'];

/** Where each table is that does not stay on the coordinator, in the order in which they are moved: others keep to households. */
export const LAYOUT: Readonly<Record<string, Place>> = {
  ...Object.fromEntries(EVERYWHERE.map((table) => [table, 'everywhere'])),
  households: { by: 'id' },
  ...Object.fromEntries(HOUSEHOLD_TABLES.map((table) => [table, { by: 'household_id' }])),
  ...LOOKUPS,
};
