/**
 * Returns the processor time that `run` takes on its thread, in milliseconds. Other processes and the garbage
 * collector on another thread do not add to it.
 */
export function processorTime(run: () => void): number {
  const before = spentByThread();
  run();
  return spentByThread() - before;
}

/**
 * Returns the processor time that this process spends on all its threads until `work` has settled, in milliseconds.
 * Use it for work that is asynchronous, or that runs in the thread pool such as the hash of a password.
 */
export async function processorTimeOfProcess(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function spentByThread(): number {
  // Linux updates the time of a thread only at its next clock tick, unless the time of the process is read first.
  process.cpuUsage();
  // Only the sum is exact: how it splits into user and system depends on where the tick fell.
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Returns the most processor time, in milliseconds, that this thread spends in one turn of its event loop until `work`
 * has settled. So long is the event loop blocked on a machine that does nothing else. A busy machine does not change
 * the result.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, before, isOver] = [0, spentByThread(), false];
  const measure = () => {
    const now = spentByThread();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setTimeout(measure, 1);
  };
  setTimeout(measure, 1);
  try {
    await work();
  } finally {
    isOver = true;
    measure();
  }
  return longest;
}
