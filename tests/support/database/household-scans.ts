import { sql } from 'kysely';
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
 * How a statement keeps to households, read from its plan. `one`: parameters say whose rows each table gives. `each`:
 * it reaches several households, but wherever it puts rows of two tables together they are of one. `across`: neither.
 */
export type Reach = 'one' | 'each' | 'across';

/** Null: the statement reads none of `tables`. */
export async function reachOf(
  db: Database,
  statement: string,
  tables: readonly string[],
): Promise<Reach | null> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Scan }] }>`
    explain (generic_plan, verbose, format json) ${sql.raw(statement)}
  `.execute(db);
  const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
  const aliasesOf = (names: readonly string[]) =>
    nodes
      .filter((node) => node['Node Type'].endsWith('Scan') && names.includes(node['Relation Name'] ?? ''))
      .map(({ Alias }) => Alias ?? '');
  const scanned = aliasesOf(tables);
  const [first] = scanned;
  if (first === undefined) return null;

  const tenants = new Set(aliasesOf(['households']));
  const { given, pairs } = equalities(nodes.flatMap(conditionsOf), tenants);
  pairs.push(...nodes.flatMap((node) => handedOut(node, nodes)), ...nodes.flatMap(putInOneColumn));
  const covers = (start: readonly string[]) => {
    const reached = reachedFrom(start, pairs);
    return scanned.every((alias) => reached.has(alias));
  };
  if (covers(given)) return 'one';
  return covers([first]) ? 'each' : 'across';
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

/** Whose household_id is given by a parameter, and whose are held against each other; a household has it in `id`. */
function equalities(
  conditions: readonly string[],
  tenants: ReadonlySet<string>,
): { given: string[]; pairs: Pair[] } {
  const isHousehold = (alias: string, column: string) =>
    /^household_?id$/i.test(column) || tenants.has(alias);
  const column = String.raw`([\w*]+)\.(household_id|householdId|id)\b`;
  const all = (pattern: string) =>
    conditions.flatMap((condition) => [...condition.matchAll(new RegExp(pattern, 'g'))]);
  const given = all(String.raw`${column} = \$\d+`)
    .filter(([, alias = '', name = '']) => isHousehold(alias, name))
    .map(([, alias = '']) => alias);
  const pairs = all(`${column} = ${column}`)
    .filter(([, one = '', a = '', other = '', b = '']) => isHousehold(one, a) && isHousehold(other, b))
    .map(([, one = '', , other = '']) => [one, other] as const);
  return { given, pairs };
}

function reachedFrom(start: readonly string[], pairs: readonly Pair[]): Set<string> {
  const reached = new Set(start);
  for (let size = -1; size !== reached.size;) {
    size = reached.size;
    for (const [one, other] of pairs) if (reached.has(one) || reached.has(other)) reached.add(one).add(other);
  }
  return reached;
}
