import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-error.js';

/** The variables in `.env` of `folder`; none when there is no such file. */
export function readDotEnv(folder: string): Record<string, string | undefined> {
  try {
    return { ...parseEnv(readFileSync(path.join(folder, '.env'), 'utf8')) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new ConfigError([{ variable: '.env', expectation: 'should be a file that can be read' }]);
  }
}
