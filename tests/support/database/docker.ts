import { get, type RequestOptions } from 'node:http';
import { homedir } from 'node:os';
import path from 'node:path';
import type { TestServer } from './server.js';

const IMAGE = 'postgres:18-alpine';
const PROBE_LIMIT_MS = 1_000;

/**
 * Starts PostgreSQL in a container, or returns null if no Docker daemon answers.
 * The daemon is asked first, because loading testcontainers takes a second.
 */
export async function startContainer(): Promise<TestServer | null> {
  if (!(await daemonAnswers())) return null;
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const container = await new PostgreSqlContainer(IMAGE)
    .withTmpFs({ '/var/lib/postgresql': 'rw' })
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'max_connections=200'])
    .start();
  return {
    description: `${IMAGE} in Docker`,
    isCluster: false,
    connectionString: container.getConnectionUri(),
    stop: async () => {
      await container.stop();
    },
  };
}

async function daemonAnswers(): Promise<boolean> {
  const answers = await Promise.all(candidates().map(answersPing));
  return answers.includes(true);
}

function candidates(): RequestOptions[] {
  const host = process.env['DOCKER_HOST'];
  if (host?.startsWith('unix://')) return [{ socketPath: host.slice('unix://'.length) }];
  if (host !== undefined && host !== '') {
    const { hostname, port } = new URL(host);
    return [{ host: hostname, port: port || '2375' }];
  }
  const sockets = ['/var/run/docker.sock', path.join(homedir(), '.docker/run/docker.sock')];
  const runtime = process.env['XDG_RUNTIME_DIR'];
  if (runtime !== undefined) sockets.push(path.join(runtime, 'docker.sock'));
  return sockets.map((socketPath) => ({ socketPath }));
}

/**
 * Any answer proves that a daemon is there, even an error because it expects TLS. testcontainers makes the
 * real connection.
 */
async function answersPing(options: RequestOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ ...options, path: '/_ping', timeout: PROBE_LIMIT_MS }, (response) => {
      response.resume();
      resolve(true);
    });
    request.once('timeout', () => request.destroy(new Error('no answer')));
    request.once('error', () => {
      resolve(false);
    });
  });
}
