/**
 * The layers of architecture and the fences around packages. tests/architecture/layers.test.ts proves
 * that every folder and package named here exists and that every rule bites.
 */
const folder = (...names) => `^(${names.join('|')})/`;

/** The package itself, its types, and also its bare name when it is not installed. */
const package_ = (...names) => `(^|node_modules/)(@types/)?(${names.join('|')})(/|$)`;

/** The folders of the web client. The service has none of these names. */
const WEB_PACKAGES = [
  ...['preact', '@preact/signals', 'preact-iso', 'openapi-fetch'],
  ...['eventsource-parser', 'idb', 'lucide', 'uqr'],
  '@atlaskit/pragmatic-drag-and-drop',
];

/** The folders of the web client from the top. Each may import only those after it. */
const WEB_LAYERS = ['app', 'features', 'ui', 'data', 'i18n', 'api'];

/**
 * The areas of the application that each area imports, besides `shared` and `composition`. Remove an import from this
 * list when it is no longer needed. Do not add one: move the type or function to an area that both already import.
 */
const APPLICATION_IMPORTS = {
  accounts: ['households', 'policy'],
  attachments: ['tasks'],
  backup: ['attachments'],
  balance: ['bulk', 'days', 'history', 'households'],
  bulk: ['tasks'],
  calendar: ['accounts'],
  commands: ['notifications', 'operations', 'policy', 'quick-add', 'series', 'shopping', 'tasks'],
  days: ['bulk', 'calendar', 'households', 'series', 'tasks'],
  displays: ['accounts', 'households', 'policy'],
  feeds: ['tasks'],
  history: [],
  households: ['bulk', 'calendar', 'days', 'policy', 'series'],
  notifications: ['series', 'sync'],
  operations: ['bulk', 'days', 'households', 'policy', 'series', 'shopping', 'sync', 'tasks'],
  policy: [],
  'quick-add': ['households', 'policy', 'series', 'tasks'],
  releases: [],
  search: [],
  series: ['balance', 'bulk', 'days', 'history', 'households', 'tasks'],
  shared: [],
  shopping: [],
  sync: ['households', 'operations', 'series'],
  tasks: ['households', 'policy', 'series'],
  templates: ['series', 'tasks'],
};

/**
 * The files of application/composition that the areas of the application import: types of the ports that use cases
 * receive, and the functions of dry runs, which run use cases in a transaction that is rolled back.
 */
const COMPOSITION_TYPES = ['needs', 'readers', 'unit-of-work', 'use-case-ports'];
const compositionFiles = (...names) =>
  `^(${names.map((name) => `application/composition/${name}`).join('|')})[.]`;

const LAYERS = ['domain', 'application', 'adapters', 'bootstrap', 'migrations'];

const FENCES = {
  express: {
    packages: ['express', 'express-rate-limit', 'helmet', 'cookie-parser', 'swagger-ui-express'],
    rooms: ['adapters/http'],
  },
  postgres: { packages: ['pg', 'pg-copy-streams'], rooms: ['adapters/postgres'] },
  kysely: { packages: ['kysely'], rooms: ['adapters/postgres', 'adapters/jobs', 'migrations'] },
  queue: { packages: ['pg-boss'], rooms: ['adapters/jobs', 'bootstrap'] },
  dashboard: { packages: ['@pg-boss/dashboard'], rooms: ['adapters/jobs'] },
  metrics: { packages: ['prom-client'], rooms: ['adapters/metrics'] },
  monitoring: { packages: ['@sentry/node'], rooms: ['adapters/monitoring'] },
  google: {
    packages: ['@googleapis/calendar'],
    rooms: ['adapters/google'],
  },
  'google-accounts': { packages: ['google-auth-library'], rooms: ['adapters/google', 'adapters/push'] },
  push: { packages: ['web-push'], rooms: ['adapters/push'] },
  passwords: { packages: ['@node-rs/argon2', 'jsonwebtoken'], rooms: ['adapters/security'] },
  validation: {
    packages: ['class-validator', 'class-transformer', 'reflect-metadata'],
    rooms: ['adapters/validation', 'adapters/http', 'adapters/jobs'],
  },
  feeds: { packages: ['ical-generator'], rooms: ['adapters/http'] },
  calendars: { packages: ['ical.js'], rooms: ['adapters/ics'] },
  uploads: { packages: ['busboy'], rooms: ['adapters/http'] },
  files: {
    packages: ['@aws-sdk/client-s3', '@aws-sdk/lib-storage', 'file-type'],
    rooms: ['adapters/files'],
  },
  archives: { packages: ['tar-stream'], rooms: ['adapters/archive'] },
  mail: { packages: ['nodemailer'], rooms: ['adapters/mail'] },
  logging: { packages: ['winston'], rooms: ['adapters/logging'] },
};

const fences = Object.entries(FENCES).map(([name, { packages, rooms }]) => ({
  name: `fence-${name}`,
  comment: `${packages.join(', ')} only in ${rooms.join(', ')}`,
  severity: 'error',
  from: { path: folder(...LAYERS), pathNot: folder(...rooms) },
  to: { path: package_(...packages) },
}));

const webLayers = WEB_LAYERS.slice(1).map((layer, above) => ({
  name: `web-${layer}-knows-what-is-below`,
  comment: `In the web client ${layer} does not import ${WEB_LAYERS.slice(0, above + 1).join(', ')}.`,
  severity: 'error',
  from: { path: folder(`web/src/${layer}`) },
  to: { path: folder(...WEB_LAYERS.slice(0, above + 1).map((name) => `web/src/${name}`)) },
}));

