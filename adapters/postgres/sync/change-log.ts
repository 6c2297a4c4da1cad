import { sql, type RawBuilder } from 'kysely';
import type { KeyedOperation } from '../../../application/operations/ports.js';
import type { ChangeLog } from '../../../application/sync/ports.js';
import type { Activity } from '../../../domain/history/activity.js';
import type { HouseholdId, MemberId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { kindNumber } from '../../../domain/sync/cursor.js';
import {
  listAffectedOccurrences,
  listEntries,
  type ChangeEntry,
  type AffectedOccurrence,
} from '../../../domain/sync/entries.js';
import type { JournalEntry } from '../../../domain/sync/journal.js';
import { insertActivities } from '../history/activity-repository.js';
import { insertOperation, KEY_REFUSALS } from '../operations/operation-repository.js';
import { withRefusals, Repository } from '../database.js';
import { timestamp } from '../field-map.js';
import { audienceText } from './journal.js';

/** The operation is not stored yet, and there is no history entry. */
const NEW_WITHOUT_ACTIVITY = { isStored: false, activity: null };

export class PostgresChangeLog extends Repository implements ChangeLog {
  /**
   * Writes the changes of a transaction to the change feed. Also writes the operation, if there is one that is not
   * stored yet, and the history entry `activity`. This must be the last statement of the transaction.
   *
   * - Each audience of a household has its own stream of changes. The head of a stream is its row in `change_heads`,
   *   which holds the last sequence number. The upsert locks the heads until the transaction ends, in a fixed order,
   *   so that transactions cannot deadlock. If a transaction is rolled back, its sequence numbers are used again.
   * - Other transactions wait for these locks while PostgreSQL plans and runs the statement. So the statement
   *   contains only the parts that these changes need.
   * - The operation and the history entry are inserted with values and without a select. Otherwise Citus would send
   *   their ids to every node, and no household could write while one node is down.
   */
  async write(
    journal: readonly JournalEntry[],
    operation: KeyedOperation | null,
    {
      isStored,
      activity,
    }: { readonly isStored: boolean; readonly activity: Activity | null } = NEW_WITHOUT_ACTIVITY,
  ): Promise<void> {
    const entries = listEntries(journal);
    if (entries.length === 0 && operation === null) return;
    const { streams, terms, entriesOfHeads } = sourceOf(entries, listAffectedOccurrences(journal));
    const isWritten = operation !== null && !isStored;
    const statement = sql`
      with ${isWritten ? sql`operation as (${insertOperation(operation)} returning id),` : sql``}
      ${activity === null ? sql`` : sql`activity as (${insertActivities([activity])} returning id),`} ${terms}
      heads as (
        insert into change_heads as h (household_id, audience, seq)
        select household_id, audience, 1 from ${streams}
        on conflict (household_id, audience) do update set seq = h.seq + 1
        returning household_id, audience, seq
      )
      insert into change_entries as e (household_id, audience, kind, entity_id, seq, at, operation_id)
      select household_id, audience, kind, entity_id, seq, now(), ${operation?.id ?? null}::uuid
      from heads ${entriesOfHeads}
      on conflict (household_id, audience, kind, entity_id)
      do update set seq = excluded.seq, at = excluded.at, operation_id = coalesce(excluded.operation_id, e.operation_id)
    `;
    await withRefusals(KEY_REFUSALS, statement.execute(this.db));
  }

  async forget(householdId: HouseholdId, member: MemberId): Promise<void> {
    // Deletes the head first, because every transaction locks the head before it writes entries.
    for (const table of ['change_heads', 'change_entries'])
      await sql`
        delete from ${sql.table(table)} where household_id = ${householdId} and audience = ${member}
      `.execute(this.db);
  }

  async purge(before: Instant, limit: number): Promise<number> {
    const isOld = sql`at < ${timestamp(before)}`;
    const { rows } = await sql<{ household_id: HouseholdId; count: number }>`
      select household_id, count(*)::int as count from (
        select household_id from change_entries where ${isOld} limit ${limit}
      ) old group by household_id
    `.execute(this.db);
    let gone = 0;
    for (const { household_id: home, count } of rows) gone += await this.#purge(home, isOld, count);
    return gone;
  }

  async #purge(householdId: HouseholdId, isOld: RawBuilder<unknown>, limit: number): Promise<number> {
    const { rows } = await sql<{ gone: number }>`
      with old as materialized (
        select audience, kind, entity_id from change_entries
        where household_id = ${householdId} and ${isOld} limit ${limit}
      ),
      locked_heads as materialized (
        select audience from change_heads
        where household_id = ${householdId} and audience in (select audience from old)
        order by audience for update skip locked
      ),
      gone as (
        delete from change_entries e using old o, locked_heads h
        where e.household_id = ${householdId} and e.audience = o.audience and e.kind = o.kind
          and e.entity_id = o.entity_id and h.audience = o.audience and ${isOld}
        returning e.audience, e.seq
      ),
      raised as (
        update change_heads h set floor = greatest(h.floor, g.seq)
        from (select audience, max(seq) as seq from gone group by audience) g
        where h.household_id = ${householdId} and h.audience = g.audience
      )
      select count(*) as gone from gone
    `.execute(this.db);
    return rows[0]?.gone ?? 0;
  }
}

