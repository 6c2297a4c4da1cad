import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../..');
/** Properties and variables that hold what people have written. */
const WRITTEN_BY_PEOPLE = new Set([
  'caption',
  'category',
  'displayName',
  'fileName',
  'name',
  'names',
  'note',
  'notes',
  'section',
  'sentence',
  'title',
]);
/** Functions that return text with names of people in it. */
const NAMING = new Set(['describeGroup', 'peopleText']);
/** Components that isolate the direction of the text between their tags. */
const ISOLATING = new Set(['Back']);
/** Types of inputs that hold free text. */
const FREE_TEXT = new Set([undefined, 'text', 'search']);

/** Returns the places that show text of people and leave its direction to the surrounding text. */
function findPlacesWithoutDirection(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const report = (node: ts.Node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push(`${name}:${line + 1} ${node.getText(source).replaceAll(/\s+/g, ' ').slice(0, 100)}`);
  };
  const visit = (node: ts.Node): void => {
    if (isShown(node) && showsText(node.expression) && !isIsolated(node)) report(node);
    if ((ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) && isFreeText(node)) report(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns true for an expression between two tags; expressions of attributes are not shown. */
const isShown = (node: ts.Node): node is ts.JsxExpression & { expression: ts.Expression } =>
  ts.isJsxExpression(node) &&
  node.expression !== undefined &&
  (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent));

/** Returns true if the value of the expression may be text of people. Elements inside it are judged by themselves. */
function showsText(node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return showsText(node.expression);
  if (ts.isPropertyAccessExpression(node))
    return (
      WRITTEN_BY_PEOPLE.has(node.name.text) && !/^(?:styles|own|settings)$/.test(node.expression.getText())
    );
  if (ts.isCallExpression(node)) return NAMING.has(node.expression.getText());
  if (ts.isIdentifier(node)) return WRITTEN_BY_PEOPLE.has(node.text);
  if (ts.isConditionalExpression(node)) return showsText(node.whenTrue) || showsText(node.whenFalse);
  if (ts.isBinaryExpression(node))
    return node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
      ? showsText(node.right)
      : showsText(node.left) || showsText(node.right);
  return ts.isTemplateExpression(node) && node.templateSpans.some((span) => showsText(span.expression));
}

/** Returns true if the element around the expression has a direction of its own. */
function isIsolated(node: ts.Node): boolean {
  let element = node.parent;
  while (!ts.isJsxElement(element) && !ts.isSourceFile(element)) element = element.parent;
  if (!ts.isJsxElement(element)) return false;
  const { tagName } = element.openingElement;
  return (
    tagName.getText() === 'bdi' ||
    ISOLATING.has(tagName.getText()) ||
    hasAttribute(element.openingElement, 'dir')
  );
}

function isFreeText(node: ts.JsxOpeningLikeElement): boolean {
  const tag = node.tagName.getText();
  if (tag !== 'textarea' && tag !== 'input') return false;
  if (hasAttribute(node, 'dir')) return false;
  const type = findAttribute(node, 'type')?.initializer;
  if (type === undefined) return true;
  return ts.isStringLiteral(type) && FREE_TEXT.has(type.text);
}

const findAttribute = (node: ts.JsxOpeningLikeElement, name: string): ts.JsxAttribute | undefined =>
  node.attributes.properties.find(
    (each): each is ts.JsxAttribute => ts.isJsxAttribute(each) && each.name.getText() === name,
  );

const hasAttribute = (node: ts.JsxOpeningLikeElement, name: string): boolean =>
  findAttribute(node, name) !== undefined;

describe('text that people have written', () => {
  test('gets its own writing direction wherever the web client shows it or lets people type it', () => {
    const folder = path.join(root, 'web/src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.tsx'),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(
      files.flatMap((name) =>
        findPlacesWithoutDirection(name, readFileSync(path.join(folder, name), 'utf8')),
      ),
    ).toEqual([]);
  });
});

describe('findPlacesWithoutDirection', () => {
  test.each([
    '<span>{row.title}</span>',
    '<p>{note !== null && note}</p>',
    '<li>{section ?? t("elsewhere")}</li>',
    '<Chip>{member.displayName}</Chip>',
    '<p>{peopleText(people)}</p>',
    '<p dir="auto"><span>{name}</span></p>',
    '<input value={value} />',
    '<textarea value={value} />',
  ])('reports %s', (text) => {
    expect(findPlacesWithoutDirection('page.tsx', text)).toHaveLength(1);
  });

  test.each([
    '<span dir="auto">{row.title}</span>',
    '<Chip><bdi>{member.displayName}</bdi></Chip>',
    '<Back>{title}</Back>',
    '<button aria-label={name} />',
    '<p>{t("hello", { name })}</p>',
    '<input type="checkbox" />',
    '<input dir="auto" value={value} />',
  ])('accepts %s', (text) => {
    expect(findPlacesWithoutDirection('page.tsx', text)).toEqual([]);
  });
});
