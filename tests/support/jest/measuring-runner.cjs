const { default: runFile } = require('jest-circus/runner');
const { readStat } = require('./process-stat.mjs');

/**
 * Runs a test file as jest does, and adds to its result the CPU time in seconds that the worker spent on it:
 * loading modules, the tests, and child processes that the file started and that have ended. The database server,
 * the service and the browsers that all files share are children of the main process, so they are not included.
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

/** On systems without /proc, the time of child processes is missing. */
function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + (readStat(process.pid)?.childrenSeconds ?? 0);
}
