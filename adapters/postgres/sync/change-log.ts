import { sql, type RawBuilder } from 'kysely';
import type { KeyedOperation } from '../../../application/operations/ports.js';
import type { ChangeLog } from '../../../application/sync/ports.js';
import type { Activity } from '../../../domain/history/activity.js';
import type { HouseholdId, MemberId, OperationId } from '../../../domain/shared/ids.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { kindNumber } from '../../../domain/sync/cursor.js';
import {
  listAffectedOccurrences,
  listEntries,
  type ChangeEntry,
  type AffectedOccurrence,
} from '../../../domain/sync/entries.js';
import type { JournalEntry } from '../../../domain/sync/journal.js';
import { withRefusals, Repository } from '../database.js';
import { defineStatement, type Statement } from '../prepared-statements.js';
import { insertRowStatement, memoize, timestamp } from '../field-map.js';
import {
  KEY_REFUSALS,
  OPERATION_COLUMNS,
  operationToRow,
  type OperationRow,
} from '../operations/operation-repository.js';
import { ACTIVITIES } from '../schema.js';
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
    const statement = toStatement({
      entries,
      affected: listAffectedOccurrences(journal),
      operationId: operation && operation.id,
      operation: isStored ? null : operation && operationToRow(operation),
      activity: activity && ACTIVITIES.toRow(activity),
    });
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

type ActivityRow = ReturnType<typeof ACTIVITIES.toRow>;

/** The changes of one transaction, with the operation and the history entry that are written with them. */
type FeedUpdate = {
  readonly entries: readonly ChangeEntry[];
  readonly affected: readonly AffectedOccurrence[];
  readonly operationId: OperationId | null;
  /** The row of the operation. null if there is none, or if it is already stored. */
  readonly operation: OperationRow | null;
  readonly activity: ActivityRow | null;
};

function toStatement(update: FeedUpdate): Statement<unknown> {
  const { entries, affected, operation, activity } = update;
  const [first] = entries;
  const isOneStream = entries.every(
    (one) => one.householdId === first?.householdId && one.audience === first.audience,
  );
  return first !== undefined && isOneStream && affected.length === 0
    ? oneStreamStatement(operation !== null, activity !== null)({ ...update, ...first })
    : severalStreamsStatement(update);
}

/**
 * Returns the statement for an update whose entries all belong to one stream, that of the household and audience.
 * Nearly every update is of this kind. PostgreSQL plans this statement in half the time of the general one.
 */
const oneStreamStatement = memoize((hasOperation: boolean, hasActivity: boolean) =>
  defineStatement<FeedUpdate & Pick<ChangeEntry, 'householdId' | 'audience'>>((value) =>
    feedStatement({
      operation: hasOperation
        ? insertRowStatement('operations', OPERATION_COLUMNS, (column) =>
            value(({ operation }) => operation?.[column]),
          )
        : null,
      activity: hasActivity
        ? insertRowStatement('activities', ACTIVITIES.writtenColumns, (column) =>
            value(({ activity }) => activity?.[column]),
          )
        : null,
      operationId: value(({ operationId }) => operationId),
      streams: sql`(values (
        ${value(({ householdId }) => householdId)}::uuid, ${value(({ audience }) => audienceText(audience))}::uuid
      )) as stream(household_id, audience)`,
      terms: sql``,
      entriesOfHeads: sql`cross join unnest(
        ${value(({ entries }) => entries.map(({ kind }) => kindNumber(kind)))}::smallint[],
        ${value(({ entries }) => entries.map(({ id }) => id))}::uuid[]
      ) as entry(kind, entity_id)`,
    }),
  ),
);

function severalStreamsStatement({
  entries,
  affected,
  operationId,
  operation,
  activity,
}: FeedUpdate): RawBuilder<unknown> {
  return feedStatement({
    operation:
      operation && insertRowStatement('operations', OPERATION_COLUMNS, (column) => operation[column]),
    activity:
      activity && insertRowStatement('activities', ACTIVITIES.writtenColumns, (column) => activity[column]),
    operationId: sql`${operationId}`,
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
      ${affected.length === 0 ? sql`` : selectDependents(affected)}
    ),`,
    entriesOfHeads: sql`join entries using (household_id, audience)`,
  });
}

/** The parts of the statement that writes an update of the change feed. */
type FeedStatementParts = {
  /** The statement that inserts the operation. null if there is none to insert. */
  readonly operation: RawBuilder<unknown> | null;
  /** The statement that inserts the history entry, or null. */
  readonly activity: RawBuilder<unknown> | null;
  /** The id of the operation that the entries name, or SQL null. */
  readonly operationId: RawBuilder<unknown>;
  /** The streams (household and audience) whose heads are locked, in the order of locking. */
  readonly streams: RawBuilder<unknown>;
  /** Terms of the `with` query that come before the one for the heads. */
  readonly terms: RawBuilder<unknown>;
  /** The join of the heads with their entries. */
  readonly entriesOfHeads: RawBuilder<unknown>;
};

function feedStatement({
  operation,
  activity,
  operationId,
  streams,
  terms,
  entriesOfHeads,
}: FeedStatementParts): RawBuilder<unknown> {
  return sql`
    with ${operation === null ? sql`` : sql`operation as (${operation} returning id),`}
    ${activity === null ? sql`` : sql`activity as (${activity} returning id),`} ${terms}
    heads as (
      insert into change_heads as h (household_id, audience, seq)
      select household_id, audience, 1 from ${streams}
      on conflict (household_id, audience) do update set seq = h.seq + 1
      returning household_id, audience, seq
    )
    insert into change_entries as e (household_id, audience, kind, entity_id, seq, at, operation_id)
    select household_id, audience, kind, entity_id, seq, now(), ${operationId}::uuid
    from heads ${entriesOfHeads}
    on conflict (household_id, audience, kind, entity_id)
    do update set seq = excluded.seq, at = excluded.at, operation_id = coalesce(excluded.operation_id, e.operation_id)
  `;
}

/**
 * Selects the rows that clients must load again because these occurrences have changed: the swaps of the occurrences,
 * and also notifications about an occurrence if it has become visible or invisible to other members. The author's own
 * notifications are left out.
 */
function selectDependents(affected: readonly AffectedOccurrence[]): RawBuilder<unknown> {
  const inTheirs = sql`any(${[...new Set(affected.map((one) => one.householdId))]}::uuid[])`;
  const those = sql`unnest(
    ${affected.map((one) => one.householdId)}::uuid[], ${affected.map((one) => one.id)}::uuid[],
    ${affected.map((one) => one.createdBy)}::uuid[],
    ${affected.map((one) => audienceText(one.audience))}::uuid[],
    ${affected.map((one) => one.isTurnedOver)}::boolean[]
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
