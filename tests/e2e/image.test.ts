import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, lstat, mkdir, readdir, symlink } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseYaml } from '@redocly/openapi-core';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { commandOf, copiesOf, dockerfileStages, ROOT, textOf, variablesOf } from '../support/dockerfile.js';
import { emptyFolder, startProgram, untilEnded } from '../support/program.js';
import { inFullTier } from '../support/tier.js';

type Compose = {
  services: Record<string, Record<string, unknown> & { environment: Record<string, string> }>;
};

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const stages = dockerfileStages();
const image = stages.at(-1)!;
const { services } = parseYaml(read('docker-compose.yml')) as Compose;

/** Returns the environment of a service with the defaults of all variables. */
const environmentOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services[name]!.environment).map(([variable, value]) => [
      variable,
      value.replace(/^\$\{\w+:-(.*)\}$/, '$1'),
    ]),
  );

describe('the files that the Dockerfile copies', () => {
  const fromHere = stages.flatMap(copiesOf).filter(({ from }) => from === null);

  test('exist and are exactly those that .dockerignore allows', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const sources = [...new Set(fromHere.flatMap(({ sources }) => sources))];
    expect(sources.filter((source) => !existsSync(path.join(ROOT, source)))).toEqual([]);
    expect(allowed.sort()).toEqual(sources.sort());
  });

  test('include everything that the build reads', () => {
    const { include } = JSON.parse(read('tsconfig.build.json')) as { include: string[] };
    const build = stages.find(({ name }) => name === 'build')!;
    const copied = copiesOf(build).flatMap(({ sources }) => sources);
    expect(copied).toEqual(expect.arrayContaining([...include, 'tsconfig.json', 'tsconfig.build.json']));
  });

  test('are compiled with type checking', () => {
    const build = stages.find(({ name }) => name === 'build')!;
    const commands = build.instructions.filter(({ name }) => name === 'RUN').map(({ text }) => text);
    expect(commands.at(-1)).toBe('node bootstrap/build.mjs --check');
  });
});

test('the image, the pipeline and the npm scripts use the same major version of Node.js', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
  const [major] = devDependencies['node']!.split('.');
  const images = [read('Dockerfile'), read('.github/workflows/ci.yml')].flatMap((text) => [
    ...text.matchAll(/\bnode:(\d+)-/g),
  ]);
  expect(new Set(images.map(([, version]) => version))).toEqual(new Set([major]));
  expect(images.length).toBeGreaterThan(3);
  expect(read('.nvmrc').trim()).toBe(major);
  expect(devDependencies['@types/node']!.split('.')[0]).toBe(major);
});

describe('the labels of the image', () => {
  const labels = image.instructions
    .filter(({ name }) => name === 'LABEL')
    .map(({ text }) => text)
    .join(' ');
  const valueOf = (label: string) =>
    new RegExp(`org\\.opencontainers\\.image\\.${label}="([^"]*)"`).exec(labels)?.[1];

  test('contain the name of the program and the version from the build arguments', () => {
    expect(valueOf('title')).toBe('Household planner');
    expect(valueOf('description')).toMatch(/households/);
    for (const name of ['version', 'revision', 'created']) {
      expect(valueOf(name)).toBe(`$${name.toUpperCase()}`);
      const declared = image.instructions.filter((one) => one.name === 'ARG').map(({ text }) => text);
      expect(declared).toContain(`${name.toUpperCase()}=""`);
    }
  });

  test('contain the base image of the last stage, and no digest', () => {
    const from = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')
      .match(/^FROM (\S+)$/gm)
      ?.at(-1);
    expect(`FROM ${valueOf('base\\.name')}`).toBe(from?.replace('FROM ', 'FROM docker.io/library/'));
    expect(labels).not.toContain('digest');
  });
});

describe('the compose file', () => {
  test('uses only variables that docs/configuration.md documents, apart from AWS_*', () => {
    const explained = new Set(
      read('docs/configuration.md')
        .match(/`[A-Z][A-Z0-9_]+`/g)
        ?.map((name) => name.slice(1, -1)),
    );
    const passed = ['api', 'worker'].flatMap((name) => Object.keys(environmentOf(name)));
    expect(passed.filter((name) => !name.startsWith('AWS_') && !explained.has(name))).toEqual([]);
  });

  test('passes all documented variables to the API, except PORT, HOST, DATA_DIR, GOOGLE_OAUTH_*, GOOGLE_API_* and S3_*', () => {
    const rows = read('docs/configuration.md').match(/^\| (`[A-Z][A-Z0-9_]+`,? ?)+/gm) ?? [];
    const configured = rows.flatMap((row) => row.match(/[A-Z][A-Z0-9_]+/g) ?? []);
    const ofTheImage = /^(PORT|HOST|DATA_DIR|GOOGLE_(OAUTH|API)_.*|S3_.*)$/;
    const passed = Object.keys(environmentOf('api'));
    expect(configured.filter((name) => !ofTheImage.test(name) && !passed.includes(name))).toEqual([]);
    expect(configured.length).toBeGreaterThan(30);
  });

  test('connects to a database and a mail server that it starts', () => {
    const { DATABASE_URL, SMTP_URL } = environmentOf('api');
    expect(Object.keys(services)).toEqual(
      expect.arrayContaining([new URL(DATABASE_URL!).hostname, new URL(SMTP_URL!).hostname]),
    );
  });

  test.each(Object.keys(services))('gives the service %s a read-only file system', (name) => {
    expect(services[name]).toMatchObject({ read_only: true });
  });
});

