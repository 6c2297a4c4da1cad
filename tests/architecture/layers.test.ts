import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';

type Pattern = string | string[] | undefined;
interface Rule {
  readonly name: string;
  readonly from: { readonly path?: Pattern; readonly pathNot?: Pattern };
  readonly to: { readonly path?: Pattern; readonly pathNot?: Pattern };
}

const root = path.resolve(import.meta.dirname, '../..');
const config = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  forbidden: Rule[];
  options: object;
};
/** The areas that each area of the application imports, besides `shared` and `composition`, read from its rule. */
const APPLICATION_IMPORTS = Object.fromEntries(
  config.forbidden.flatMap(({ name, to }) => {
    const area = /^application-(.+)-imports-only-what-is-listed$/.exec(name)?.[1];
    if (area === undefined) return [];
    const allowed = [...String(to.pathNot).matchAll(/application\/([a-z-]+)/g)].map(([, other]) => other!);
    return [[area, allowed.filter((other) => ![area, 'shared', 'composition'].includes(other))]];
  }),
) as Record<string, string[]>;
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
const dependencies = {
  ...manifest.dependencies,
  ...manifest.optionalDependencies,
  ...manifest.peerDependencies,
  // The web client's build tools come along as files.
  ...manifest.devDependencies,
};

/** Folders that the rules mention before they exist. Delete the line when you add the folder. */
const FOLDERS_TO_COME: string[] = [];
const PACKAGES_TO_COME: string[] = [];

/** Returns all names in the patterns of the rules. A rule with a misspelt name would check nothing. */
function namesInRules(): { folders: string[]; packages: string[] } {
  const patterns = config.forbidden
    .flatMap(({ from, to }) => [from.path, from.pathNot, to.path, to.pathNot])
    .flatMap((pattern) => pattern ?? []);
  const names = (pattern: string) => pattern.match(/@?[a-z][a-z0-9-]*(\.js)?(\/[a-z][a-z0-9-]*)*/g) ?? [];
  const isPackage = (pattern: string) => pattern.includes('node_modules');
  const inPackages = patterns
    .filter(isPackage)
    .flatMap((pattern) => names(pattern.replace('(^|node_modules/)(@types/)?', '')));
  return {
    folders: [...new Set(patterns.filter((pattern) => !isPackage(pattern)).flatMap(names))],
    packages: [...new Set(inPackages)],
  };
}

describe('the folders and packages named in the import rules', () => {
  const { folders, packages } = namesInRules();

  test('include `domain`, `express` and other names that this test expects', () => {
    expect(folders).toEqual(expect.arrayContaining(['domain', 'adapters/http', 'bootstrap']));
    expect(packages).toEqual(expect.arrayContaining(['express', 'luxon', '@node-rs/argon2']));
  });

  test.each(folders)('exist in the project unless FOLDERS_TO_COME lists them: %s', (folder) => {
    const exists = ['', '.ts'].some((ending) => existsSync(path.join(root, `${folder}${ending}`)));
    expect(exists).toBe(!FOLDERS_TO_COME.includes(folder));
  });

  test.each(packages)(
    'are dependencies in package.json unless PACKAGES_TO_COME lists them: package %s',
    (name) => {
      expect(name in dependencies).toBe(!PACKAGES_TO_COME.includes(name));
    },
  );

  test('include every name in FOLDERS_TO_COME and PACKAGES_TO_COME', () => {
    expect(folders).toEqual(expect.arrayContaining(FOLDERS_TO_COME));
    expect(packages).toEqual(expect.arrayContaining(PACKAGES_TO_COME));
  });
});

/** An import that breaks a rule. `also` lists other rules that the same import breaks. */
interface Planted {
  readonly file: string;
  readonly imports: string;
  /** True for an import of types only. */
  readonly isType?: boolean;
  readonly also?: readonly string[];
}

