/**
 * The milliseconds of processor time that `run` takes on its thread: neither a busy host nor a collector beside it
 * must make a test of cost fail. Only the sum of both parts is exact; which part a short run counts for depends on
 * where the kernel's tick fell.
 */
export function processorTime(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