/**
 * The parts of the statement that depend on the case: the streams (household and audience) whose heads are locked, in
 * order, further terms of the `with` query, and the join of the heads with their entries.
 */
type Source = Readonly<Record<'streams' | 'terms' | 'entriesOfHeads', RawBuilder<unknown>>>;

function sourceOf(entries: readonly ChangeEntry[], disturbed: readonly AffectedOccurrence[]): Source {
  const [first] = entries;
  const isOneStream = entries.every(
    (one) => one.householdId === first?.householdId && one.audience === first.audience,
  );
  return first !== undefined && isOneStream && disturbed.length === 0
    ? oneStream(first, entries)
    : severalStreams(entries, disturbed);
}

/**
 * Returns the parts for the case in which all entries belong to one stream. Nearly every change is of this kind.
 * PostgreSQL plans this statement in half the time of the general one.
 */
function oneStream(
  { householdId, audience }: Pick<ChangeEntry, 'householdId' | 'audience'>,
  entries: readonly ChangeEntry[],
): Source {
  return {
    streams: sql`(values (${householdId}::uuid, ${audienceText(audience)}::uuid)) as stream(household_id, audience)`,
    terms: sql``,
    entriesOfHeads: sql`cross join unnest(
      ${entries.map((entry) => kindNumber(entry.kind))}::smallint[], ${entries.map((entry) => entry.id)}::uuid[]
    ) as entry(kind, entity_id)`,
  };
}

function severalStreams(entries: readonly ChangeEntry[], disturbed: readonly AffectedOccurrence[]): Source {
  return {
    streams: sql`(
      select distinct household_id, audience from entries order by household_id, audience
    ) as stream`,
    terms: sql`entries as (
      select household_id, audience, kind, entity_id from unnest(
        ${entries.map((entry) => entry.householdId)}::uuid[],
        ${entries.map((entry) => audienceText(entry.audience))}::uuid[],
        ${entries.map((entry) => kindNumber(entry.kind))}::smallint[],
        ${entries.map((entry) => entry.id)}::uuid[]
      ) as entry(household_id, audience, kind, entity_id)
      ${disturbed.length === 0 ? sql`` : selectDependents(disturbed)}
    ),`,
    entriesOfHeads: sql`join entries using (household_id, audience)`,
  };
}

/**
 * Selects the rows that clients must load again because these occurrences have changed: the swaps of the occurrences,
 * and also notifications about an occurrence if it has become visible or invisible to other members. The author's own
 * notifications are left out.
 */
function selectDependents(disturbed: readonly AffectedOccurrence[]): RawBuilder<unknown> {
  const inTheirs = sql`any(${[...new Set(disturbed.map((one) => one.householdId))]}::uuid[])`;
  const those = sql`unnest(
    ${disturbed.map((one) => one.householdId)}::uuid[], ${disturbed.map((one) => one.id)}::uuid[],
    ${disturbed.map((one) => one.createdBy)}::uuid[],
    ${disturbed.map((one) => audienceText(one.audience))}::uuid[],
    ${disturbed.map((one) => one.isTurnedOver)}::boolean[]
  ) as d(household_id, id, author, audience, is_turned_over)`;
  return sql`
    union
    select s.household_id, d.audience, ${kindNumber('swap')}::smallint, s.id
    from ${those} join swaps s on s.household_id = d.household_id and d.id in (s.occurrence_id, s.with_occurrence_id)
    where s.household_id = ${inTheirs}
    union
    select n.household_id, n.recipient_id, ${kindNumber('notification')}::smallint, n.id
    from ${those} join notifications n on n.household_id = d.household_id and n.occurrence_id = d.id
    where n.household_id = ${inTheirs} and d.is_turned_over and n.recipient_id <> d.author
  `;
}
