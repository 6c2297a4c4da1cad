/**
 * The milliseconds of processor time that `run` takes on its thread: neither a busy host nor a collector beside it
 * must make a test of cost fail.
 */
export function processorTime(run: () => void): number {
  const before = spent();
  run();
  return spent() - before;
}

function spent(): number {
  // Linux counts what a thread is doing only at its next tick, unless the time of the process is asked for.
  process.cpuUsage();
  // The sum alone is exact: which part a short run counts for depends on where the tick fell.
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
