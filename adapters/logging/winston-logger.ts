import winston from 'winston';
import type { LogFields, Logger } from '../../application/shared/ports.js';
import { BatchedOutput } from './batched-output.js';
import { flatten, type FlatFields } from './fields.js';
import { currentLogContext } from './log-context.js';
import { jsonLine, prettyLine } from './lines.js';

export interface LoggerOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly format: 'pretty' | 'json';
  /** The stream for the lines. The default is standard output. */
  readonly output?: NodeJS.WritableStream;
}

/** One buffer for the whole process, so that lines of several loggers keep their order. */
let standardOutput: BatchedOutput | undefined;

/** Creates a logger that writes events from `level` on, one line per event. */
export function createLogger({
  level,
  format,
  output = (standardOutput ??= new BatchedOutput(process.stdout, process)),
}: LoggerOptions): Logger {
  const toLine = format === 'json' ? jsonLine : prettyLine;
  const sink = winston.createLogger({
    level,
    format: winston.format.printf(({ level, message, fields }) =>
      toLine({
        time: new Date().toISOString(),
        level,
        message: String(message),
        fields: fields as FlatFields,
      }),
    ),
    transports: [new winston.transports.Stream({ stream: output, eol: '\n' })],
  });
  const flush = () => {
    if (output instanceof BatchedOutput) output.flush();
  };
  return new WinstonLogger(sink, flush, {});
}

/** Logs with winston. Warnings and errors are flushed immediately, because each may be the last line of the process. */
class WinstonLogger implements Logger {
  readonly #sink: winston.Logger;
  readonly #flush: () => void;
  readonly #context: LogFields;

  constructor(sink: winston.Logger, flush: () => void, context: LogFields) {
    this.#sink = sink;
    this.#flush = flush;
    this.#context = context;
  }

  debug(message: string, fields?: LogFields): void {
    this.#write('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#write('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#write('warn', message, fields);
    this.#flush();
  }

  error(message: string, fields?: LogFields): void {
    this.#write('error', message, fields);
    this.#flush();
  }

  child(fields: LogFields): Logger {
    return new WinstonLogger(this.#sink, this.#flush, { ...this.#context, ...fields });
  }

  /**
   * Puts the fields into a separate property, because winston would append a field named `message` to the message
   * of the log line.
   */
  #write(level: string, message: string, fields: LogFields = {}): void {
    if (!this.#sink.isLevelEnabled(level)) return;
    this.#sink.log({
      level,
      message,
      fields: flatten({ ...currentLogContext(), ...this.#context, ...fields }),
    });
  }
}
