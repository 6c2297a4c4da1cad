import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { defineStatement } from '../../adapters/postgres/prepared-statements.js';
import {
  operationToRow,
  OPERATION_COLUMNS,
} from '../../adapters/postgres/operations/operation-repository.js';
import { ACTIVITIES } from '../../adapters/postgres/schema.js';
import { occurrenceToRow, WRITTEN_COLUMNS } from '../../adapters/postgres/tasks/table.js';
import type { HouseholdId, MemberId } from '../../domain/shared/ids.js';
import { anId } from '../builders/ids.js';
import { NOON } from '../builders/instants.js';
import { anOccurrence } from '../builders/occurrence.js';
import { db, onPostgres } from '../support/database/on-postgres.js';

onPostgres();

type Sum = { readonly a: number; readonly b: number };

test('a defined statement is built once, and each execution gets its own values', async () => {
  let built = 0;
  const add = defineStatement<Sum, { sum: number }>((value) => {
    built += 1;
    return sql`select ${value(({ b }) => b)}::int + ${value(({ a }) => a)}::int + ${value(({ a }) => a)}::int as sum`;
  });
  expect((await add({ a: 1, b: 10 }).execute(db)).rows).toEqual([{ sum: 12 }]);
  expect((await add({ a: 2, b: 20 }).execute(db)).rows).toEqual([{ sum: 24 }]);
  expect(add({ a: 3, b: 30 }).compile(db)).toMatchObject({
    sql: 'select $1::int + $2::int + $3::int as sum',
    parameters: [30, 3, 3],
  });
  expect(built).toBe(1);
});

test('a defined statement with a value that is not from its input is rejected', () => {
  const secret = 42;
  const statement = defineStatement<Sum>((value) => sql`select ${value(({ a }) => a)}::int, ${secret}::int`);
  expect(() => statement({ a: 1, b: 2 }).compile(db)).toThrow('contains the value 42');
});

describe('the columns that a statement lists', () => {
  const householdId = anId<HouseholdId>();
  const actorId = anId<MemberId>();
  const common = { id: anId<never>(), householdId, actorId, at: NOON, taskId: null, onlyFor: null };
  const subject = { type: 'TASK', id: anId(), title: 'Bins', date: null } as const;

  test.each<readonly [of: string, columns: readonly string[], row: object]>([
    ['an occurrence', WRITTEN_COLUMNS, occurrenceToRow(anOccurrence({ householdId, createdBy: actorId }))],
    [
      'an operation',
      OPERATION_COLUMNS,
      operationToRow({
        ...{ ...common, via: null, kind: 'CREATED', subject, counts: [], params: {} },
        ...{ inverse: null, undoUntil: null, undoes: null, undoneBy: null, idempotencyKey: null },
      }),
    ],
    [
      'a history entry',
      ACTIVITIES.writtenColumns,
      ACTIVITIES.toRow({ ...common, action: 'CREATED', subject, changes: [], operationId: null }),
    ],
  ])('are the columns of the row that is written: %s', (_of, columns, row) => {
    expect(columns.toSorted()).toEqual(Object.keys(row).toSorted());
  });
});
