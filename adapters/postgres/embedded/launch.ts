import { spawn } from 'node:child_process';
import { open, readFile, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../../../application/shared/operator-error.js';
import type { Cluster } from './cluster.js';
import { findPostmaster } from './postmaster.js';
import type { ServerUser } from './server-user.js';

export const POLL_MS = 20;

/**
 * Messages in the server log for two cases: another process has started a server on this folder first, or the port is
 * taken. In both cases the caller of `launch` looks for a running server again, and retries if there is none.
 */
const ANOTHER_WON = /lock file "postmaster\.pid" (already exists|is empty)|pre-existing shared memory block/;
const PORT_TAKEN = /Address already in use/;

const SETTINGS = [
  ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
  ...['-c', 'max_connections=200', '-c', 'timezone=UTC', '-c', 'log_timezone=UTC'],
  // The application logs failed statements itself. The server would log them a second time and fill its file.
  ...['-c', 'log_min_messages=log', '-c', 'log_checkpoints=off'],
  // These two processes would otherwise wake up five times a second while almost nothing is written. The background
  // writer may write five times as much each time instead. The WAL writer is needed for commits that do not wait for the
  // disk, and the service uses those only for NOTIFY.
  ...['-c', 'bgwriter_delay=1s', '-c', 'bgwriter_lru_maxpages=500', '-c', 'wal_writer_delay=1s'],
  // An idle service writes little. It would otherwise write and sync the same few pages every five minutes.
  ...['-c', 'checkpoint_timeout=15min'],
  // Autovacuum would otherwise start a process every minute to find out that there is nothing to do.
  ...['-c', 'autovacuum_naptime=5min'],
];
const NOT_DURABLE = [
  ...['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
  // Keeps dynamic shared memory in files of the data folder, so that a killed server leaves nothing in /dev/shm.
  ...['-c', 'dynamic_shared_memory_type=mmap'],
  ...['-c', 'wal_level=minimal', '-c', 'max_wal_senders=0', '-c', 'max_wal_size=256MB'],
];

/**
 * Starts a server. Returns when the server is ready. Also returns if the server exited because another server on this
 * folder was faster, or because the port was taken. Throws an OperatorError with the end of the log if the server
 * cannot start.
 *
 * The server is detached from this process. Otherwise Ctrl-C in a terminal would stop it before running requests are
 * done. If this process is killed, the server keeps running and the next start uses it.
 */
export async function launch(
  cluster: Cluster,
  program: string,
  user: ServerUser,
  { durable, port = null }: { readonly durable: boolean; readonly port?: number | null },
): Promise<void> {
  const address = port ?? (await freePort());
  const { file, args, options } = user.command(program, [
    ...['-D', cluster.dataFolder, '-p', String(address)],
    ...SETTINGS,
    ...(durable ? [] : NOT_DURABLE),
  ]);
  const log = await open(cluster.logFile, 'a', 0o600);
  await user.own(cluster.logFile);
  const logStart = (await stat(cluster.logFile)).size;
  const server = spawn(file, args, { ...options, detached: true, stdio: ['ignore', log.fd, log.fd] });
  let ended: Error | 'exited' | undefined;
  server.once('error', (error) => (ended = error));
  server.once('exit', () => (ended = 'exited'));
  server.unref();
  await log.close();

  while (ended === undefined) {
    const postmaster = await findPostmaster(cluster.dataFolder);
    if (postmaster?.pid === server.pid && postmaster?.ready === true) return;
    await delay(POLL_MS);
  }
  const said = (await readFile(cluster.logFile)).subarray(logStart).toString();
  if (ANOTHER_WON.test(said) || PORT_TAKEN.test(said)) return;
  throw new OperatorError(
    `The embedded PostgreSQL of ${cluster.dataFolder} does not start. Its output:\n${said.trim()}`,
    ended instanceof Error ? { cause: ended } : {},
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
