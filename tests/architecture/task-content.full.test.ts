import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../..');
const CONTENT = 'domain/tasks/content.ts';
const DECLARATION = 'export type TaskContent = {';
/** Returns the source files that no longer compile if the content of a task gets another field. */
function filesMissing(field: string): string[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(path.join(root, 'tsconfig.json'), (name) => ts.sys.readFile(name)).config,
    ts.sys,
    root,
  );
  const host = ts.createCompilerHost({ ...options, noEmit: true });
  const readFile = host.readFile.bind(host);
  host.getSourceFile = (name, target) => {
    const text = readFile(name);
    if (text === undefined) return undefined;
    const isContent = path.relative(root, name) === CONTENT;
    return ts.createSourceFile(
      name,
      isContent ? text.replace(DECLARATION, `${DECLARATION}\n  readonly ${field}: number | null;`) : text,
      target,
    );
  };
  // These files have to list each field, so they name the other fields or the type. All other files are
  // skipped because they take most of the time.
  const names = ts.sys
    .readDirectory(
      root,
      ['.ts'],
      undefined,
      ['domain', 'application', 'adapters', 'bootstrap'].map((layer) => `${layer}/**/*`),
    )
    .filter((name) =>
      /\b(TaskContent|categoryId|durationMinutes|softDue)\b/.test(readFileSync(name, 'utf8')),
    );
  const program = ts.createProgram(names, options, host);
  const product = names.flatMap((name) => program.getSourceFile(name) ?? []);
  const isMissing = ({ messageText }: ts.Diagnostic) =>
    ts.flattenDiagnosticMessageText(messageText, ' ').includes(field);
  const broken = product.filter((file) => program.getSemanticDiagnostics(file).some(isMissing));
  return broken.map(({ fileName }) => path.relative(root, fileName)).sort();
}

test('a new field of the content of a task has to be added in few files, and the compiler finds all of them', () => {
  expect(readFileSync(path.join(root, CONTENT), 'utf8')).toContain(DECLARATION);
  expect(filesMissing('effort')).toEqual([
    'adapters/http/tasks/content-dto.ts',
    'adapters/http/tasks/task-to-domain.ts',
    'adapters/postgres/tasks/table.ts',
    'domain/history/field-changes.ts',
    'domain/tasks/content.ts',
  ]);
});
