import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');

type Case = readonly [file: string, message: string, code: string];

const PASS_THE_TIME = 'Take the current time as an argument or from the Clock port.';
const VACUOUS = "import { expect } from '@jest/globals';\nimport { answer } from './answer.js';\n";

/** Files that break one rule each, in a folder for which the rule holds, and the message of the rule. */
const REPORTED: readonly Case[] = [
  ['domain/date.ts', PASS_THE_TIME, 'export const now = new Date();'],
  ['application/date.ts', PASS_THE_TIME, 'export const now = new Date();'],
  ['domain/now.ts', PASS_THE_TIME, 'export const now = Date.now();'],
  [
    'domain/random.ts',
    'Take random values as an argument or from a port.',
    'export const chance = Math.random();',
  ],
  ...['now', 'local'].map((name): Case => [
    `domain/luxon-${name}.ts`,
    'Take the current time as an argument, and name the time zone.',
    `import { DateTime } from 'luxon';\nexport const now = DateTime.${name}();`,
  ]),
  ...['domain', 'application', 'adapters', 'bootstrap'].map((layer): Case => [
    `${layer}/normalize.ts`,
    'Use `normalize` of domain/shared/normal-form.ts, which limits how long a text can take.',
    "export const normal = 'a'.normalize('NFC');",
  ]),
  ...['domain/void.ts', 'web/src/void.ts', 'migrations/void.ts'].map((file): Case => [
    file,
    'Use `void` only before a call whose promise nobody waits for.',
    'export const ignore = (value: string) => { void value; };',
  ]),
  [
    'web/src/default.tsx',
    'Use a named export: `export function …`.',
    'export default function Page() { return null; }',
  ],
  [
    'web/src/html.tsx',
    'Render the text as a child. As HTML, a text that a member wrote could run scripts.',
    "export const view = <p dangerouslySetInnerHTML={{ __html: '' }} />;",
  ],
  [
    'web/src/image.tsx',
    'Add an `alt`. Leave it empty if the picture is only decoration.',
    'export const view = <img src="a.png" />;',
  ],
  ...['div', 'span', 'li', 'ul', 'p', 'section', 'header', 'td'].map((tag): Case => [
    `web/src/click-${tag}.tsx`,
    'Use a button or a link, so that the keyboard and screen readers can reach it.',
    `export const view = <${tag} onClick={() => {}} />;`,
  ]),
  [
    'web/src/button.tsx',
    'Set `type="button"` or `type="submit"`. A button without a type submits its form.',
    'export const view = <button>Save</button>;',
  ],
  [
    'web/src/focus.tsx',
    'Do not set a positive `tabIndex`. The focus follows the order of the elements.',
    'export const view = <input tabIndex={1} />;',
  ],
  [
    'web/src/link.tsx',
    'Add `rel="noopener"` to a link that has a `target`.',
    'export const view = <a href="/" target="_blank">Home</a>;',
  ],
  ...['beforeAll', 'beforeEach', 'afterAll', 'afterEach'].map((hook): Case => [
    `tests/support/${hook}.ts`,
    'A helper module is loaded once for all test files of a worker, so this hook would run for the first file only. Export a function that calls it.',
    `import { ${hook} } from '@jest/globals';\n${hook}(() => {});`,
  ]),
  ...[
    'expect(answer).toBe(answer);',
    'expect(answer).toBe(answer as number);',
    'expect([answer]).toEqual([answer,]);',
    'expect(true).toBe(answer > 0);',
  ].map((code, index): Case => [
    `tests/vacuous-${index}.test.ts`,
    'This assertion cannot fail. Compare a result with its expected value.',
    VACUOUS + code,
  ]),
  [
    'tests/seed.test.ts',
    "'fast-check' import is restricted from being used.",
    "import fc from 'fast-check';\nexport const generator = fc;",
  ],
  // This rule needs types.
  ...['domain/late.ts', 'adapters/http/late.ts', 'web/src/late.tsx', 'tests/late.test.ts'].map(
    (file): Case => [
      file,
      'Promises must be awaited, add void operator to ignore.',
      'const save = async () => Promise.resolve();\nsave();',
    ],
  ),
  [
    'domain/foreign-directive.ts',
    PASS_THE_TIME,
    '// eslint-disable-next-line project/no-clock-or-chance\nexport const now = new Date();',
  ],
  [
    'migrations/directive.ts',
    'Unused oxlint-disable directive (no problems were reported).',
    '// oxlint-disable-next-line no-console\nexport const answer = 42;',
  ],
];