const PLANTED: Record<string, readonly Planted[]> = {
  'domain-imports-only-domain-and-luxon': [
    { file: 'domain/a.ts', imports: '../application/use-case.js' },
    { file: 'domain/b.ts', imports: 'node:crypto' },
    { file: 'domain/c.ts', imports: 'uuid' },
    { file: 'domain/d.ts', imports: '../adapters/memory/clock.js' },
  ],
  'no-circular-domain-folders': [
    { file: 'domain/tasks/claim.ts', imports: '../series/plan.js' },
    { file: 'domain/series/series.ts', imports: '../tasks/task.js' },
  ],
  'application-imports-only-domain': [
    { file: 'application/a.ts', imports: '../adapters/memory/clock.js' },
    { file: 'application/b.ts', imports: 'luxon' },
    { file: 'application/c.ts', imports: 'node:fs' },
  ],
  ...Object.fromEntries(
    Object.keys(APPLICATION_IMPORTS).map((area) => [
      `application-${area}-imports-only-what-is-listed`,
      [{ file: `application/${area}/planted.ts`, imports: '../elsewhere/unlisted.js' }],
    ]),
  ),
  'areas-import-only-listed-composition-files': [
    { file: 'application/tasks/list.ts', imports: '../composition/use-cases.js', isType: true },
    { file: 'application/days/work.ts', imports: '../composition/publishing-unit-of-work.js', isType: true },
    {
      ...{ file: 'application/series/compose.ts', imports: '../composition/use-cases.js' },
      also: ['areas-import-only-types-of-composition'],
    },
  ],
  'areas-import-only-types-of-composition': [
    { file: 'application/tasks/ports-of-all.ts', imports: '../composition/use-case-ports.js' },
    { file: 'adapters/http/compose.ts', imports: '../../application/composition/use-cases.js' },
  ],
  'adapters-do-not-import-each-other': [
    { file: 'adapters/http/a.ts', imports: '../memory/clock.js' },
    { file: 'adapters/memory/deep/b.ts', imports: '../../http/app.js' },
  ],
  'only-bootstrap-imports-bootstrap': [{ file: 'adapters/http/c.ts', imports: '../../bootstrap/compose.js' }],
  'migrations-import-only-migrations': [
    { file: 'migrations/a.ts', imports: '../domain/rule.js' },
    { file: 'migrations/b.ts', imports: 'pg', also: ['restricted-postgres'] },
  ],
  'only-postgres-imports-migrations': [{ file: 'bootstrap/a.ts', imports: '../migrations/first.js' }],
  'web-does-not-import-the-service': [
    {
      file: 'web/src/data/rule.ts',
      imports: '../../../domain/rule.js',
      also: ['web-imports-only-browser-packages'],
    },
    { file: 'web/build/rule.ts', imports: '../../tests/builder.js' },
  ],
  'service-does-not-import-the-web': [
    { file: 'adapters/http/page.ts', imports: '../../web/src/app/routes.js' },
    { file: 'bootstrap/page.ts', imports: '../web/build/inputs.js' },
  ],
  'web-imports-only-browser-packages': [
    { file: 'web/src/api/files.ts', imports: 'node:fs' },
    { file: 'web/src/i18n/dates.ts', imports: 'luxon' },
  ],
  'only-web-imports-its-packages': [
    { file: 'adapters/http/view.ts', imports: 'preact', also: ['no-development-packages'] },
    { file: 'adapters/http/hook.ts', imports: 'preact', isType: true },
  ],
  'web-features-do-not-import-each-other': [
    { file: 'web/src/features/today/a.ts', imports: '../week/week.js' },
  ],
  'web-features-imports-only-lower-layers': [
    { file: 'web/src/features/week/week.ts', imports: '../../app/routes.js' },
  ],
  'web-ui-imports-only-lower-layers': [{ file: 'web/src/ui/a.ts', imports: '../features/today/today.js' }],
  'web-data-imports-only-lower-layers': [{ file: 'web/src/data/a.ts', imports: '../ui/row.js' }],
  'web-i18n-imports-only-lower-layers': [{ file: 'web/src/i18n/a.ts', imports: '../data/lists.js' }],
  'web-api-imports-only-lower-layers': [{ file: 'web/src/api/a.ts', imports: '../i18n/t.js' }],
  'restricted-express': [
    { file: 'bootstrap/express.ts', imports: 'express' },
    { file: 'adapters/memory/helmet.ts', imports: 'helmet' },
    { file: 'application/express.ts', imports: 'express', also: ['application-imports-only-domain'] },
  ],
  'restricted-postgres': [
    { file: 'bootstrap/pg.ts', imports: 'pg' },
    { file: 'bootstrap/copy.ts', imports: 'pg-copy-streams' },
  ],
  'restricted-kysely': [
    { file: 'adapters/http/kysely.ts', imports: 'kysely' },
    { file: 'bootstrap/kysely.ts', imports: 'kysely/migration' },
  ],
  'restricted-queue': [{ file: 'adapters/postgres/boss.ts', imports: 'pg-boss' }],
  'restricted-dashboard': [{ file: 'adapters/http/dashboard.ts', imports: '@pg-boss/dashboard/handler' }],
  'restricted-metrics': [
    { file: 'adapters/http/counter.ts', imports: 'prom-client' },
    { file: 'application/counter.ts', imports: 'prom-client', also: ['application-imports-only-domain'] },
  ],
  'restricted-monitoring': [{ file: 'bootstrap/sentry.ts', imports: '@sentry/node' }],
  'restricted-google-accounts': [{ file: 'adapters/http/google.ts', imports: 'google-auth-library' }],
  'restricted-push': [{ file: 'adapters/http/push.ts', imports: 'web-push' }],
  'restricted-google': [{ file: 'bootstrap/google.ts', imports: '@googleapis/calendar' }],
  'restricted-passwords': [{ file: 'adapters/http/jwt.ts', imports: 'jsonwebtoken' }],
  'restricted-validation': [
    { file: 'application/tasks/input.ts', imports: 'class-validator' },
    { file: 'adapters/postgres/row.ts', imports: 'class-transformer' },
    { file: 'domain/shared/metadata.ts', imports: 'reflect-metadata' },
  ],
  'restricted-uploads': [{ file: 'application/attachments/form.ts', imports: 'busboy' }],
  'restricted-files': [
    { file: 'adapters/http/s3.ts', imports: '@aws-sdk/client-s3' },
    { file: 'adapters/http/sniff.ts', imports: 'file-type' },
  ],
  'restricted-archives': [{ file: 'bootstrap/tar.ts', imports: 'tar-stream' }],
  'restricted-feeds': [{ file: 'application/feeds/text.ts', imports: 'ical-generator' }],
  'restricted-calendars': [{ file: 'domain/days/ics.ts', imports: 'ical.js' }],
  'restricted-mail': [{ file: 'bootstrap/post.ts', imports: 'nodemailer' }],
  'restricted-logging': [{ file: 'bootstrap/winston.ts', imports: 'winston' }],
  'kysely-types-only-in-jobs': [{ file: 'adapters/jobs/sql.ts', imports: 'kysely' }],
  'no-tests-in-the-product': [{ file: 'adapters/memory/test.ts', imports: '../../tests/builder.js' }],
  'no-development-packages': [{ file: 'adapters/memory/dev.ts', imports: 'fast-check' }],
  'no-unresolved-imports': [
    { file: 'adapters/memory/gone.ts', imports: './nowhere.js' },
    { file: 'adapters/memory/unlisted.ts', imports: 'no-such-package' },
  ],
  'no-circular-imports': [
    { file: 'adapters/memory/circle-a.ts', imports: './circle-b.js' },
    { file: 'adapters/memory/circle-b.ts', imports: './circle-a.js' },
    { file: 'adapters/memory/whole.ts', imports: './part.js' },
    { file: 'adapters/memory/part.ts', imports: './whole.js', isType: true },
  ],
};

