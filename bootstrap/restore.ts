import { readArguments } from './commands/arguments.js';
import { restoreReport } from './commands/backup-report.js';
import { restore } from './commands/restore.js';
import { say } from './commands/say.js';
import { main } from './main.js';

/** `npm run restore`: restores an archive into an empty database and its file store. */
await main(async (config, { logger }) => {
  const { files } = readArguments('npm run restore -- <file>', { wordCount: 1, flags: [] });
  say(...restoreReport(await restore(config, logger, files[0] ?? '')));
});
