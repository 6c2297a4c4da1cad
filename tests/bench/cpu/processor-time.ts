import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of processor time that a program and its database server have used. */
export type ProcessorTime = { readonly user: number; readonly system: number; readonly postgres: number };

const MS_PER_TICK = 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Reads the time that the program `pid` and the PostgreSQL server `postmaster` with all its backends have used. */
export function processorTime(pid: number, postmaster: number): ProcessorTime {
  const { user, system } = toTimes(statOf(pid));
  const server = toTimes(statOf(postmaster));
  const backends = childrenOf(postmaster).map(toTimes);
  const running = backends.reduce((sum, times) => sum + times.user + times.system, 0);
  return { user, system, postgres: server.user + server.system + server.ended + running };
}

export const timeBetween = (before: ProcessorTime, after: ProcessorTime): ProcessorTime => ({
  user: after.user - before.user,
  system: after.system - before.system,
  postgres: after.postgres - before.postgres,
});

/** The fields of `/proc/PID/stat` after the name of the program. The first one is the state of the process. */
type Stat = readonly string[];

function statOf(pid: number | string): Stat {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function childrenOf(parent: number): Stat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [statOf(pid)];
      } catch {
        // The process has ended since the folder was read.
        return [];
      }
    })
    .filter(([, parentOfIt]) => Number(parentOfIt) === parent);
}

/** Returns times in milliseconds. `ended` is the time of children that have ended. */
function toTimes(stat: Stat): { readonly user: number; readonly system: number; readonly ended: number } {
  const ms = (field: number) => Number(stat[field]) * MS_PER_TICK;
  return { user: ms(11), system: ms(12), ended: ms(13) + ms(14) };
}