/** Files that break no rule. */
const SOUND: Record<string, string> = {
  'domain/rule.ts': "import 'luxon';",
  'domain/tasks/task.ts': 'export {};',
  'domain/series/plan.ts': 'export {};',
  'application/use-case.ts': "import '../domain/rule.js';",
  'application/elsewhere/unlisted.ts': 'export {};',
  'application/accounts/sign-in.ts':
    "import '../shared/errors.js'; import type { X } from '../composition/needs.js'; import '../policy/permit.js';",
  'application/shared/errors.ts': 'export {};',
  'application/days/preview.ts': "import '../composition/dry-run.js';",
  'application/composition/needs.ts': "import '../policy/permit.js'; export interface X { x: 1 }",
  'application/composition/dry-run.ts': 'export {};',
  'application/composition/use-case-ports.ts': 'export interface X { x: 1 }',
  'application/composition/use-cases.ts': 'export interface X { x: 1 }',
  'application/composition/publishing-unit-of-work.ts': 'export interface X { x: 1 }',
  'application/policy/permit.ts': 'export {};',
  'adapters/memory/clock.ts': "import '../../application/use-case.js'; import 'node:crypto';",
  'adapters/http/app.ts': "import 'express'; import './deep/route.js';",
  'adapters/http/deep/route.ts': "import '../../../domain/rule.js';",
  'adapters/postgres/database.ts': "import 'pg'; import 'kysely'; import '../../migrations/first.js';",
  'adapters/jobs/queue.ts': "import 'pg-boss'; import type { Kysely } from 'kysely';",
  'adapters/google/calendar.ts': "import 'google-auth-library';",
  'bootstrap/compose.ts': "import '../adapters/http/app.js'; import '../adapters/postgres/database.js';",
  'migrations/first.ts': "import 'kysely';",
  'tests/builder.ts': 'export {};',
  'web/build/inputs.ts': "import 'node:fs'; import '../src/app/routes.js';",
  'web/src/app/routes.ts': 'export {};',
  'web/src/app/main.ts':
    "import 'preact'; import '../features/today/today.js'; import '../features/shop/shop.js';",
  'web/src/features/today/today.ts': "import '../../ui/row.js'; import './line.js';",
  'web/src/features/today/line.ts': "import '../../data/lists.js';",
  'web/src/features/shop/shop.ts': "import '../../i18n/t.js';",
  'web/src/ui/row.ts': "import '../data/lists.js'; import '../i18n/t.js';",
  'web/src/data/lists.ts': "import '../api/client.js';",
  'web/src/i18n/t.ts': 'export {};',
  'web/src/api/client.ts': 'export {};',
};

