import { sql } from 'kysely';
import type { Database } from '../../../adapters/postgres/database.js';
import type { Transactions } from '../../../application/shared/transactions.js';
import type { StoreScope } from '../../../application/composition/unit-of-work.js';
import type { JournalEntry, SyncedKind } from '../../../domain/sync/journal.js';

/**
 * For each kind of synced row: its table, its id column, and the columns that may change without a change for
 * clients.
 */
const TABLES: { readonly [Kind in SyncedKind]: readonly [table: string, id: string, ...quiet: string[]] } = {
  household: ['households', 'id'],
  member: ['members', 'user_id'],
  category: ['categories', 'id'],
  occurrence: ['occurrences', 'id', 'search_text', 'remind_on'],
  series: ['series', 'id', 'horizon', 'next_index'],
  shoppingItem: ['shopping_items', 'id', 'name_key'],
  swap: ['swaps', 'id'],
  template: ['task_templates', 'id'],
  notification: ['notifications', 'id'],
  dayCalendar: ['day_calendars', 'id', 'claimed_until'],
  pause: ['pauses', 'id'],
  shoppingList: ['shopping_lists', 'id'],
};

/**
 * Installs triggers that record every row that really changed in the synced tables, whichever statement
 * changed it.
 */
export async function watchRows(db: Database): Promise<void> {
  await sql`create table seen_rows (kind text, household text, id text, before jsonb, after jsonb)`.execute(
    db,
  );
  for (const [kind, [table, id, ...quiet]] of Object.entries(TABLES)) {
    const household = kind === 'household' ? 'id' : 'household_id';
    const body = `
      declare
        was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - '{${quiet.join(',')}}'::text[] end;
        now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - '{${quiet.join(',')}}'::text[] end;
      begin
        insert into seen_rows values ('${kind}', coalesce(now, was) ->> '${household}', coalesce(now, was) ->> '${id}', was, now);
        return null;
      end`;
    await sql
      .raw(`create function see_${table}() returns trigger language plpgsql as $$${body}$$`)
      .execute(db);
    await sql
      .raw(
        `create trigger seen after insert or update or delete on ${table} for each row execute function see_${table}()`,
      )
      .execute(db);
  }
}

/**
 * Returns the rows that committed transactions changed since the last call, each once. Rows that were created
 * and deleted again, or ended with their old values, are left out.
 */
export async function takeSeen(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ row: string }>`
    with gone as (delete from seen_rows returning *, ctid),
    rows as (
      select kind, household, id, (array_agg(before order by ctid))[1] as before,
        (array_agg(after order by ctid desc))[1] as after
      from gone group by 1, 2, 3
    )
    select concat_ws(' ', kind, household, id) as row from rows
    where before is distinct from after and household not in (
      select household from rows where kind = 'household' and after is null
    )
  `.execute(db);
  return rows.map(({ row }) => row);
}

export function namesOf(journal: readonly JournalEntry[]): readonly string[] {
  return journal.map(({ kind, householdId, id }) => `${kind} ${householdId} ${id}`);
}

/**
 * Wraps transactions so that they fail if a changed row is missing from the journal. If several run at the
 * same time, the check happens when the last one ends.
 */
export function journaled(db: Database, transactions: Transactions<StoreScope>): Transactions<StoreScope> {
  const names = new Set<string>();
  let running = 0;
  return {
    run: async (work) => {
      running += 1;
      try {
        return await transactions.run(async (scope) => {
          const done = await work(scope);
          for (const name of namesOf(scope.journal.entries())) names.add(name);
          return done;
        });
      } finally {
        running -= 1;
        if (running === 0) {
          const missing = (await takeSeen(db)).filter((name) => !names.has(name));
          names.clear();
          if (missing.length > 0) throw new Error(`not in the journal: ${missing.join(', ')}`);
        }
      }
    },
  };
}
