import type { Migration } from 'kysely/migration';
import * as foundation from './0001_foundation.js';
import * as invitations from './0004_invitations.js';

/** All migrations in order. One that has landed is never edited: the next one changes what it did. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_foundation': foundation,
  '0004_invitations': invitations,
};
