import { sql, type RawBuilder } from 'kysely';
import {
  idempotencyInProgress,
  type IdempotencyKey,
  type EarlierRequest,
  type KeyedOperation,
  type OperationRepository,
  type UnfinishedOperation,
} from '../../../application/operations/ports.js';
import { operationKey, type ListedOperation, type Operation } from '../../../domain/operations/operation.js';
import { withoutPersonalRows } from '../../../domain/operations/forget-personal.js';
import type { RemovedPersonal } from '../../../domain/operations/hidden-rows.js';
import { packedText, unpackInverse } from '../../../domain/operations/inverse.js';
import type { HouseholdId, MemberId, OccurrenceId, OperationId } from '../../../domain/shared/ids.js';
import { cutPage, type Page, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { kindNumber } from '../../../domain/sync/cursor.js';
import type { SyncedKind } from '../../../domain/sync/journal.js';
import { defineStatement } from '../prepared-statements.js';
import { insertRowStatement, timestamp } from '../field-map.js';
import { withRefusals, Repository, updateRow } from '../database.js';
import { afterNewest } from '../newest-first.js';
import { changeUnlockedRows, deleteUnlockedRows } from '../unlocked-rows.js';
import { LISTED_OPERATIONS, OPERATIONS } from '../schema.js';
import { audienceText } from '../sync/journal.js';
import { isAboutPersonal, reappearCondition, isOccurrenceShownTo } from '../tasks/personal-rows.js';

const unpacked = <Row extends Pick<Operation, 'inverse'>>(row: Row): Row =>
  withoutNulls({ ...row, inverse: row.inverse && unpackInverse(row.inverse) });

/** Removes the fields of unfinished operations from a finished operation. */
function withoutNulls<Row extends object>(row: Row): Row {
  const isAbsent = ([field, value]: [string, unknown]) =>
    value === null && (field === 'work' || field === 'progress');
  return Object.fromEntries(Object.entries(row).filter((entry) => !isAbsent(entry))) as Row;
}

/**
 * JSON that an inverse (the stored data with which an operation is undone) contains if the operation changed the
 * visibility of a personal row. Such an inverse does not name the author of the row, because the author is always the
 * actor of the operation.
 */
const CONTENTS_OF_ACTOR = [
  { fields: { visibility: { before: 'PERSONAL' } } },
  { fields: { template: { before: { visibility: 'PERSONAL' } } } },
].map((row) => JSON.stringify([row]));

/**
 * Returns pieces of JSON. If an inverse holds a personal row of this author, it contains one of these pieces. Each
 * piece is one of the forms in which an inverse names the author.
 */
function contentsOf(author: MemberId): readonly string[] {
  const contents = [{ visibility: 'PERSONAL' }, { template: { visibility: 'PERSONAL' } }];
  const rows = contents.map((content) => ({ ...content, createdBy: author }));
  return [
    { personalOf: author },
    ...rows.map((row) => ({ row })),
    ...rows.map((content) => ({ row: { content } })),
  ].map((row) => JSON.stringify([row]));
}

export class PostgresOperationRepository extends Repository implements OperationRepository {
  async find(householdId: HouseholdId, id: OperationId, viewer: MemberId): Promise<Operation | null> {
    const { rows } = await sql<Operation>`
      select ${OPERATIONS.select()} from operations o
      where household_id = ${householdId} and id = ${id} and ${isShownTo(viewer)}
    `.execute(this.db);
    return rows[0] === undefined ? null : unpacked(rows[0]);
  }

  async findByIdempotencyKey(
    householdId: HouseholdId,
    actorId: MemberId,
    { credential, key, answerKeptFor }: Pick<IdempotencyKey, 'credential' | 'key' | 'answerKeptFor'>,
    keptAfter: Instant = 0,
  ): Promise<EarlierRequest | null> {
    // A full join, because an answer may be stored without an operation.
    const [stored, join] =
      answerKeptFor === undefined
        ? [sql`null`, sql``]
        : [
            sql`k.stored`,
            sql`full join (
              select key, json_build_object('fingerprint', fingerprint, 'answer', response,
                'at', round(extract(epoch from reserved_at) * 1000)) as stored
              from idempotency_keys where user_id = ${answerKeptFor} and household_id = ${householdId}
                and route = ${credential} and key = ${key} and response is not null
                and reserved_at > ${timestamp(keptAfter)}
            ) k on k.key = o.command_key`,
          ];
    type Found = Omit<ListedOperation, 'id'> & {
      readonly id: OperationId | null;
      readonly fingerprint: string;
      readonly stored: Omit<EarlierRequest, 'operation'> | null;
    };
    const row = await this.findFirst(sql<Found>`
      select ${LISTED_OPERATIONS.fields('o')}, o.fingerprint, ${stored} as stored from (
        select ${LISTED_OPERATIONS.select()}, fingerprint, command_key from operations
        where household_id = ${householdId} and actor_id = ${actorId} and credential = ${credential}
          and command_key = ${key}
      ) o ${join}
    `);
    if (row === null) return null;
    const { id, fingerprint, stored: answer, ...listed } = row;
    const operation = id === null ? null : withoutNulls({ id, ...listed });
    return { ...(answer ?? { fingerprint, at: row.at, answer: null }), operation };
  }

  async list(
    householdId: HouseholdId,
    viewer: MemberId,
    { limit, after }: PageRequest,
  ): Promise<Page<ListedOperation>> {
    const { rows } = await sql<ListedOperation>`
      select ${LISTED_OPERATIONS.select()} from operations o
      where household_id = ${householdId} and ${isShownTo(viewer)}
        ${after === null ? sql`` : sql`and ${afterNewest('at', after)}`}
      order by at desc, id limit ${limit + 1}
    `.execute(this.db);
    return cutPage(rows.map(withoutNulls), limit, operationKey);
  }

  async lastOn(
    householdId: HouseholdId,
    rows: readonly { readonly kind: SyncedKind; readonly id: string }[],
    viewer: MemberId,
  ): Promise<ReadonlyMap<string, Pick<Operation, 'id' | 'actorId' | 'at'>>> {
    const { rows: found } = await lastOnStatement(householdId, rows, viewer).execute(this.db);
    return new Map(found.map(({ rowId, ...operation }) => [rowId, operation]));
  }

  async trashedBy(
    householdId: HouseholdId,
    ids: readonly OccurrenceId[],
    viewer: MemberId,
  ): Promise<ReadonlyMap<OccurrenceId, OperationId>> {
    if (ids.length === 0) return new Map();
    const { rows } = await trashedByStatement(householdId, ids, viewer).execute(this.db);
    return new Map(rows.map(({ rowId, id }) => [rowId, id]));
  }

  async insert(operation: KeyedOperation): Promise<void> {
    await withRefusals(KEY_REFUSALS, insertStatement(operationToRow(operation)).execute(this.db));
  }

  async forgetIdempotencyKey(householdId: HouseholdId, id: OperationId): Promise<void> {
    await sql`
      update operations set credential = null, command_key = null, fingerprint = null
      where household_id = ${householdId} and id = ${id}
    `.execute(this.db);
  }

  async findUnfinishedForUpdate(householdId: HouseholdId, id: OperationId): Promise<Operation | null> {
    const { rows } = await sql<Operation>`
      select ${OPERATIONS.select()} from operations
      where household_id = ${householdId} and id = ${id} and work is not null for no key update
    `.execute(this.db);
    return rows[0] === undefined ? null : unpacked(rows[0]);
  }

  async saveContinued(operation: Operation): Promise<void> {
    const { household_id, id, counts, inverse, undo_until, work } = OPERATIONS.toRow(operation);
    await updateRow(this.db, 'operations', { household_id, id, counts, inverse, undo_until, work });
  }

  async listUnfinished(before: Instant, limit: number): Promise<readonly UnfinishedOperation[]> {
    const { rows } = await sql<UnfinishedOperation>`
      select household_id as "householdId", id as "operationId", actor_id as "actorId" from operations
      where work is not null and at < ${timestamp(before)} order by at, id limit ${limit}
    `.execute(this.db);
    return rows;
  }

  async markUndone(householdId: HouseholdId, id: OperationId, undoneBy: OperationId | null): Promise<void> {
    await updateRow(this.db, 'operations', { household_id: householdId, id, undone_by: undoneBy });
  }

  async ofDayCalendarsForUpdate(after: OperationId | null, limit: number) {
    const { rows: keys } = await sql<Pick<Operation, 'householdId' | 'id'>>`
      select household_id as "householdId", id from operations
      where inverse @> '[{"kind":"dayCalendar"}]' and ${after === null ? sql`true` : sql`id > ${after}`}
      order by id limit ${limit}
    `.execute(this.db);
    const found: Pick<Operation, 'householdId' | 'id' | 'inverse'>[] = [];
    for (const { householdId, id } of keys) {
      const { rows } = await sql<Pick<Operation, 'householdId' | 'id' | 'inverse'>>`
        select household_id as "householdId", id, inverse from operations
        where household_id = ${householdId} and id = ${id} for no key update
      `.execute(this.db);
      found.push(...rows.map(unpacked));
    }
    return found;
  }

  async saveInverse({
    householdId,
    id,
    inverse,
  }: Pick<Operation, 'householdId' | 'id' | 'inverse'>): Promise<void> {
    const packed = inverse && (packedText(inverse) as never);
    await updateRow(this.db, 'operations', { household_id: householdId, id, inverse: packed });
  }

  async forgetMember(householdId: HouseholdId, member: MemberId): Promise<void> {
    await this.db
      .deleteFrom('operations')
      .where('household_id', '=', householdId)
      .where(
        sql<boolean>`(
          only_for = ${member}
          or ${isAboutPersonal(householdId, member, notedIn('operations'))}
        )`,
      )
      .execute();
    await this.db
      .updateTable('operations')
      .set({ inverse: null, undo_until: null })
      .where('household_id', '=', householdId)
      .where(sql<boolean>`inverse @> ${JSON.stringify([{ kind: 'member', id: member }])}::jsonb`)
      .execute();
    await this.#forgetPersonalRows(householdId, member);
  }

  /** Removes personal rows from the inverses one after the other, because each inverse may be large. */
  async #forgetPersonalRows(householdId: HouseholdId, member: MemberId): Promise<void> {
    const isTheirs = sql`household_id = ${householdId} and visibility = 'PERSONAL' and created_by = ${member}`;
    const { rows: own } = await sql<{ id: string }>`
      select id from occurrences where ${isTheirs} union all select id from series where ${isTheirs}
    `.execute(this.db);
    const personal = own.map(({ id }) => id);
    const { rows: touched } = await sql<Pick<Operation, 'id'>>`
      select id from operations
      where household_id = ${householdId} and inverse is not null and (
        inverse @> any(${contentsOf(member)}::jsonb[])
        or actor_id = ${member} and inverse @> any(${CONTENTS_OF_ACTOR}::jsonb[])
        or jsonb_path_query_array(inverse, '$[*].id') ?| ${personal}::text[]
      )
      order by id
    `.execute(this.db);
    for (const { id } of touched) {
      const { rows } = await sql<Pick<Operation, 'actorId' | 'inverse' | 'undoUntil'>>`
        select ${OPERATIONS.select()} from operations
        where household_id = ${householdId} and id = ${id} and inverse is not null for no key update
      `.execute(this.db);
      for (const row of rows.map(unpacked)) {
        const { inverse } = withoutPersonalRows(row, { member, personal: new Set(personal) });
        await updateRow(this.db, 'operations', {
          ...{ household_id: householdId, id, inverse: inverse && (packedText(inverse) as never) },
          ...(inverse === null && { undo_until: null }),
        });
      }
    }
  }

  async hideRemoved(removed: RemovedPersonal): Promise<void> {
    await sql`
      update operations set only_for = ${removed.author}
      where household_id = ${removed.householdId} and only_for is null
        and ${reappearCondition(removed, notedIn('operations'))}
    `.execute(this.db);
  }

  async forgetInverses(now: Instant, limit: number): Promise<number> {
    const isOver = sql`undo_until <= ${timestamp(now)} and inverse is not null`;
    const forgotten = await changeUnlockedRows(
      this.db,
      'operations',
      isOver,
      limit,
      (isTaken) => sql`update operations set inverse = null where ${isTaken} returning 1`,
    );
    return forgotten.length;
  }

  async forgetInversesBeyond(
    bytes: number,
    now: Instant,
    { after, limit }: { readonly after: HouseholdId | null; readonly limit: number },
  ): Promise<HouseholdId | null> {
    const { rows: homes } = await sql<{ id: HouseholdId }>`
      select id from households ${after === null ? sql`` : sql`where id > ${after}`} order by id limit ${limit}
    `.execute(this.db);
    const { rows: large } = await sql<{ household_id: HouseholdId }>`
      select household_id from operations
      where household_id = any(${homes.map(({ id }) => id)}::uuid[]) and inverse is not null
      group by household_id having sum(pg_column_size(inverse)) > ${bytes}
    `.execute(this.db);
    for (const { household_id: home } of large)
      await sql`
        with sized as (
          select id, sum(pg_column_size(inverse)) over (order by at desc, id) as size
          from operations where household_id = ${home} and inverse is not null
        )
        update operations set inverse = null, undo_until = ${timestamp(now)}
        where household_id = ${home} and id in (
          select id from operations where household_id = ${home} and inverse is not null
            and id in (select id from sized where size > ${bytes})
          for update skip locked
        )
      `.execute(this.db);
    return homes.at(-1)?.id ?? null;
  }

  async purge(before: Instant, limit: number): Promise<number> {
    const isOld = sql`at < ${timestamp(before)}`;
    return deleteUnlockedRows(this.db, 'operations', isOld, limit);
  }
}

