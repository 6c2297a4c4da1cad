import path from 'node:path';
import { secondsOfRunningDescendants } from './process-stat.mjs';

const SLOWEST = Number(process.env.SLOWEST_FILES ?? 15);

/**
 * Prints after a run the files that took the most CPU time, the total, and which tests were skipped and why.
 */
export default class SummaryReporter {
  onRunComplete(_contexts, { testResults }) {
    const files = testResults
      .map(({ testFilePath, cpuSeconds = 0, loadingSeconds = 0, perfStats }) => ({
        name: path.relative(process.cwd(), testFilePath),
        cpuSeconds,
        loadingSeconds,
        seconds: (perfStats.end - perfStats.start) / 1000,
      }))
      .toSorted((a, b) => b.cpuSeconds - a.cpuSeconds);
    const total = (name) => files.reduce((sum, { [name]: seconds }) => sum + seconds, 0).toFixed(0);
    const lines = [
      '',
      `The ${Math.min(SLOWEST, files.length)} files that took the most CPU time (CPU seconds, those of loading modules, elapsed seconds):`,
      ...files.slice(0, SLOWEST).map(line),
      `All ${files.length} files: ${total('cpuSeconds')} CPU seconds (${total('loadingSeconds')} of them for loading modules).`,
      `The database server, the service and the browsers that they share: ${secondsOfRunningDescendants().toFixed(0)} CPU seconds.`,
      ...skipped(testResults),
      '',
    ];
    process.stderr.write(`${lines.join('\n')}\n`);
  }
}

const line = ({ name, cpuSeconds, loadingSeconds, seconds }) =>
  [cpuSeconds, loadingSeconds, seconds].map((value) => value.toFixed(1).padStart(8)).join('') + `  ${name}`;

/**
 * Counts the skipped tests by reason. The name of a skipped test contains the reason; see
 * tests/support/requirement.ts.
 */
function skipped(testResults) {
  const counts = new Map();
  for (const { testResults: tests } of testResults)
    for (const { status, fullName } of tests) {
      if (status !== 'pending') continue;
      const reason = /\[skipped: ([^\]]+)\]/.exec(fullName)?.[1] ?? 'other reasons';
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
  if (counts.size === 0) return ['No test was skipped.'];
  return [
    'Skipped tests:',
    ...[...counts].map(([reason, count]) => `${String(count).padStart(8)}  ${reason}`),
  ];
}
