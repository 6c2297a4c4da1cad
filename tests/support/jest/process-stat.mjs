import { readdirSync, readFileSync } from 'node:fs';

const CLOCK_TICKS_PER_SECOND = 100;

/**
 * Returns the parent of a process, and the CPU seconds of the process itself and of its children that have ended.
 * Returns null if there is no such process, or on systems without /proc. Source: proc(5), fields ppid and utime to
 * cstime.
 */
export function readStat(pid) {
  try {
    // The second field is the command in parentheses, which may contain spaces, so count from its end.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    const seconds = (at) => (Number(fields[at]) + Number(fields[at + 1])) / CLOCK_TICKS_PER_SECOND;
    return { parent: Number(fields[1]), ownSeconds: seconds(11), childrenSeconds: seconds(13) };
  } catch {
    return null;
  }
}

/** Returns the CPU seconds of all processes that descend from this one and still run, with their ended children. */
export function secondsOfRunningDescendants() {
  const stats = new Map();
  for (const name of existingProcesses()) {
    const stat = readStat(name);
    if (stat !== null) stats.set(Number(name), stat);
  }
  const descends = (pid) => {
    const parent = stats.get(pid)?.parent;
    return parent !== undefined && (parent === process.pid || descends(parent));
  };
  return [...stats]
    .filter(([pid]) => descends(pid))
    .reduce((sum, [, { ownSeconds, childrenSeconds }]) => sum + ownSeconds + childrenSeconds, 0);
}

function existingProcesses() {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
