import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(import.meta.dirname, '../../web/src');

/** A top-level declaration of a file: the API calls in it, and the names that it uses. */
type Declaration = { readonly calls: Set<string>; readonly names: Set<string> };
type File = {
  readonly declarations: Map<string, Declaration>;
  /** The imports by their local name: the file that they come from, and their name there. */
  readonly imports: Map<string, readonly [file: string, name: string]>;
  readonly lazy: Set<string>;
};

/**
 * Finds the API calls of each part of the web client in its source: `GET /v1/…` with `*` for path parameters,
 * and the types of offline commands. A declaration also has the calls of all declarations that it uses.
 */
export class WebCalls {
  readonly #files = new Map<string, File>();

  constructor() {
    const names = ts.sys.readDirectory(ROOT, ['.ts', '.tsx'], ['**/*.gen.ts', '**/schema.d.ts', '**/*.d.ts']);
    for (const name of names) this.#files.set(path.relative(ROOT, name), read(name));
  }

  get files(): readonly string[] {
    return [...this.#files.keys()];
  }

  /**
   * Returns all calls of a file, including those of the declarations that it uses. Declarations in files for
   * which `without` returns true are ignored.
   */
  of(file: string, without: (file: string) => boolean = () => false): ReadonlySet<string> {
    const calls = new Set<string>();
    const seen = new Set<string>();
    const visit = (at: string, name: string): void => {
      if (seen.has(`${at}#${name}`) || (at !== file && without(at))) return;
      seen.add(`${at}#${name}`);
      const found = this.#files.get(at);
      const declaration = found?.declarations.get(name);
      if (found === undefined || declaration === undefined) return;
      for (const call of declaration.calls) calls.add(call);
      for (const each of declaration.names) {
        const imported = found.imports.get(each);
        if (imported !== undefined) visit(...imported);
        else if (found.declarations.has(each)) visit(at, each);
      }
    };
    for (const name of this.#files.get(file)?.declarations.keys() ?? []) visit(file, name);
    return calls;
  }

  /** Returns the file itself and all files that it imports, directly, indirectly or lazily. */
  reachedFrom(file: string): ReadonlySet<string> {
    const reached = new Set([file]);
    for (const at of reached) {
      const { imports, lazy } = this.#files.get(at) ?? { imports: new Map(), lazy: [] };
      for (const [to] of imports.values()) reached.add(to);
      for (const to of lazy) reached.add(to);
    }
    return reached;
  }
}

function read(name: string): File {
  const source = ts.createSourceFile(name, readFileSync(name, 'utf8'), ts.ScriptTarget.Latest, true);
  const file: File = { declarations: new Map(), imports: new Map(), lazy: new Set() };
  const toFile = (specifier: string) => path.relative(ROOT, path.resolve(path.dirname(name), specifier));
  const constants = new Map<string, string>();
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const bindings = statement.importClause?.namedBindings;
      const from = statement.moduleSpecifier.text;
      if (from.startsWith('.') && bindings !== undefined && ts.isNamedImports(bindings))
        for (const { name: local, propertyName } of bindings.elements)
          file.imports.set(local.text, [toFile(from), (propertyName ?? local).text]);
      continue;
    }
    for (const [declared, node] of declarationsOf(statement)) {
      if (ts.isVariableDeclaration(node) && node.initializer && ts.isStringLiteral(node.initializer))
        constants.set(declared, node.initializer.text);
      const declaration: Declaration = { calls: new Set(), names: new Set() };
      collect(node, declaration);
      file.declarations.set(declared, declaration);
    }
  }
  return file;

  function collect(node: ts.Node, into: Declaration): void {
    if (ts.isIdentifier(node)) into.names.add(node.text);
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword && first && ts.isStringLiteral(first))
        file.lazy.add(toFile(first.text));
      const address = first === undefined ? null : textOf(first);
      const method = methodOf(node);
      if (method !== null && address !== null) into.calls.add(`${method} ${pattern(address)}`);
    }
    const text = ts.isExpression(node) ? textOf(node) : null;
    // An address outside the typed client: the browser navigates to it, or its answer is a stream.
    if (text !== null && /^\/v1\/[^{]+$/.test(text) && !isTyped(node)) into.calls.add(`ANY ${pattern(text)}`);
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'type') {
      const type = textOf(node.initializer);
      if (type !== null && /^\w+\.\w+$/.test(type)) into.calls.add(type);
    }
    ts.forEachChild(node, (child) => collect(child, into));
  }

  /**
   * Returns the text of a literal, of a constant, or of a template with `*` for the parts that are unknown.
   * Returns null for other expressions.
   */
  function textOf(node: ts.Expression): string | null {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isIdentifier(node)) return constants.get(node.text) ?? null;
    if (!ts.isTemplateExpression(node)) return null;
    return node.templateSpans.reduce(
      (text, { expression, literal }) => text + (textOf(expression) ?? '*') + literal.text,
      node.head.text,
    );
  }
}

/** Returns the HTTP method of a call of the typed client, or null for other calls. */
const methodOf = ({ expression }: ts.CallExpression): string | null =>
  ts.isPropertyAccessExpression(expression) && /^(GET|POST|PUT|PATCH|DELETE)$/.test(expression.name.text)
    ? expression.name.text
    : null;
const isTyped = ({ parent }: ts.Node): boolean => ts.isCallExpression(parent) && methodOf(parent) !== null;

const pattern = (address: string): string =>
  address.replace(/\{\w+\}/g, '*').replace(/(\?.*|(?<=[^/])\*)$/, '');

/** Returns the patterns with which the client may call an operation. */
export const callsOf = ({ method, path: address }: { method: string; path: string }): readonly string[] =>
  [method.toUpperCase(), 'ANY'].map((each) => `${each} ${pattern(address)}`);

function declarationsOf(statement: ts.Statement): readonly (readonly [string, ts.Node])[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap((each) =>
      namesIn(each.name).map((name) => [name, each] as const),
    );
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name === undefined ? [] : [[statement.name.text, statement]];
  // Code that runs when the file is loaded.
  if (ts.isExpressionStatement(statement)) return [[`at ${statement.pos}`, statement]];
  return [];
}

function namesIn(name: ts.BindingName): readonly string[] {
  return ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((each) => (ts.isOmittedExpression(each) ? [] : namesIn(each.name)));
}