/**
 * Returns the statement that finds the last operation on each row. It reads the entries of the change feed, which
 * name the operation. So its cost does not depend on the number of other operations.
 */
export function lastOnStatement(
  householdId: HouseholdId,
  rows: readonly { readonly kind: SyncedKind; readonly id: string }[],
  viewer: MemberId,
): RawBuilder<Pick<Operation, 'id' | 'actorId' | 'at'> & { readonly rowId: string }> {
  return sql`
    select distinct on (e.entity_id) e.entity_id as "rowId", o.id, o.actor_id as "actorId", o.at
    from unnest(${rows.map(({ kind }) => kindNumber(kind))}::smallint[], ${rows.map(({ id }) => id)}::uuid[]) as row(kind, id)
    join change_entries e on e.household_id = ${householdId} and e.kind = row.kind and e.entity_id = row.id
      and e.audience = any(${[audienceText(null), viewer]}::uuid[])
    join operations o on o.household_id = ${householdId} and o.id = e.operation_id
    where ${isShownTo(viewer)}
    order by e.entity_id, o.at desc, o.id desc
  `;
}

/**
 * A JSON path to the occurrences in a stored inverse that were moved to the trash. The index operations_trashing uses
 * the same expression.
 */
const TRASHED = sql.raw(`'$[*] ? (@.kind == "occurrence" && @.fields.deletedAt.before == null).id'`);

