import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../adapters/postgres/database.js';

/** One step of a query plan, with the figures that PostgreSQL adds when it has run the statement. */
export type PlanNode = {
  'Node Type': string;
  'Index Name'?: string;
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

/**
 * Returns the steps of the generic plan of a statement, which PostgreSQL may use when the statement is prepared. It
 * does not depend on the values of the parameters. The statement is not run.
 */
export async function genericPlanNodes(db: Database, statement: RawBuilder<unknown>): Promise<PlanNode[]> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
    explain (generic_plan, format json) ${statement}
  `.execute(db);
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
