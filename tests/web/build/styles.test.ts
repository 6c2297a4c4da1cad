import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

const SOURCES = path.resolve(import.meta.dirname, '../../../web/src');

/**
 * Finds declarations that name a physical side of the screen instead of a logical one. They are wrong in
 * right-to-left languages.
 */
function physicalSides(css: string): string[] {
  const text = css.replace(/\/\*[^]*?\*\//g, '');
  const declarations = [...text.matchAll(/(?<=[{;]\s*)([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)];
  return declarations
    .filter(([, property, value]) => isPhysical(property!, value!.trim()))
    .map(([declaration]) => declaration);
}

function isPhysical(property: string, value: string): boolean {
  if (/^(left|right)$/.test(property)) return true;
  if (/^(margin|padding|border|scroll-margin|scroll-padding)-(left|right)(-|$)/.test(property)) return true;
  if (/^border-(top|bottom)-(left|right)-radius$/.test(property)) return true;
  if (/^(text-align|float|clear)$/.test(property)) return /^(left|right)$/.test(value);
  if (!/^(margin|padding|inset|border-(width|style|color)|scroll-(margin|padding))$/.test(property))
    return false;
  const [, right, , left] = value.match(/(?:[\w-]*\([^()]*(?:\([^()]*\)[^()]*)*\)|[^\s()])+/g) ?? [];
  return left !== undefined && left !== right;
}

describe('the check for physical sides in styles', () => {
  test.each([
    'left: 0',
    'margin-left: 1px',
    'padding-right: 2px',
    'border-left-color: red',
    'border-top-left-radius: 3px',
    'text-align: right',
    'float: left',
    'padding: 1px 2px 3px 4px',
    'margin: 0 var(--a) 0 calc(1px + (2px * 3))',
    'inset: 0 auto auto 0',
  ])('finds %s', (declaration) => {
    expect(physicalSides(`.a { color: red; ${declaration}; & .b { ${declaration} } }`)).toHaveLength(2);
  });

  test.each([
    'inset-inline-start: 0',
    'margin-inline: 1px 2px',
    'padding: 1px 2px 3px 2px',
    'padding: 1px 2px 3px',
    'margin: 0 calc(1px + 2px) 0 calc(1px + 2px)',
    'text-align: start',
    'transform-origin: left',
    'grid-area: left',
  ])('accepts %s', (declaration) => {
    expect(physicalSides(`.a { ${declaration}; }`)).toEqual([]);
  });

  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  );

  test('examines more than five style sheets', () => expect(files.length).toBeGreaterThan(5));

  test.each(files)('finds no physical side in %s', (file) => {
    expect(physicalSides(readFileSync(path.join(SOURCES, file), 'utf8'))).toEqual([]);
  });
});
