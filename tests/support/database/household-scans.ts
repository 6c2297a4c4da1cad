import { sql } from 'kysely';
import { LAYOUT } from '../../../adapters/postgres/citus/layout.js';
import type { Database } from '../../../adapters/postgres/database.js';
import type { PlanNode } from './plan.js';

/** Returns the names of the tables that have a column `household_id`. */
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
 * How a statement restricts the rows that it reads to households, according to its query plan:
 * - `routed`: every table is compared with one parameter, so Citus asks a single node.
 * - `named`: some tables are compared with a list of households, so Citus asks the nodes of these households.
 *   A request lists only one.
 * - `each`: it reads many households, but joins only rows of the same household.
 * - `across`: none of these.
 */
export type Reach = 'routed' | 'named' | 'each' | 'across';

/** Returns null if the statement reads no distributed table. */
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

/**
 * Returns pairs of a subquery (or a CTE) and the tables below it: rows of both belong to the same household.
 */
function handedOut(node: Scan, all: readonly Scan[]): Pair[] {
  const { 'Node Type': type, 'CTE Name': term, Alias: given = '' } = node;
  const source = type === 'CTE Scan' ? all.find((one) => one['Subplan Name'] === `CTE ${term ?? ''}`) : node;
  if (source === undefined || (type !== 'CTE Scan' && type !== 'Subquery Scan')) return [];
  return nodesOf(source).flatMap(({ Alias = '', Output }) =>
    Output?.includes(`${Alias}.household_id`) ? [[given, Alias] as const] : [],
  );
}

/**
 * Returns pairs of the first part of a union and each other part. A condition on the first part holds for all
 * of them.
 */
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
 * Finds in the conditions of a plan which tables are compared with a parameter by their distribution column
 * (`given`), which with a list (`listed`), and which with another table (`pairs`).
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
