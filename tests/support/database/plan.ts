import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../adapters/postgres/database.js';
import type { Statement } from '../../../adapters/postgres/prepared-statements.js';

/** One step of a query plan, with the figures that PostgreSQL adds when it has run the statement. */
export type PlanNode = {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
};

/**
 * Returns the steps of a statement's plan. A step comes before the steps that it reads from. The statement is
 * run.
 */
export async function planNodes(db: Database, statement: RawBuilder<unknown>): Promise<PlanNode[]> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
    explain (analyze, format json) ${statement}
  `.execute(db);
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
}

/** PostgreSQL decides at the sixth execution of a prepared statement whether to use a generic plan from then on. */
const EXECUTIONS = 6;

/**
 * Works like {@link planNodes}, for a statement that is prepared and was executed several times. PostgreSQL may then use
 * a generic plan, which does not depend on the values of the parameters.
 */
export async function preparedPlanNodes(db: Database, statement: Statement<unknown>): Promise<PlanNode[]> {
  const { sql: text, parameters } = statement.compile(db);
  const execute = `execute planned (${parameters.map(toLiteral).join(', ')})`;
  return db.transaction().execute(async (transaction) => {
    await sql.raw(`prepare planned as ${text}`).execute(transaction);
    for (let i = 0; i < EXECUTIONS; i++) await sql.raw(execute).execute(transaction);
    const { rows } = await sql
      .raw<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (analyze, format json) ${execute}`)
      .execute(transaction);
    await sql`deallocate planned`.execute(transaction);
    return nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
  });
}

/** Returns a parameter as SQL. The elements of an array must need no quotes, such as ids and dates. */
function toLiteral(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = Array.isArray(value) ? `{${value.join(',')}}` : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
