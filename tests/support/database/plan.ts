import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../adapters/postgres/database.js';

/** What the database says of one step, after it has carried the statement out. */
export type PlanNode = {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
};

/** The steps of a statement's plan, each before those that it reads from. */
export async function planNodes(db: Database, statement: RawBuilder<unknown>): Promise<PlanNode[]> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
    explain (analyze, format json) ${statement}
  `.execute(db);
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
