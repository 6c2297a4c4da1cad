/**
 * Which folders may import which others, and which packages only some folders may import.
 * tests/architecture/layers.test.ts checks that each folder and package in these rules exists, and that each rule
 * reports an import that it forbids.
 */
const folder = (...names) => `^(${names.join('|')})/`;

/** Matches a package, its types, and its name in an import if it is not installed. */
const package_ = (...names) => `(^|node_modules/)(@types/)?(${names.join('|')})(/|$)`;

/** The packages that the web client may import. The service may not. */
const WEB_PACKAGES = [
  ...['preact', '@preact/signals', 'preact-iso', 'openapi-fetch'],
  ...['eventsource-parser', 'idb', 'lucide', 'uqr'],
  '@atlaskit/pragmatic-drag-and-drop',
];

/** The folders of the web client. Each may import only the folders after it in this list. */
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

/** Packages that only some folders may import. */
const RESTRICTED_PACKAGES = {
  express: {
    packages: ['express', 'express-rate-limit', 'helmet', 'cookie-parser', 'swagger-ui-express'],
    folders: ['adapters/http'],
  },
  postgres: { packages: ['pg', 'pg-copy-streams'], folders: ['adapters/postgres'] },
  kysely: { packages: ['kysely'], folders: ['adapters/postgres', 'adapters/jobs', 'migrations'] },
  queue: { packages: ['pg-boss'], folders: ['adapters/jobs', 'bootstrap'] },
  dashboard: { packages: ['@pg-boss/dashboard'], folders: ['adapters/jobs'] },
  metrics: { packages: ['prom-client'], folders: ['adapters/metrics'] },
  monitoring: { packages: ['@sentry/node'], folders: ['adapters/monitoring'] },
  google: {
    packages: ['@googleapis/calendar'],
    folders: ['adapters/google'],
  },
  'google-accounts': { packages: ['google-auth-library'], folders: ['adapters/google', 'adapters/push'] },
  push: { packages: ['web-push'], folders: ['adapters/push'] },
  passwords: { packages: ['@node-rs/argon2', 'jsonwebtoken'], folders: ['adapters/security'] },
  validation: {
    packages: ['class-validator', 'class-transformer', 'reflect-metadata'],
    folders: ['adapters/validation', 'adapters/http', 'adapters/jobs'],
  },
  feeds: { packages: ['ical-generator'], folders: ['adapters/http'] },
  calendars: { packages: ['ical.js'], folders: ['adapters/ics'] },
  uploads: { packages: ['busboy'], folders: ['adapters/http'] },
  files: {
    packages: ['@aws-sdk/client-s3', '@aws-sdk/lib-storage', 'file-type'],
    folders: ['adapters/files'],
  },
  archives: { packages: ['tar-stream'], folders: ['adapters/archive'] },
  mail: { packages: ['nodemailer'], folders: ['adapters/mail'] },
  logging: { packages: ['winston'], folders: ['adapters/logging'] },
};

const restrictedPackages = Object.entries(RESTRICTED_PACKAGES).map(([name, { packages, folders }]) => ({
  name: `restricted-${name}`,
  comment: `Import ${packages.join(', ')} only in ${folders.join(', ')}.`,
  severity: 'error',
  from: { path: folder(...LAYERS), pathNot: folder(...folders) },
  to: { path: package_(...packages) },
}));

