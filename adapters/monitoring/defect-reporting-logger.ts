import { maskSecrets } from '../../application/shared/masking.js';
import type { ErrorMonitor, ReportedDefect, LogFields, Logger } from '../../application/shared/ports.js';

export type DefectReportingOptions = {
  readonly monitor: ErrorMonitor;
  /** Returns the fields of the caller's log context. */
  readonly context: () => LogFields | undefined;
};

/** The only log fields, apart from `error`, that are sent to the error monitor. They contain nothing about people. */
const PLACES = ['requestId', 'job', 'jobId', 'attempt', 'step', 'code'] as const;
const LIMITS = { causes: 5, message: 500, stack: 8_000 };
/**
 * Matches quoted values in messages of PostgreSQL, which may be personal. Quoted names with an underscore or a dot,
 * as most tables, columns and constraints have, do not match, because they help to find the defect.
 */
const QUOTED_VALUE = /"(?![a-z0-9]+(?:[_.][a-z0-9]+)+")[^"]*"/g;

/**
 * A logger that also reports every log line of level `error` to the error monitor. Every defect is logged exactly
 * once, so it is reported once.
 */
export class DefectReportingLogger implements Logger {
  readonly #logger: Logger;
  readonly #options: DefectReportingOptions;
  readonly #fields: LogFields;

  constructor(logger: Logger, options: DefectReportingOptions, fields: LogFields = {}) {
    this.#logger = logger;
    this.#options = options;
    this.#fields = fields;
  }

  debug(message: string, fields?: LogFields): void {
    this.#logger.debug(message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#logger.info(message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#logger.warn(message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#logger.error(message, fields);
    const known = { ...this.#options.context(), ...this.#fields, ...fields };
    this.#options.monitor.report(describeDefect(message, known));
  }

  child(fields: LogFields): Logger {
    return new DefectReportingLogger(this.#logger.child(fields), this.#options, {
      ...this.#fields,
      ...fields,
    });
  }
}

function describeDefect(failure: string, fields: LogFields): ReportedDefect {
  const place: Record<string, string | number> = {};
  for (const name of PLACES) {
    const value = fields[name];
    if (typeof value === 'string' || typeof value === 'number') place[name] = value;
  }
  return { source: 'service', failure, errors: describeErrors(fields['error']), place };
}

function describeErrors(thrown: unknown): ReportedDefect['errors'] {
  const errors: ReportedDefect['errors'][number][] = [];
  for (let next = thrown; next !== undefined && next !== null && errors.length < LIMITS.causes;) {
    const { name, message, stack, cause } = next instanceof Error ? next : new NotAnError(typeof next);
    errors.push({ name, message: withoutValues(message), stack: readFrames(stack) });
    next = cause;
  }
  return errors;
}

/** Replaces a thrown value that is not an Error. The value itself is not reported, because it may be personal. */
class NotAnError extends Error {
  override readonly name = 'NotAnError';
  constructor(type: string) {
    super(`what was thrown is no error, but of type ${type}`);
  }
}

const withoutValues = (message: string) =>
  maskSecrets(message.slice(0, LIMITS.message)).replaceAll(QUOTED_VALUE, '"[masked]"');

/** Returns only the stack frames. The lines before them repeat the message. */
function readFrames(stack: string | undefined): string | null {
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return frames.length === 0 ? null : frames.join('\n').slice(0, LIMITS.stack);
}
