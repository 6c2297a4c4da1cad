import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Earlier versions stored the name that the JavaScript engine uses for a zone, whatever name the client sent. For
 * zones that IANA has renamed, this is the old name. This migration replaces it by the present name, which means the
 * same zone.
 */
export const presentZoneNames: Migration = { up, down };

const RENAMED = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['accounts', 'households'])
    for (const [old, present] of Object.entries(RENAMED))
      await sql`update ${sql.table(table)} set time_zone = ${present} where time_zone = ${old}`.execute(db);
}

/** Does nothing: an earlier version accepts both names. */
async function down(): Promise<void> {}
