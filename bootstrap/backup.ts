import { backupReport } from './commands/backup-report.js';
import { backUp } from './commands/back-up.js';
import { readArguments } from './commands/arguments.js';
import { say } from './commands/say.js';
import { main } from './main.js';

/** `npm run backup`: writes the database and its files to one archive. */
await main(async (config, { logger }) => {
  const { files, flags } = readArguments('npm run backup -- <file> [--with-secrets]', {
    wordCount: 1,
    flags: ['with-secrets'],
  });
  const file = files[0] ?? '';
  const manifest = await backUp(config, logger, { file, withSecrets: flags['with-secrets'] });
  say(...backupReport(file, manifest));
});
