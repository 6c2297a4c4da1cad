import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/*
 * Interrupts a test run at random moments, as Ctrl-C does. Prints the processes, shared memory segments and
 * folders that the run leaves behind. Start it with `node tests/support/jest/interrupt.mjs [times] [test
 * files...]`.
 */
const [times = '20', ...named] = process.argv.slice(2);
const FILES = named.length > 0 ? named : ['tests/postgres/migrator.test.ts', 'tests/web/wall.test.ts'];
const [FIRST_MS, LAST_MS] = [300, 20_000];
const PATIENCE_MS = 60_000;
const MARK = 'INTERRUPTED_RUN';

let failures = 0;
for (let time = 1; time <= Number(times); time++) {
  const mark = `${process.pid}-${time}`;
  const startedAt = Math.floor(Date.now() / 1000);
  const before = new Set(list('/dev/shm'));
  const run = spawn('npm', ['test', '--', ...FILES], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, [MARK]: mark },
  });
  const pids = new Set();
  const afterMs = Math.round(FIRST_MS + Math.random() * (LAST_MS - FIRST_MS));
  const interruptAt = performance.now() + afterMs;
  while (performance.now() < interruptAt) {
    for (const pid of listProcesses(mark)) pids.add(pid);
    await delay(20);
  }
  signal(-run.pid, 'SIGINT');
  const deadline = performance.now() + PATIENCE_MS;
  let left = listLeft(mark, pids, startedAt, before);
  while (left.length > 0 && performance.now() < deadline) {
    await delay(200);
    left = listLeft(mark, pids, startedAt, before);
  }
  if (left.length > 0) failures++;
  const found = left.length === 0 ? 'nothing is left' : `left: ${left.join(', ')}`;
  console.log(`${time}: interrupted after ${afterMs} ms, with ${pids.size} processes; ${found}`);
}
process.exit(failures === 0 ? 0 : 1);

function listLeft(mark, pids, startedAt, before) {
  return [
    ...listProcesses(mark).map(
      (pid) => `process ${pid} ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`,
    ),
    ...listMemory(pids, startedAt, before),
  ];
}

/**
 * Returns the processes of the run, including its servers and browsers. All of them have inherited the
 * environment variable.
 */
function listProcesses(mark) {
  return list('/proc').filter(
    (name) => /^\d+$/.test(name) && read(`/proc/${name}/environ`).includes(`${MARK}=${mark}`),
  );
}

/**
 * Returns the shared memory segments that one of the processes created, and the folders named after one of
 * them. Segments from before the start of the run do not count: their process may have had the same id.
 * Also returns each new `/dev/shm/PostgreSQL.*`. Such a name contains no process id, so a server that something else
 * starts during the run is reported too.
 *
 * @param startedAt in seconds since 1970
 * @param before the names in /dev/shm at the start
 */
function listMemory(pids, startedAt, before) {
  const segments = read('/proc/sysvipc/shm')
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , , creator, , , , , , , , , createdAt]) => pids.has(creator) && createdAt >= startedAt);
  const isOfRun = (name) => pids.has(/^planner-tests-(\d+)-/.exec(name)?.[1]);
  return [
    ...segments.map(([, id]) => `segment ${id}`),
    ...list('/dev/shm').filter((name) => name.startsWith('PostgreSQL.') && !before.has(name)),
    ...['/dev/shm', tmpdir()].flatMap((folder) =>
      list(folder)
        .filter(isOfRun)
        .map((name) => `${folder}/${name}`),
    ),
  ];
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // The run has already ended.
  }
}
