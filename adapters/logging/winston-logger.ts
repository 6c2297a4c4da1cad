import winston from 'winston';
import type { LogFields, Logger } from '../../application/ports/logger.js';
import { flatten, type FlatFields } from './fields.js';
import { currentLogContext } from './log-context.js';
import { jsonLine, prettyLine } from './lines.js';

export interface LoggerOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly format: 'pretty' | 'json';
  /** Where lines go; standard output unless told otherwise. */
  readonly output?: NodeJS.WritableStream;
}

export function createLogger({ level, format, output = process.stdout }: LoggerOptions): Logger {
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
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- winston types it as an interface
    transports: [new winston.transports.Stream({ stream: output, eol: '\n' })],
  });
  return new WinstonLogger(sink, {});
}

class WinstonLogger implements Logger {
  readonly #sink: winston.Logger;
  readonly #context: LogFields;

  constructor(sink: winston.Logger, context: LogFields) {
    this.#sink = sink;
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
  }

  error(message: string, fields?: LogFields): void {
    this.#write('error', message, fields);
  }

  child(fields: LogFields): Logger {
    return new WinstonLogger(this.#sink, { ...this.#context, ...fields });
  }

  /** Fields travel in a property of their own: winston would glue a field named `message` to the message. */
  #write(level: string, message: string, fields: LogFields = {}): void {
    if (!this.#sink.isLevelEnabled(level)) return;
    this.#sink.log({
      level,
      message,
      fields: flatten({ ...currentLogContext(), ...this.#context, ...fields }),
    });
  }
}
