import type { LogFields, Logger } from '../../application/shared/ports.js';

type Level = 'debug' | 'info' | 'warn' | 'error';

/** Records what is logged, and passes it on to another logger if there is one. */
export class RecordingLogger implements Logger {
  readonly #events: Record<Level, LogFields[]> = { debug: [], info: [], warn: [], error: [] };
  readonly #other: Logger | undefined;

  constructor(other?: Logger) {
    this.#other = other;
  }

  debug = (message: string, fields?: LogFields) => this.#record('debug', message, fields);
  info = (message: string, fields?: LogFields) => this.#record('info', message, fields);
  warn = (message: string, fields?: LogFields) => this.#record('warn', message, fields);
  error = (message: string, fields?: LogFields) => this.#record('error', message, fields);

  child(): Logger {
    return this;
  }

  /** Returns the list itself, which grows with further events. */
  events(level: Level): readonly LogFields[] {
    return this.#events[level];
  }

  forget(): void {
    for (const events of Object.values(this.#events)) events.length = 0;
  }

  /** Returns the names of the security events of all levels. */
  securityEvents(): readonly unknown[] {
    return [...this.#events.info, ...this.#events.warn]
      .filter(({ message }) => message === 'security event')
      .map(({ event }) => event);
  }

  #record(level: Level, message: string, fields?: LogFields): void {
    this.#events[level].push({ message, ...fields });
    this.#other?.[level](message, fields);
  }
}
