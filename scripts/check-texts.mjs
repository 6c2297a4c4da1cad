/**
 * Checks comments, test names and messages for phrases that readers outside of this project do not understand.
 * CONTRIBUTING.md, "Conventions", explains how texts are written. Run with `npm run check:texts`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { ALLOWED } from './allowed-texts.mjs';

const SOURCES = /\.(ts|tsx|mts|mjs|cjs|js)$/;
const MESSAGES = /^web\/messages\/en[^/]*\.json$/;
/** A released migration never changes, not even its comments. Snapshots and word lists are data. */
const IGNORED = /^(migrations\/\d|web\/public\/|domain\/accounts\/common-words\.ts|scripts\/)/;

const HEADLESS = /^(Of|What|Who|Whoever|Where)\b(?!.*\?$)/;
// "As long as it is", "as it is stored" and the like are clear; "stays as it is" is not.
const UNCLEAR_WORDS =
  /(?<!\$)\b(anew|whoever|nobody['’]s|told|meanwhile|(?<!\b(soon|long|far) )as it is(?! \w+(ed|wn)\b))\b/i;
const TEST_FUNCTIONS = new Set(['test', 'it', 'describe']);

/** Returns the problem of a text, or null if there is none. */
function findProblem(kind, text) {
  const prose = text.replace(/`[^`]*`|\{@link [^}]*\}/g, '…');
  if (kind === 'comment' && HEADLESS.test(prose)) return 'begins without a subject';
  const word = UNCLEAR_WORDS.exec(prose)?.[0];
  return word === undefined ? null : `contains "${word}"`;
}

function textOfComment(source) {
  return source
    .replace(/^\/\*+|\*+\/$/g, '')
    .replace(/^[ \t]*(\/\/|\*(?!\/))/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Yields the comments of a file. Line comments that follow each other are one comment. */
function* commentsOf(file) {
  const { text } = file;
  const ranges = new Map();
  const collect = (found) => found?.forEach((range) => ranges.set(range.pos, range));
  const visit = (node) => {
    // Text between JSX elements is no comment, even if it contains two slashes.
    if (node.kind !== ts.SyntaxKind.JsxText) {
      collect(ts.getLeadingCommentRanges(text, node.getFullStart()));
      collect(ts.getTrailingCommentRanges(text, node.end));
    }
    node.getChildren(file).forEach(visit);
  };
  visit(file);
  let block = null;
  for (const { pos, end, kind } of [...ranges.values()].sort((one, other) => one.pos - other.pos)) {
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
    if (isLine && block?.isLine && /^\s*$/.test(text.slice(block.end, pos))) {
      block.end = end;
      continue;
    }
    if (block !== null) yield block;
    block = { pos, end, isLine };
  }
  if (block !== null) yield block;
}

/** Returns `test` for `test('…')`, `test.each(rows)('…')` and `inFullTier.test('…')`. */
function nameOfFunction(node) {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isCallExpression(node)) return nameOfFunction(node.expression);
  if (!ts.isPropertyAccessExpression(node)) return null;
  return TEST_FUNCTIONS.has(node.name.text) ? node.name.text : nameOfFunction(node.expression);
}

/** Returns true for a literal, and for literals that are joined with `+`. */
const isText = (node) =>
  node !== undefined &&
  (ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    (ts.isBinaryExpression(node) && isText(node.left)));

const partsOf = (node) => (ts.isArrayLiteralExpression(node) ? node.elements : [node]);

/**
 * Yields the names of tests, and the literals that are given to errors, to `Description`, or to properties such as
 * `message`.
 */
function* stringsOf(file) {
  const found = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && TEST_FUNCTIONS.has(nameOfFunction(node.expression)))
      if (isText(node.arguments[0])) found.push({ kind: 'test name', node: node.arguments[0] });
    if (ts.isCallExpression(node) && node.expression.getText(file) === 'Description')
      if (isText(node.arguments[0])) found.push({ kind: 'message', node: node.arguments[0] });
    if (ts.isNewExpression(node) && /Error$/.test(node.expression.getText(file)))
      for (const argument of node.arguments ?? [])
        if (isText(argument)) found.push({ kind: 'message', node: argument });
    if (ts.isPropertyAssignment(node) && /^(message|summary|description)$/.test(node.name.getText(file)))
      for (const part of partsOf(node.initializer))
        if (isText(part)) found.push({ kind: 'message', node: part });
    ts.forEachChild(node, visit);
  };
  visit(file);
  yield* found;
}

/** Returns the text of a literal without its quotes, as one text if several are joined with `+`. */
const joined = (source) => source.slice(1, -1).replaceAll(/['"`]\s*\+\s*['"`]/g, '');

function* textsOfSource(path, content) {
  const file = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true);
  const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  for (const { pos, end } of commentsOf(file))
    yield { kind: 'comment', line: lineOf(pos), text: textOfComment(content.slice(pos, end)) };
  for (const { kind, node } of stringsOf(file))
    yield { kind, line: lineOf(node.getStart(file)), text: joined(node.getText(file)) };
}

function* textsOfMessages(content) {
  const lines = content.split('\n');
  for (const [index, line] of lines.entries()) {
    const text = /^\s*"[^"]+":\s*"(.*)",?$/.exec(line)?.[1];
    if (text !== undefined) yield { kind: 'message', line: index + 1, text };
  }
}

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1_048_576,
});
const used = new Set();
const problems = [];
for (const path of listed.split('\n').filter((one) => one !== '' && !IGNORED.test(one))) {
  if (!SOURCES.test(path) && !MESSAGES.test(path)) continue;
  let content;
  try {
    content = readFileSync(path, 'utf8');
  } catch {
    continue; // The file was deleted, but the deletion is not committed yet.
  }
  const texts = MESSAGES.test(path) ? textsOfMessages(content) : textsOfSource(path, content);
  for (const { kind, line, text } of texts) {
    const problem = findProblem(kind, text);
    if (problem === null) continue;
    const allowed = ALLOWED.find((one) => one.path === path && text.includes(one.text));
    if (allowed !== undefined) used.add(allowed);
    else problems.push(`${path}:${line} ${kind} ${problem}: ${text.slice(0, 120)}`);
  }
}
for (const one of ALLOWED)
  if (!used.has(one)) problems.push(`scripts/allowed-texts.mjs: no longer needed: ${one.path} "${one.text}"`);

if (problems.length > 0) {
  process.stderr.write(
    `${problems.join('\n')}\n\n${problems.length} texts to rewrite, see CONTRIBUTING.md, "Conventions"\n`,
  );
  process.exitCode = 1;
}
