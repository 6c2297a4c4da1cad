/**
 * The milliseconds of processor time that `run` takes: a busy host must not make a test of cost fail.
 * Only the sum of both parts is exact; which part a short run counts for depends on where the kernel's tick fell.
 */
export function processorTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
