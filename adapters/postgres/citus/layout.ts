import type { Place } from '../../../migrations/spread.js';
import { HOUSEHOLD_TABLES } from '../households/household-repository.js';

const LOOKUPS: Readonly<Record<string, Place>> = {
  household_of_token: { by: 'hash' },
  households_of_user: { by: 'user_id' },
};

/** Of people and of the installation: statements put their rows together with those of any household. */
const EVERYWHERE = ['accounts', 'sessions', 'devices', 'notification_preferences', 'installation'];

/** Where each table is that is not on the coordinator alone, in the order in which they are moved: the households first, which the others keep to. */
export const LAYOUT: Readonly<Record<string, Place>> = {
  ...Object.fromEntries(EVERYWHERE.map((table) => [table, 'everywhere'])),
  households: { by: 'id' },
  ...Object.fromEntries(HOUSEHOLD_TABLES.map((table) => [table, { by: 'household_id' }])),
  ...LOOKUPS,
};
