import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { takesAllColumns } from '../support/column-lists.js';

const root = path.resolve(import.meta.dirname, '../..');
const SQL = /\b(?:select|insert into|update|delete from|returning)\b/i;
const BUILDERS = ['selectAll', 'returningAll'];

/** Finds SQL and query-builder calls in a source file that select all columns of a table. */
function offencesIn(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const statement = node
        .getText(source)
        .slice(1, -1)
        .replaceAll(/\$\{[^}]*\}/g, '$1');
      if (SQL.test(statement) && takesAllColumns(statement)) found.push(`${name}: ${statement}`);
    }
    if (ts.isPropertyAccessExpression(node) && BUILDERS.includes(node.name.text))
      found.push(`${name}: ${node.name.text}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('no statement of an adapter selects all columns of a table', () => {
  const files = ['adapters', 'bootstrap'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((name) => offencesIn(name, readFileSync(path.join(root, name), 'utf8')))).toEqual([]);
});

test.each([
  'select * from accounts',
  'select a.* from accounts a',
  'select id, * from accounts',
  'select distinct * from accounts',
  'delete from accounts returning *',
  'with gone as (delete from accounts returning *) select count(*) from gone',
  'insert into accounts select * from unnest($1)',
])('a statement that selects all columns is found: %s', (statement) => {
  expect(offencesIn('it.ts', `sql\`${statement}\``)).toHaveLength(1);
});

test.each([
  'select count(*) from accounts',
  'select id from accounts where 2 * n > 3 * (n + 1)',
  `select 1 from series where rotation @? '$[*].**'`,
])('a statement that names its columns is accepted: %s', (statement) => {
  expect(offencesIn('it.ts', `sql\`${statement}\``)).toEqual([]);
});

test.each(BUILDERS)('a call of the query builder that selects all columns is found: %s', (method) => {
  expect(offencesIn('it.ts', `db.selectFrom('accounts').${method}()`)).toHaveLength(1);
});