describe('the compose file of a cluster', () => {
  type Service = {
    command?: string[];
    volumes?: string[];
    depends_on?: Record<string, object>;
    image?: string;
  };
  const cluster = parseYaml(read('docker-compose.citus.yml').replaceAll('!override', '')) as {
    services: Record<string, Service>;
    volumes: Record<string, null>;
  };
  const all = Object.values(cluster.services);

  test('registers exactly the worker nodes that it starts, and distributes the tables before the service starts', () => {
    const { nodes, distribute, api, worker } = cluster.services;
    const added = nodes!.command!.join(' ').match(/(?<=citus_add_node\(')[\w-]+/g);
    expect(added).toEqual(Object.keys(cluster.services).filter((name) => name.startsWith('shard-')));
    const built = distribute!.command!.at(-1)!;
    expect(existsSync(path.join(ROOT, built.replace('dist/', '').replace('.js', '.ts')))).toBe(true);
    for (const service of [api, worker])
      expect(service!.depends_on).toMatchObject({
        distribute: { condition: 'service_completed_successfully' },
      });
  });

  test('starts all nodes with logical replication, so that shards can be moved', () => {
    const nodes = all.filter(({ image, volumes }) => image?.startsWith('citusdata/') && volumes);
    expect(nodes).toHaveLength(3);
    for (const { command } of nodes) expect(command).toContain('wal_level=logical');
  });

  test('depends only on services that exist, and declares exactly the volumes that it mounts', () => {
    const started = [...Object.keys(cluster.services), ...Object.keys(services)];
    const awaited = all.flatMap(({ depends_on: others = {} }) => Object.keys(others));
    expect(awaited.filter((name) => !started.includes(name))).toEqual([]);
    const mounted = all.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]));
    expect(mounted.toSorted()).toEqual(Object.keys(cluster.volumes).toSorted());
  });
});

inFullTier.describe('the files of the last image stage, copied to a folder', () => {
  let folder: Awaited<ReturnType<typeof emptyFolder>>;
  let database: TestDatabase;

  beforeAll(async () => {
    folder = await emptyFolder();
    database = await createTestDatabase({ bare: true });
    await mkdir(path.join(folder.path, 'data'));
    const app = path.join(folder.path, 'app');
    await mkdir(app);
    for (const { sources, to } of copiesOf(image)) {
      const source = path.join(ROOT, path.relative('/app', path.resolve('/app', sources[0]!)));
      if (to === 'node_modules') await symlink(source, path.join(app, to));
      else await cp(source, path.join(app, to === './' ? sources[0]! : to), { recursive: true });
    }
  }, 120_000);

  afterAll(async () => {
    await database.drop();
    await folder.remove();
  });

  // Node's permission model cannot check where the service writes, because it does not allow fsync.
  test('run as API and worker with the compose settings, create a backup, and write only to the data folder', async () => {
    const [node, ...args] = commandOf(textOf(image, 'CMD'));
    expect(node).toBe('node');
    expect(textOf(image, 'USER')).toBe('node');
    expect(textOf(image, 'WORKDIR')).toBe('/app');
    const app = path.join(folder.path, 'app');
    const data = path.join(folder.path, 'data');
    const home = path.join(folder.path, 'home');
    await mkdir(home);
    const before = await timesOfChanges(app);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
    expect(scripts.start).toBe([node, ...args].join(' '));
    const start = async (service: string) => {
      const env = {
        ...variablesOf(image),
        ...environmentOf(service),
        DATABASE_URL: database.connectionString,
        DATA_DIR: data,
        HOST: '127.0.0.1',
        PORT: String(await freePort()),
        HOME: home,
      };
      return { env, program: await startProgram(app, env, [process.execPath, ...args]) };
    };
    const running = await Promise.all([start('api'), start('worker')]);

    const [, ...check] = commandOf(textOf(image, 'HEALTHCHECK'));
    const healthy = ({ PORT }: { PORT: string }) =>
      promisify(execFile)(process.execPath, check, { env: { ...process.env, PORT } });
    for (const { env } of running) await healthy(env);
    const archive = path.join(data, 'night.tar');
    await promisify(execFile)(process.execPath, ['dist/bootstrap/backup.js', archive], {
      cwd: app,
      env: running[0].env,
    });
    expect(existsSync(archive)).toBe(true);
    for (const { program } of running) program.kill('SIGTERM');
    expect(await Promise.all(running.map(({ program }) => untilEnded(program)))).toEqual([0, 0]);
    await expect(healthy(running[0].env)).rejects.toMatchObject({ code: 1 });
    expect(await readdir(data)).toContain('secrets.json');
    expect(await timesOfChanges(app)).toEqual(before);
    expect(await readdir(home)).toEqual([]);
    expect((await readdir(folder.path)).toSorted()).toEqual(['app', 'data', 'home']);
  }, 180_000);
});

/** Returns when each file in the folder was last changed, as milliseconds since 1970. */
async function timesOfChanges(folder: string): Promise<ReadonlyMap<string, number>> {
  const files = await readdir(folder, { recursive: true });
  const times = files.map(async (file) => (await lstat(path.join(folder, file))).mtimeMs);
  return new Map((await Promise.all(times)).map((time, place) => [files[place]!, time]));
}

/** The port is passed in, because the health check has to know it. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