const applicationAreas = Object.entries(APPLICATION_IMPORTS).map(([area, imported]) => ({
  name: `application-${area}-imports-only-what-is-listed`,
  comment: `APPLICATION_IMPORTS lists the areas that application/${area} may import.`,
  severity: 'error',
  from: { path: folder(`application/${area}`) },
  to: {
    path: folder('application'),
    pathNot: folder(
      ...[area, ...(area === 'shared' ? [] : ['shared', 'composition']), ...imported].map(
        (name) => `application/${name}`,
      ),
    ),
  },
}));

module.exports = {
  forbidden: [
    {
      name: 'domain-stands-alone',
      comment: 'The domain knows itself and luxon: no I/O, not even of Node.',
      severity: 'error',
      from: { path: folder('domain') },
      to: { pathNot: [folder('domain'), package_('luxon')] },
    },
    {
      name: 'domain-folders-form-a-tree',
      comment: 'A folder of the domain does not import one that depends on it, directly or through others.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^domain/[^/]+$' },
      to: { circular: true },
    },
    {
      name: 'application-knows-the-domain',
      comment: 'Use cases and ports know the domain and themselves.',
      severity: 'error',
      from: { path: folder('application') },
      to: { pathNot: folder('application', 'domain') },
    },
    {
      name: 'adapters-are-islands',
      comment:
        'One technology a folder; two adapters meet in bootstrap only. All may validate what comes from outside.',
      severity: 'error',
      from: { path: '^adapters/([^/]+)/' },
      to: { path: folder('adapters'), pathNot: ['^adapters/$1/', folder('adapters/validation')] },
    },
    {
      name: 'bootstrap-is-the-top',
      comment: 'What is composed does not know who composes it.',
      severity: 'error',
      from: { path: folder('domain', 'application', 'adapters', 'migrations') },
      to: { path: folder('bootstrap') },
    },
    {
      name: 'migrations-stand-alone',
      comment: 'A landed migration is never edited, so it depends on nothing of ours that changes.',
      severity: 'error',
      from: { path: folder('migrations') },
      to: { pathNot: [folder('migrations'), package_('kysely')] },
    },
    {
      name: 'only-the-migrator-reads-migrations',
      comment: 'Migrations are the business of adapters/postgres.',
      severity: 'error',
      from: { path: folder(...LAYERS), pathNot: folder('migrations', 'adapters/postgres') },
      to: { path: folder('migrations') },
    },
    {
      name: 'web-stands-alone',
      comment: 'The client knows the service by its API alone.',
      severity: 'error',
      from: { path: folder('web') },
      to: { path: folder(...LAYERS, 'tests') },
    },
    {
      name: 'nobody-imports-the-web',
      comment: 'The service knows what was built of it, as files.',
      severity: 'error',
      from: { path: folder(...LAYERS) },
      to: { path: folder('web') },
    },
    {
      name: 'web-runs-in-a-browser',
      comment: 'Nothing of Node, and of packages only those that were chosen for their size.',
      severity: 'error',
      from: { path: folder('web/src') },
      to: { pathNot: [folder('web/src'), package_(...WEB_PACKAGES)] },
    },
    {
      name: 'web-packages-stay-in-the-web',
      comment: 'The service has them only where it is built.',
      severity: 'error',
      from: { path: folder(...LAYERS) },
      to: { path: package_(...WEB_PACKAGES) },
    },
    {
      name: 'web-features-are-islands',
      comment: 'Two features meet in app.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: folder('web/src/features'), pathNot: '^web/src/features/$1/' },
    },
    ...applicationAreas,
    {
      name: 'areas-do-not-know-how-they-are-composed',
      comment: 'COMPOSITION_TYPES lists the files of application/composition that an area may import.',
      severity: 'error',
      from: { path: folder('application'), pathNot: folder('application/composition') },
      to: {
        path: folder('application/composition'),
        pathNot: compositionFiles(...COMPOSITION_TYPES, 'dry-run'),
      },
    },
    {
      name: 'areas-import-only-types-of-ports',
      comment: 'Apart from dry runs, areas and adapters import only types of application/composition.',
      severity: 'error',
      from: { path: folder('application', 'adapters'), pathNot: folder('application/composition') },
      to: {
        path: folder('application/composition'),
        pathNot: compositionFiles('dry-run'),
        dependencyTypesNot: ['type-only'],
      },
    },
    ...webLayers,
    ...fences,
    {
      name: 'kysely-types-only-in-jobs',
      comment: 'The queue takes a transaction and hands it on; it writes no SQL.',
      severity: 'error',
      from: { path: folder('adapters/jobs') },
      to: { path: package_('kysely'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-tests-in-the-product',
      comment: 'Neither test code nor packages that are only there for development.',
      severity: 'error',
      from: { path: folder(...LAYERS) },
      to: { path: folder('tests') },
    },
    {
      name: 'no-development-packages',
      comment: 'They are absent where the product runs.',
      severity: 'error',
      from: { path: folder(...LAYERS) },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-unknown-modules',
      comment: 'An import that cannot be resolved escapes every other rule.',
      severity: 'error',
      from: { path: folder(...LAYERS, 'web') },
      // An optional package. Operators who want it install it themselves.
      to: { couldNotResolve: true, pathNot: package_('@sentry/node') },
    },
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one, also where only types go round.',
      severity: 'error',
      from: { path: folder(...LAYERS, 'web') },
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
