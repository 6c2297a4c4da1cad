/** How long one thing after the other was done without a look at what else there is, in ms. */
export type Stall = {
  /** As the clock on the wall has it: other processes' turns on a busy machine are in it. */
  readonly ms: number;
  /** The processor time of this thread, which equals `ms` on a quiet machine. */
  readonly cpuMs: number;
};

/** A timer that is always due: between two of its calls the event loop took no more than one turn. */
const LOOK_MS = 1;

/** Watches the event loop of this thread until `stop`. */
export function watchStalls(): {
  /** Since it was last asked for; of each figure the greatest. */
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
