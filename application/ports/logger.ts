export type LogFields = Readonly<Record<string, unknown>>;

/**
 * What operators read. An implementation writes one line an event, whatever the texts contain, and never
 * throws. Fields are flat; a field that is an Error comes out with its causes and its stack.
 *
 * Callers give a fixed message with fields, and never a token, a password, an e-mail address or a title;
 * an implementation masks fields that are named like secrets all the same.
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds `fields` to every event; an event's own fields win. */
  child(fields: LogFields): Logger;
}
