/** The longest time for which the event loop was blocked, in milliseconds. */
export type Stall = {
  /** By the system clock. This includes the time of other processes on a busy machine. */
  readonly ms: number;
  /** The processor time of this thread, which equals `ms` on a quiet machine. */
  readonly cpuMs: number;
};

/** The interval of a timer that is always due, so that it runs once in each turn of the event loop. */
const LOOK_MS = 1;

/** Watches the event loop of this thread until `stop`. */
export function watchStalls(): {
  /** Returns the longest stall since the last call. Each figure is a maximum of its own. */
  readonly longest: () => Stall;
  readonly stop: () => void;
} {
  let [at, cpu] = [performance.now(), process.threadCpuUsage()];
  let stall = { ms: 0, cpuMs: 0 };
  const look = () => {
    const [now, { user, system }] = [performance.now(), process.threadCpuUsage(cpu)];
    stall = {
      ms: Math.max(stall.ms, now - at - LOOK_MS),
      cpuMs: Math.max(stall.cpuMs, (user + system) / 1_000),
    };
    [at, cpu] = [now, process.threadCpuUsage()];
  };
  const timer = setInterval(look, LOOK_MS).unref();
  const longest = () => {
    look();
    const told = stall;
    stall = { ms: 0, cpuMs: 0 };
    return told;
  };
  return { longest, stop: () => clearInterval(timer) };
}
