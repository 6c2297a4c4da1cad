const { readFileSync } = require('node:fs');
const { default: runFile } = require('jest-circus/runner');

/**
 * Runs a test file as jest does, and adds to its result the CPU time in seconds that the worker spent on it:
 * loading modules, the tests, and child processes that ended during the file (the built service, a browser). The
 * database server is not a child of the worker, so its time is not included.
 */
module.exports = async function measuringRunner(globalConfig, config, environment, ...others) {
  const before = cpuSeconds();
  let loadingSeconds = 0;
  // jest-circus reports this event once all modules are loaded, before the first hook or test.
  environment.handleTestEvent = ({ name }) => {
    if (name === 'run_start') loadingSeconds = cpuSeconds() - before;
  };
  const result = await runFile(globalConfig, config, environment, ...others);
  return { ...result, cpuSeconds: cpuSeconds() - before, loadingSeconds };
};

function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + endedChildrenSeconds();
}

/** Linux only; elsewhere the time of child processes is missing. Source: proc(5), fields cutime and cstime. */
function endedChildrenSeconds() {
  if (process.platform !== 'linux') return 0;
  // The second field is the command in parentheses, which may contain spaces, so count from its end.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
  const CLOCK_TICKS_PER_SECOND = 100;
  return (Number(fields[13]) + Number(fields[14])) / CLOCK_TICKS_PER_SECOND;
}
