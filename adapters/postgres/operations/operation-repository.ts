import { sql, type RawBuilder } from 'kysely';
import {
  MarkTaken,
  type CommandMark,
  type MarkedBefore,
  type MarkedOperation,
  type OperationRepository,
} from '../../../application/operations/ports.js';
import {
  operationKey,
  type ListedOperation,
  type Operation,
  type OperationId,
} from '../../../domain/operations/operation.js';
import type { Inverse } from '../../../domain/operations/inverse.js';
import { packInverse, unpackInverse } from '../../../domain/operations/packed-inverse.js';
import type { HouseholdId, MemberId, OccurrenceId, UserId } from '../../../domain/shared/ids.js';
import { cutPage, type Page, type PageRequest } from '../../../domain/shared/page.js';
import type { Instant } from '../../../domain/shared/zone.js';
import { listColumns } from '../columns.js';
import { refusing } from '../constraints.js';
import type { Database } from '../database.js';
import { converted, instant, json, mapTable, nullableJson, type FieldMap } from '../field-map.js';
import { isAmongFree } from '../free-rows.js';
import { timestamp, type DatabaseSchema } from '../schema.js';

const LISTED_FIELDS: FieldMap<ListedOperation, DatabaseSchema['operations']> = {
  id: 'id',
  householdId: 'household_id',
  at: instant('at'),
  actorId: 'actor_id',
  onlyFor: 'only_for',
  kind: 'kind',
  subject: nullableJson('subject'),
  taskId: 'task_id',
  counts: json('counts'),
  params: json('params'),
  undoUntil: instant('undo_until'),
  undoes: 'undoes',
  undoneBy: 'undone_by',
};
const LISTED = mapTable<ListedOperation, DatabaseSchema['operations']>(LISTED_FIELDS);
const OPERATIONS = mapTable<Operation, DatabaseSchema['operations']>({
  ...LISTED_FIELDS,
  inverse: converted('inverse', (inverse: Inverse | null) => inverse && JSON.stringify(packInverse(inverse))),
});

const unpacked = <Row extends Pick<Operation, 'inverse'>>(row: Row): Row => ({
  ...row,
  inverse: row.inverse && unpackInverse(row.inverse),
});

/** What an inverse contains that `holdsPersonal` (domain/operations/inverse). */
const HOLDS_PERSONAL = [
  { row: { visibility: 'PERSONAL' } },
  { row: { template: { visibility: 'PERSONAL' } } },
  { fields: { visibility: { before: 'PERSONAL' } } },
  { fields: { template: { before: { visibility: 'PERSONAL' } } } },
].map((row) => JSON.stringify([row]));

export class PostgresOperationRepository implements OperationRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(householdId: HouseholdId, id: OperationId, viewer: MemberId): Promise<Operation | null> {
    const { rows } = await sql<Operation>`
      select ${OPERATIONS.select()} from operations o
      where household_id = ${householdId} and id = ${id} and ${isToldTo(viewer)}
    `.execute(this.#db);
    return rows[0] === undefined ? null : unpacked(rows[0]);
  }