const DEV_PACKAGES = ['fast-check', 'preact'];
const PACKAGES = [
  ...['express', 'helmet', 'pg', 'kysely', 'pg-boss', 'google-auth-library', '@googleapis/calendar', 'uuid'],
  ...['jsonwebtoken', 'winston', 'luxon', ...DEV_PACKAGES],
];

async function plant(folder: string): Promise<void> {
  const write = async (name: string, content: string) => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  };
  for (const [file, content] of Object.entries(SOUND)) await write(file, content);
  for (const { file, imports, isType = false } of Object.values(PLANTED).flat()) {
    const what = isType ? 'type { X } from ' : '';
    await write(file, `import ${what}'${imports}';\nexport interface X { x: 1 }\n`);
  }
  for (const name of PACKAGES) {
    const manifest = { name, version: '1.0.0', exports: { '.': './index.js', './migration': './index.js' } };
    await write(`node_modules/${name}/package.json`, JSON.stringify(manifest));
    await write(`node_modules/${name}/index.js`, '');
  }
  const list = (names: string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']));
  const product = PACKAGES.filter((name) => !DEV_PACKAGES.includes(name));
  const manifest = { type: 'module', dependencies: list(product), devDependencies: list(DEV_PACKAGES) };
  await write('package.json', JSON.stringify(manifest));
  await symlink(path.join(root, 'tsconfig.json'), path.join(folder, 'tsconfig.json'));
}

describe('the import rules', () => {
  let folder: string;
  let found: Set<string>;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'layers-')));
    await plant(folder);
    const { output } = await cruise(['domain', 'application', 'adapters', 'bootstrap', 'migrations', 'web'], {
      ...config.options,
      baseDir: folder,
      validate: true,
      ruleSet: { forbidden: config.forbidden as IForbiddenRuleType[] },
    });
    const { violations } = (output as ICruiseResult).summary;
    const planted = Object.values(PLANTED)
      .flat()
      .map(({ file }) => file);
    found = new Set(
      violations.flatMap(({ rule, from, cycle = [] }) =>
        // A rule about folders reports folders. Every planted file in them counts as found.
        [from, ...cycle.map(({ name }) => name)].flatMap((name) =>
          [name, ...planted.filter((file) => path.dirname(file) === name)].map(
            (file) => `${rule.name}: ${file}`,
          ),
        ),
      ),
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('are each tested with at least one forbidden import', () => {
    expect(Object.keys(PLANTED).sort()).toEqual(config.forbidden.map(({ name }) => name).sort());
  });

  test.each(
    Object.entries(PLANTED).flatMap(([rule, plants]) => plants.map((planted) => ({ rule, ...planted }))),
  )('report that $file imports $imports (rule $rule)', ({ rule, file, also = [] }) => {
    for (const broken of [rule, ...also]) expect(found).toContain(`${broken}: ${file}`);
  });

  test('do not report allowed imports', () => {
    expect([...found].filter((violation) => violation.split(': ')[1]! in SOUND)).toEqual([]);
  });
});

describe('the allowed imports between the areas of the application', () => {
  const areas = readdirSync(path.join(root, 'application')).filter((area) => area !== 'composition');

  test('are listed for every area', () => {
    expect(Object.keys(APPLICATION_IMPORTS).sort()).toEqual(areas.sort());
  });

  test.each(Object.entries(APPLICATION_IMPORTS))('are all used by the area %s: %j', (area, imported) => {
    const folder = path.join(root, 'application', area);
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(path.join(folder, file), 'utf8'));
    const unused = imported.filter((other) => !sources.some((text) => text.includes(`../${other}/`)));
    expect(unused).toEqual([]);
  });
});
