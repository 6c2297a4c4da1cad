export type LogFields = Readonly<Record<string, unknown>>;

/** Events as a fixed message with fields. Never a token, a password, an e-mail address or a title. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds `fields` to every event. */
  child(fields: LogFields): Logger;
}
