import path from 'node:path';
import type { LoggerOptions } from '../../adapters/logging/winston-logger.js';
import { InvalidValue, type Environment } from './environment.js';
import { matching, oneOf, parseUrl } from './values.js';

export type LoggingConfig = Omit<LoggerOptions, 'output'>;

export function readLogging(env: Environment): LoggingConfig {
  return {
    level: env.read('LOG_LEVEL', oneOf('debug', 'info', 'warn', 'error')) ?? 'info',
    format: env.read('LOG_FORMAT', oneOf('pretty', 'json')) ?? (env.production ? 'json' : 'pretty'),
  };
}

/** Reads the token of operators. null means that their routes do not exist. */
export function readOpsToken(env: Environment): string | null {
  const least = env.production ? 16 : 1;
  const token = matching(new RegExp(`^\\S{${least},}$`), `at least ${least} characters, without spaces`);
  return env.read('OPS_TOKEN', token) ?? null;
}

/** Reads the address of the error monitor. null means that errors are only logged. */
export function readSentryDsn(env: Environment): string | null {
  const dsn = env.read('SENTRY_DSN', (text) => {
    const url = parseUrl(text);
    // Sentry's client accepts no other form of DSN, and silently does nothing if it gets one.
    const isDsn = url !== null && /^\w+$/.test(url.username) && /^(?:\/[^/]+)*\/\d+$/.test(url.pathname);
    if (!isDsn || !/^https?:$/.test(url.protocol)) {
      throw new InvalidValue('a Sentry DSN, such as https://key@sentry.example.org/1');
    }
    return text;
  });
  return dsn ?? null;
}

export type ReleaseSourceSetting =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'url'; readonly url: string };

/** Reads where releases of the Android app are. null means that no app is offered. */
export function readReleaseSource(env: Environment, workingFolder: string): ReleaseSourceSetting | null {
  const source = env.read('ANDROID_RELEASE_SOURCE', (text): ReleaseSourceSetting => {
    if (text.startsWith('https://') && URL.canParse(text))
      return { kind: 'url', url: text.replace(/\/+$/, '') };
    if (text.includes('://'))
      throw new InvalidValue('a folder or an https:// URL with version.json below it');
    return { kind: 'folder', folder: path.resolve(workingFolder, text) };
  });
  return source ?? null;
}
