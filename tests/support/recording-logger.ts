import type { LogFields, Logger } from '../../application/ports/logger.js';

type Level = 'debug' | 'info' | 'warn' | 'error';

/** Keeps what is logged. */
export class RecordingLogger implements Logger {
  readonly #events: Record<Level, LogFields[]> = { debug: [], info: [], warn: [], error: [] };

  debug = (message: string, fields?: LogFields) => void this.#events.debug.push({ message, ...fields });
  info = (message: string, fields?: LogFields) => void this.#events.info.push({ message, ...fields });
  warn = (message: string, fields?: LogFields) => void this.#events.warn.push({ message, ...fields });
  error = (message: string, fields?: LogFields) => void this.#events.error.push({ message, ...fields });

  child(): Logger {
    return this;
  }

  /** The list itself, which goes on growing. */
  events(level: Level): readonly LogFields[] {
    return this.#events[level];
  }
}