  async findByMark(
    householdId: HouseholdId,
    actorId: UserId,
    { credential, key }: Pick<CommandMark, 'credential' | 'key'>,
  ): Promise<MarkedBefore | null> {
    const { rows } = await sql<Operation & { fingerprint: string }>`
      select ${OPERATIONS.select()}, fingerprint from operations o
      where household_id = ${householdId} and actor_id = ${actorId} and credential = ${credential}
        and command_key = ${key}
    `.execute(this.#db);
    const [row] = rows;
    if (row === undefined) return null;
    const { fingerprint, ...operation } = unpacked(row);
    return { operation, fingerprint };
  }

  async list(
    householdId: HouseholdId,
    viewer: MemberId,
    { limit, after }: PageRequest,
  ): Promise<Page<ListedOperation>> {
    const { rows } = await sql<ListedOperation>`
      select ${LISTED.select()} from operations o
      where household_id = ${householdId} and ${isToldTo(viewer)}
        ${after === null ? sql`` : isAfter(-Number(after[0]), String(after[1]))}
      order by at desc, id limit ${limit + 1}
    `.execute(this.#db);
    return cutPage(rows, limit, operationKey);
  }

  async lastOn(
    householdId: HouseholdId,
    ids: readonly string[],
    viewer: MemberId,
  ): Promise<ReadonlyMap<string, Pick<Operation, 'id' | 'actorId' | 'at'>>> {
    const { rows } = await sql<Pick<Operation, 'id' | 'actorId' | 'at'> & { rowId: string }>`
      select distinct on (row.id) row.id as "rowId", o.id, o.actor_id as "actorId", o.at
      from unnest(${ids}::uuid[]) as row(id)
      join operations o on o.inverse @> jsonb_build_array(jsonb_build_object('id', row.id))
      where o.household_id = ${householdId} and ${isToldTo(viewer)}
      order by row.id, o.at desc, o.id desc
    `.execute(this.#db);
    return new Map(rows.map(({ rowId, ...operation }) => [rowId, operation]));
  }

  async trashedBy(
    householdId: HouseholdId,
    ids: readonly OccurrenceId[],
    viewer: MemberId,
  ): Promise<ReadonlyMap<OccurrenceId, OperationId>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<{ rowId: OccurrenceId; id: OperationId }>`
      select distinct on (row.id) row.id as "rowId", o.id
      from operations o
      cross join lateral jsonb_to_recordset(o.inverse) as row(kind text, id uuid, fields jsonb)
      where o.household_id = ${householdId} and o.undone_by is null and ${isToldTo(viewer)}
        and row.kind = 'occurrence' and row.id = any(${ids}::uuid[])
        and row.fields -> 'deletedAt' -> 'before' = 'null'
      order by row.id, o.at desc, o.id desc
    `.execute(this.#db);
    return new Map(rows.map(({ rowId, id }) => [rowId, id]));
  }

  async insert(operation: MarkedOperation): Promise<void> {
    await refusing(
      { operations_command: () => new MarkTaken() },
      insertOperation(operation).execute(this.#db),
    );
  }

  async markUndone(householdId: HouseholdId, id: OperationId, undoneBy: OperationId | null): Promise<void> {
    await this.#db
      .updateTable('operations')
      .set({ undone_by: undoneBy })
      .where('household_id', '=', householdId)
      .where('id', '=', id)
      .execute();
  }

  async forgetMember(householdId: HouseholdId, member: MemberId): Promise<void> {
    await this.#db
      .deleteFrom('operations')
      .where('household_id', '=', householdId)
      .where('only_for', '=', member)
      .execute();
    await this.#db
      .updateTable('operations')
      .set({ inverse: null, undo_until: null })
      .where('household_id', '=', householdId)
      .where(
        sql<boolean>`
          inverse @> ${JSON.stringify([{ kind: 'member', id: member }])}::jsonb
          or actor_id = ${member} and inverse @> any(${HOLDS_PERSONAL}::jsonb[])
        `,
      )
      .execute();
  }

  async forgetInverses(now: Instant, limit: number): Promise<number> {
    const { numAffectedRows } = await sql`
      update operations set inverse = null
      where ${isAmongFree('operations', sql`undo_until <= ${timestamp(now)} and inverse is not null`, limit)}
    `.execute(this.#db);
    return Number(numAffectedRows ?? 0);
  }

  async purge(before: Instant, limit: number): Promise<number> {
    const { numAffectedRows } = await sql`
      delete from operations where ${isAmongFree('operations', sql`at < ${timestamp(before)}`, limit)}
    `.execute(this.#db);
    return Number(numAffectedRows ?? 0);
  }
}

/** Also for a term of another statement. */
export function insertOperation({ mark, ...operation }: MarkedOperation): RawBuilder<unknown> {
  const row = {
    ...OPERATIONS.toRow(operation),
    credential: mark?.credential ?? null,
    command_key: mark?.key ?? null,
    fingerprint: mark?.fingerprint ?? null,
  };
  return sql`
    insert into operations (${listColumns(Object.keys(row))}) values (${sql.join(Object.values(row))})
  `;
}

/** What is about a task that is PERSONAL by now is its author's, whoever might know of it then. */
function isToldTo(viewer: MemberId): RawBuilder<unknown> {
  return sql`(o.only_for is null or o.only_for = ${viewer}) and not exists (
    select from tasks t
    where t.household_id = o.household_id and t.id = o.task_id
      and t.visibility = 'PERSONAL' and t.created_by <> ${viewer}
  )`;
}

function isAfter(at: Instant, id: string): RawBuilder<unknown> {
  const moment = timestamp(at);
  return sql`and at <= ${moment} and (at <> ${moment} or id > ${id})`;
}
