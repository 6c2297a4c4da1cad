import path from 'node:path';
import { REGISTRATION_MODES, type RegistrationMode } from '../../domain/accounts/registration.js';
import { ConfigError } from './config-error.js';
import { readDatabase, type DatabaseConfig } from './database.js';
import { readDotEnv, Environment, InvalidValue } from './environment.js';
import { readFileStore, type FileStoreConfig } from './files.js';
import { readCalendar, readGoogle, type CalendarConfig, type GoogleConfig } from './google.js';
import { readHttp, type HttpConfig } from './http.js';
import { readMail, type MailConfig } from './mail.js';
import {
  readLogging,
  readOpsToken,
  readReleaseSource,
  readSentryDsn,
  type LoggingConfig,
  type ReleaseSourceSetting,
} from './operations.js';
import { readPush, type PushConfig } from './push.js';
import { readSecrets, type SecretsConfig } from './secrets.js';
import { oneOf } from './values.js';

export interface Config {
  /** True in production. Then defaults that are meant only for trying out the service are not allowed. */
  readonly production: boolean;
  readonly role: 'all' | 'api' | 'worker';
  /** The absolute path of the data folder. */
  readonly dataDir: string;
  readonly http: HttpConfig;
  readonly database: DatabaseConfig;
  readonly secrets: SecretsConfig;
  readonly logging: LoggingConfig;
  readonly mail: MailConfig | null;
  /** Defines who may create an account. */
  readonly registration: RegistrationMode;
  readonly google: GoogleConfig;
  readonly calendar: CalendarConfig;
  /** The URL scheme for redirects to the Android app. */
  readonly appScheme: string;
  readonly releases: ReleaseSourceSetting | null;
  readonly files: FileStoreConfig;
  readonly push: PushConfig;
  readonly opsToken: string | null;
  readonly sentryDsn: string | null;
}

/**
 * Reads the whole configuration and freezes it. `variables` take precedence over the file `.env` in `workingFolder`.
 *
 * @throws ConfigError naming every wrong or missing variable
 */
export function loadConfig(
  variables: Readonly<Record<string, string | undefined>> = process.env,
  workingFolder: string = process.cwd(),
): Config {
  const env = new Environment({ ...readDotEnv(workingFolder), ...variables });
  env.read('NODE_ENV', oneOf('development', 'test', 'production'));
  const dataDir = path.resolve(workingFolder, env.text('DATA_DIR') ?? '.data');
  const google = readGoogle(env);
  const config: Config = {
    production: env.production,
    role: env.read('ROLE', oneOf('all', 'api', 'worker')) ?? 'all',
    dataDir,
    http: readHttp(env),
    database: readDatabase(env),
    secrets: readSecrets(env),
    logging: readLogging(env),
    mail: readMail(env),
    registration: env.read('REGISTRATION', oneOf(...REGISTRATION_MODES)) ?? 'open',
    google,
    calendar: readCalendar(env, google),
    appScheme: env.read('APP_SCHEME', appScheme) ?? 'planner',
    releases: readReleaseSource(env, workingFolder),
    files: readFileStore(env, workingFolder, dataDir),
    push: readPush(env, workingFolder),
    opsToken: readOpsToken(env),
    sentryDsn: readSentryDsn(env),
  };
  if (env.problems.length > 0) throw new ConfigError(env.problems);
  return deepFreeze(config);
}

/** Browsers handle these schemes themselves, so a redirect would not open the app. */
const TAKEN_SCHEMES = ['http', 'https', 'javascript', 'data', 'file', 'blob', 'about', 'intent'];

function appScheme(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*$/.test(text) || TAKEN_SCHEMES.includes(text)) {
    throw new InvalidValue('a URL scheme of the app, in lower-case letters, such as planner');
  }
  return text;
}

/** Freezes plain objects and arrays recursively. Other objects, such as keys, are not frozen. */
export function deepFreeze<T>(value: T): T {
  if (!isPlain(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}