/** Files that come close to what a rule forbids, and what is allowed in them. */
const ALLOWED: readonly Case[] = [
  ['domain/given-date.ts', 'a date made from a text', "export const day = new Date('2026-01-01');"],
  ['adapters/clock.ts', 'the clock and chance', 'export const now = [new Date(), Math.random()];'],
  [
    'adapters/path.ts',
    'normalize of paths',
    "import path from 'node:path';\nexport const normal = path.normalize('a');",
  ],
  [
    'domain/call.ts',
    'void before a call',
    'export const save = (store: Set<() => Promise<void>>, first?: () => Promise<void>) => {\n  for (const run of store) void run();\n  void first?.();\n};',
  ],
  ['web/src/normalize.ts', 'normalize in the browser', "export const normal = 'a'.normalize('NFC');"],
  ['web/vite.config.ts', 'a default export that a tool asks for', 'export default {};'],
  ['web/src/alt.tsx', 'a picture with a text', 'export const view = <img src="a.png" alt="" />;'],
  [
    'web/src/role.tsx',
    'an element with a role',
    'export const view = <p role="button" onClick={() => {}} />;',
  ],
  ['web/src/type.tsx', 'a button with a type', 'export const view = <button type="button" />;'],
  ['web/src/skip.tsx', 'a negative tabIndex', 'export const view = <input tabIndex={-1} />;'],
  [
    'web/src/rel.tsx',
    'a link with rel',
    'export const view = <a href="/" target="_blank" rel="noopener" />;',
  ],
  [
    'tests/hook.test.ts',
    'a hook in a test file',
    "import { beforeAll } from '@jest/globals';\nbeforeAll(() => {});",
  ],
  [
    'tests/support/prepare.ts',
    'a hook in a function of a helper',
    "import { beforeAll } from '@jest/globals';\nexport const prepare = () => { beforeAll(() => {}); };",
  ],
  [
    'tests/repeatable.test.ts',
    'a comparison of two calls',
    `${VACUOUS}expect(String(answer)).toBe(String(answer));`,
  ],
  [
    'tests/support/property.ts',
    'fast-check in the helper that sets its seed',
    "import fc from 'fast-check';\nexport const generator = fc;",
  ],
];

type Finding = { readonly filename: string; readonly message: string; readonly severity: string };

let folder = '';
let findings: readonly Finding[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lint-rules-'));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const copied = [
    '.gitignore',
    '.oxlintrc.jsonc',
    'scripts/lint-rules.mjs',
    'tsconfig.json',
    'web/tsconfig.json',
  ];
  for (const name of copied) await cp(path.join(root, name), path.join(folder, name));
  const answer: Case = ['tests/answer.ts', 'a module for the test files', 'export const answer = 42;'];
  for (const [name, , code] of [answer, ...REPORTED, ...ALLOWED]) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `${code}\n`);
  }
  findings = await lint();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the linter over the folder and returns what it found. */
async function lint(): Promise<Finding[]> {
  const linter = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const output = await new Promise<string>((resolve, reject) =>
    // The linter exits with 1 if it finds something.
    execFile(process.execPath, [linter, '--format=json'], { cwd: folder }, (error, stdout, stderr) =>
      stdout === '' ? reject(new Error(stderr, { cause: error })) : resolve(stdout),
    ),
  );
  return (JSON.parse(output) as { diagnostics: Finding[] }).diagnostics;
}

describe('the linter', () => {
  const found = (file: string) =>
    findings
      .filter(({ filename }) => filename === file)
      .map(({ severity, message }) => `${severity}: ${message}`);

  test.each(REPORTED)('reports in %s: %s', (file, message) => {
    expect(found(file)).toEqual([`error: ${message}`]);
  });

  test.each(ALLOWED)('allows in %s: %s', (file) => {
    expect(found(file)).toEqual([]);
  });
});
