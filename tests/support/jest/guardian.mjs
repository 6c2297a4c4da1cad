import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/*
 * Waits until the test run that started it has ended. Then ends every process that works below the folders of
 * the run, and removes the folders.
 * The run holds the other end of standard input, which closes however the run ends: normally, by Ctrl-C or by
 * SIGKILL.
 */
const LOOK_MS = 100;
/**
 * How many checks in a row must find no process. A process that is just starting may enter its folder a
 * moment later.
 */
const LOOKS = 3;
/** Which signal is sent after how long. SIGINT and SIGQUIT let PostgreSQL release its shared memory. */
const SIGNALS = [
  { afterMs: 0, signal: 'SIGINT' },
  { afterMs: 10_000, signal: 'SIGQUIT' },
  { afterMs: 20_000, signal: 'SIGKILL' },
];

const folders = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.stdin.resume();
await new Promise((resolve) => process.stdin.once('close', resolve));

const sent = new Set();
for (let quiet = 0, startedAt = performance.now(); quiet < LOOKS;) {
  const pids = listProcesses();
  const due = SIGNALS.filter(({ afterMs }) => performance.now() - startedAt >= afterMs);
  for (const pid of pids) for (const { signal } of due) sendOnce(pid, signal);
  if (pids.length === 0)
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  quiet = pids.length === 0 ? quiet + 1 : 0;
  await delay(LOOK_MS);
}

/**
 * Returns the ids of processes whose working directory is below one of the folders. Returns none on systems
 * without /proc.
 */
function listProcesses() {
  const pids = list('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.filter((pid) => folders.some((folder) => workingDirectory(pid).startsWith(folder)));
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function workingDirectory(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function sendOnce(pid, signal) {
  const key = `${pid} ${signal}`;
  if (sent.has(key)) return;
  sent.add(key);
  try {
    process.kill(Number(pid), signal);
  } catch {
    // The process has already ended.
  }
}