/**
 * Returns the statement that finds, for each occurrence, the latest operation that moved it to the trash. It
 * considers only operations that were not undone and that the viewer may see.
 */
export function trashedByStatement(
  householdId: HouseholdId,
  ids: readonly OccurrenceId[],
  viewer: MemberId,
): RawBuilder<{ readonly rowId: OccurrenceId; readonly id: OperationId }> {
  return sql`
    select distinct on (row.id) row.id as "rowId", o.id
    from operations o
    cross join lateral jsonb_array_elements_text(jsonb_path_query_array(o.inverse, ${TRASHED})) as row(id)
    where o.household_id = ${householdId} and o.undone_by is null and ${isShownTo(viewer)}
      and jsonb_path_exists(o.inverse, ${TRASHED})
      and jsonb_path_query_array(o.inverse, ${TRASHED}) ?| ${ids}::text[] and row.id = any(${ids}::text[])
    order by row.id, o.at desc, o.id desc
  `;
}

export const KEY_REFUSALS = { operations_command: idempotencyInProgress };

export type OperationRow = ReturnType<typeof operationToRow>;

/** Returns a row with {@link OPERATION_COLUMNS}. */
export function operationToRow({ idempotencyKey, ...operation }: KeyedOperation) {
  return {
    ...OPERATIONS.toRow(operation),
    credential: idempotencyKey?.credential ?? null,
    command_key: idempotencyKey?.key ?? null,
    fingerprint: idempotencyKey?.fingerprint ?? null,
  };
}

export const OPERATION_COLUMNS = [
  ...OPERATIONS.writtenColumns,
  ...(['credential', 'command_key', 'fingerprint'] as const),
];

const insertStatement = defineStatement<OperationRow>((value) =>
  insertRowStatement('operations', OPERATION_COLUMNS, (column) => value((row) => row[column])),
);

/**
 * Returns the condition for operations that the viewer may see. If the subject of an operation is personal now,
 * only its author sees the operation, even if other members saw it before.
 */
function isShownTo(viewer: MemberId): RawBuilder<unknown> {
  return sql`(o.only_for is null or o.only_for = ${viewer})
    and ${isOccurrenceShownTo(viewer, { ...notedIn('o'), householdId: sql`o.household_id` })}`;
}

function notedIn(table: string) {
  const subject = sql.ref(`${table}.subject`);
  return {
    taskId: sql.ref(`${table}.task_id`),
    subjectType: sql`${subject} ->> 'type'`,
    subjectId: sql`(${subject} ->> 'id')::uuid`,
  };
}
