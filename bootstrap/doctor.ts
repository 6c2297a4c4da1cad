import { readArguments } from './commands/arguments.js';
import { say } from './commands/say.js';
import { diagnose } from './doctor/diagnose.js';
import { printFinding } from './doctor/finding.js';
import { main } from './main.js';

/** Says of each thing that the service needs whether it is well, and what to do; ends with 1 where one is not. */
await main(async (config, { logger }) => {
  readArguments('npm run doctor', { wordCount: 0, flags: [] });
  const findings = await diagnose(config, logger);
  say(...findings.map(printFinding));
  if (findings.some(({ state }) => state === 'fail')) process.exitCode = 1;
});
