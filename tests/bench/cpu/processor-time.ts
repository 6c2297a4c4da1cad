import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of processor time that a program and its database server have used. */
export type ProcessorTime = { readonly user: number; readonly system: number; readonly postgres: number };

const MS_PER_TICK = 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Reads the time that the program `pid` and the PostgreSQL server `postmaster` with all its backends have used. */
export function processorTime(pid: number, postmaster: number): ProcessorTime {
  const { user, system } = timesOf(pid);
  const { user: ownUser, system: ownSystem, ended } = timesOf(postmaster);
  const running = childrenOf(postmaster).map((child) => {
    const times = timesOf(child);
    return times.user + times.system;
  });
  return { user, system, postgres: ownUser + ownSystem + ended + running.reduce((sum, ms) => sum + ms, 0) };
}

export const timeBetween = (before: ProcessorTime, after: ProcessorTime): ProcessorTime => ({
  user: after.user - before.user,
  system: after.system - before.system,
  postgres: after.postgres - before.postgres,
});

/** `ended` is the time of children that have ended. */
function timesOf(pid: number): { readonly user: number; readonly system: number; readonly ended: number } {
  // The fields after the name of the program, which is in brackets and may contain spaces.
  const fields = statOf(pid).split(' ');
  const ms = (field: number) => Number(fields[field]) * MS_PER_TICK;
  return { user: ms(11), system: ms(12), ended: ms(13) + ms(14) };
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(statOf(pid).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}

function statOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2);
}
