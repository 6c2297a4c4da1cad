import { sql } from 'kysely';
import { LAYOUT } from '../../../adapters/postgres/citus/layout.js';
import type { Database } from '../../../adapters/postgres/database.js';
import type { PlanNode } from './plan.js';

/** The tables whose rows belong to one household each. */
export async function householdTables(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'household_id' order by 1
  `.execute(db);
  return rows.map(({ name }) => name);
}

type Scan = PlanNode & {
  'Relation Name'?: string;
  'CTE Name'?: string;
  'Subplan Name'?: string;
  Alias?: string;
  Output?: string[];
  Plans?: Scan[];
};

/**
 * How a statement keeps to households, read from its plan. `routed`: each table is compared with a parameter that says whose
 * rows it gives, so that one node of a cluster is asked. `named`: parameters list the households, and as many nodes are
 * asked; a request lists one. `each`: it reaches several households, but wherever it puts rows of two tables together they
 * are of one. `across`: none of these.
 */
export type Reach = 'routed' | 'named' | 'each' | 'across';

/** Null: the statement reads none of the tables whose rows have places on different nodes. */
export async function reachOf(db: Database, statement: string): Promise<Reach | null> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Scan }] }>`
    explain (generic_plan, verbose, format json) ${sql.raw(statement)}
  `.execute(db);
  const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
  const columns = new Map(
    nodes.flatMap(({ 'Node Type': type, 'Relation Name': table = '', Alias = '' }) => {
      const place = LAYOUT[table];
      return !type.endsWith('Scan') || typeof place !== 'object' ? [] : [[Alias, place.by] as const];
    }),
  );
  const scanned = [...columns.keys()];
  const [first] = scanned;
  if (first === undefined) return null;

  const { given, listed, pairs } = equalities(nodes.flatMap(conditionsOf), columns);
  if (scanned.every((alias) => given.has(alias))) return 'routed';
  if (scanned.every((alias) => given.has(alias) || listed.has(alias))) return 'named';
  pairs.push(...nodes.flatMap((node) => handedOut(node, nodes)), ...nodes.flatMap(putInOneColumn));
  const reached = reachedFrom([first], pairs);
  return scanned.every((alias) => reached.has(alias)) ? 'each' : 'across';
}

const nodesOf = (node: Scan): Scan[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const conditionsOf = (node: Scan): string[] =>
  Object.entries(node)
    .filter(([key]) => key.endsWith('Cond') || key.endsWith('Filter'))
    .map(([, condition]) => (condition as string).replaceAll('"', ''));

/** What a subquery, or a term of a `with`, gives is of the households of the tables below it. */
function handedOut(node: Scan, all: readonly Scan[]): Pair[] {
  const { 'Node Type': type, 'CTE Name': term, Alias: given = '' } = node;
  const source = type === 'CTE Scan' ? all.find((one) => one['Subplan Name'] === `CTE ${term ?? ''}`) : node;
  if (source === undefined || (type !== 'CTE Scan' && type !== 'Subquery Scan')) return [];
  return nodesOf(source).flatMap(({ Alias = '', Output }) =>
    Output?.includes(`${Alias}.household_id`) ? [[given, Alias] as const] : [],
  );
}

/** Rows of a union are held against others by its first part: what is said of that is true of each. */
function putInOneColumn(node: Scan): Pair[] {
  if (node['Node Type'] !== 'Append') return [];
  const [first, ...others] = (node.Plans ?? []).map(({ Alias = '', Output = [] }: Scan) => ({
    alias: Alias,
    column: Output.indexOf(`${Alias}.household_id`),
  }));
  if (first === undefined || first.column < 0) return [];
  return others.filter(({ column }) => column === first.column).map(({ alias }) => [first.alias, alias]);
}

type Pair = readonly [one: string, other: string];

/**
 * Which tables are compared with a parameter by the column that says where their rows are, which with a list, and whose
 * are held against each other.
 */
function equalities(
  conditions: readonly string[],
  columns: ReadonlyMap<string, string>,
): { given: ReadonlySet<string>; listed: ReadonlySet<string>; pairs: Pair[] } {
  const saysWhere = (alias: string, column: string) =>
    /^household_?id$/i.test(column) || columns.get(alias) === column;
  const column = String.raw`([\w*]+)\.(household_id|householdId|id|hash|user_id)\b`;
  const all = (pattern: string) =>
    conditions.flatMap((condition) => [...condition.matchAll(new RegExp(pattern, 'g'))]);
  const comparedWith = (what: string) =>
    new Set(
      all(`${column} = ${what}`)
        .filter(([, alias = '', name = '']) => saysWhere(alias, name))
        .map(([, alias = '']) => alias),
    );
  const pairs = all(`${column} = ${column}`)
    .filter(([, one = '', a = '', other = '', b = '']) => saysWhere(one, a) && saysWhere(other, b))
    .map(([, one = '', , other = '']) => [one, other] as const);
  return {
    given: comparedWith(String.raw`\(?\$\d+`),
    listed: comparedWith(String.raw`ANY \(\(?\$\d+`),
    pairs,
  };
}

function reachedFrom(start: readonly string[], pairs: readonly Pair[]): Set<string> {
  const reached = new Set(start);
  for (let size = -1; size !== reached.size;) {
    size = reached.size;
    for (const [one, other] of pairs) if (reached.has(one) || reached.has(other)) reached.add(one).add(other);
  }
  return reached;
}
