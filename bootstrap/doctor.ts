import { readArguments } from './commands/arguments.js';
import { say } from './commands/say.js';
import { diagnose } from './doctor/diagnose.js';
import { printFinding } from './doctor/finding.js';
import { main } from './main.js';

/** `npm run doctor`: checks everything that the service needs and says what to do. Exits with 1 if a check fails. */
await main(async (config, { logger }) => {
  readArguments('npm run doctor', { wordCount: 0, flags: [] });
  const findings = await diagnose(config, logger);
  say(...findings.map(printFinding));
  if (findings.some(({ state }) => state === 'fail')) process.exitCode = 1;
});