const webLayers = WEB_LAYERS.slice(1).map((layer, above) => ({
  name: `web-${layer}-imports-only-lower-layers`,
  comment: `In the web client, ${layer} must not import ${WEB_LAYERS.slice(0, above + 1).join(', ')}.`,
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
      name: 'domain-imports-only-domain-and-luxon',
      comment:
        'The domain imports only the domain and luxon. It does no I/O, so it imports no module of Node either.',
      severity: 'error',
      from: { path: folder('domain') },
      to: { pathNot: [folder('domain'), package_('luxon')] },
    },
    {
      name: 'no-circular-domain-folders',
      comment: 'A folder of the domain does not import one that depends on it, directly or through others.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^domain/[^/]+$' },
      to: { circular: true },
    },
    {
      name: 'application-imports-only-domain',
      comment: 'The application imports only the application and the domain.',
      severity: 'error',
      from: { path: folder('application') },
      to: { pathNot: folder('application', 'domain') },
    },
    {
      name: 'adapters-do-not-import-each-other',
      comment:
        'An adapter does not import another one; bootstrap connects them. All adapters may import adapters/validation.',
      severity: 'error',
      from: { path: '^adapters/([^/]+)/' },
      to: { path: folder('adapters'), pathNot: ['^adapters/$1/', folder('adapters/validation')] },
    },
    {
      name: 'only-bootstrap-imports-bootstrap',
      comment: 'Only bootstrap imports bootstrap, because it connects all other layers.',
      severity: 'error',
      from: { path: folder('domain', 'application', 'adapters', 'migrations') },
      to: { path: folder('bootstrap') },
    },
    {
      name: 'migrations-import-only-migrations',
      comment:
        'A migration that has run somewhere is never edited, so it must not import code that may change.',
      severity: 'error',
      from: { path: folder('migrations') },
      to: { pathNot: [folder('migrations'), package_('kysely')] },
    },
    {
      name: 'only-postgres-imports-migrations',
      comment: 'Only adapters/postgres imports migrations.',
      severity: 'error',
      from: { path: folder(...LAYERS), pathNot: folder('migrations', 'adapters/postgres') },
      to: { path: folder('migrations') },
    },
    {
      name: 'web-does-not-import-the-service',
      comment: 'The web client uses the service only through its API.',
      severity: 'error',
      from: { path: folder('web') },
      to: { path: folder(...LAYERS, 'tests') },
    },
    {
      name: 'service-does-not-import-the-web',
      comment: 'The service does not import the web client. It reads the built files of the client.',
      severity: 'error',
      from: { path: folder(...LAYERS) },
      to: { path: folder('web') },
    },
    {
      name: 'web-imports-only-browser-packages',
      comment:
        'Code for the browser imports no module of Node, and only the packages in WEB_PACKAGES, which are small.',
      severity: 'error',
      from: { path: folder('web/src') },
      to: { pathNot: [folder('web/src'), package_(...WEB_PACKAGES)] },
    },
    {
      name: 'only-web-imports-its-packages',
      comment: 'Only the web client imports its packages. They are not installed in production.',
      severity: 'error',
      from: { path: folder(...LAYERS) },
      to: { path: package_(...WEB_PACKAGES) },
    },
    {
      name: 'web-features-do-not-import-each-other',
      comment: 'A feature of the web client does not import another one; app connects them.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: folder('web/src/features'), pathNot: '^web/src/features/$1/' },
    },
    ...applicationAreas,
    {
      name: 'areas-import-only-listed-composition-files',
      comment: 'COMPOSITION_TYPES lists the files of application/composition that an area may import.',
      severity: 'error',
      from: { path: folder('application'), pathNot: folder('application/composition') },
      to: {
        path: folder('application/composition'),
        pathNot: compositionFiles(...COMPOSITION_TYPES, 'dry-run'),
      },
    },
    {
      name: 'areas-import-only-types-of-composition',
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
    ...restrictedPackages,
    {
      name: 'kysely-types-only-in-jobs',
      comment:
        'The queue receives a transaction and passes it to pg-boss. It writes no SQL, so it imports only types of Kysely.',
      severity: 'error',
      from: { path: folder('adapters/jobs') },
      to: { path: package_('kysely'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-tests-in-the-product',
      comment: 'The product does not import tests.',
      severity: 'error',
      from: { path: folder(...LAYERS) },
      to: { path: folder('tests') },
    },
    {
      name: 'no-development-packages',
      comment: 'The product does not import development packages. They are not installed in production.',
      severity: 'error',
      from: { path: folder(...LAYERS) },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-unresolved-imports',
      comment: 'The other rules cannot check an import that cannot be resolved.',
      severity: 'error',
      from: { path: folder(...LAYERS, 'web') },
      // This package is optional. Operators who want it install it themselves.
      to: { couldNotResolve: true, pathNot: package_('@sentry/node') },
    },
    {
      name: 'no-circular-imports',
      comment: 'Files do not import each other in a circle, not even types.',
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
