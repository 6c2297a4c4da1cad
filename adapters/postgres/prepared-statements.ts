import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import pg from 'pg';

/**
 * How many different statements a process prepares. A connection keeps the plan of each statement that it has
 * prepared, so the number limits the memory of the server.
 */
const MOST = 400;
/**
 * Statements with more parameters are not prepared. They insert several rows, and their text depends on the number of
 * rows, so the same text is rarely sent again.
 */
const MOST_PARAMETERS = 100;

/**
 * Names the statements that a process sends again and again. The driver prepares a statement with a name once for each
 * connection. PostgreSQL then does not parse it again and, after some executions, does not plan it again either, which
 * would take about half of its time. Statements that are sent only once get no name.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  /** Texts that were sent once. */
  readonly #once = new Set<string>();
  #next = 1;

  /**
   * Returns the name of a statement, or undefined if it is not prepared. `parameters` is the number of its parameters.
   */
  nameOf(text: string, parameters: number): string | undefined {
    if (parameters > MOST_PARAMETERS) return undefined;
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MOST) return name;
    if (this.#once.delete(text)) return this.renew(text);
    if (this.#once.size >= MOST) this.#once.clear();
    this.#once.add(text);
    return undefined;
  }

  /** Gives the statement another name, so that each connection prepares it again. */
  renew(text: string): string {
    const name = `s${this.#next++}`;
    this.#names.set(text, name);
    return name;
  }
}

/**
 * Returns true if a prepared statement failed because its result has other columns since a migration, such as a column
 * of another type. It works again when it is prepared under another name.
 */
export function isOutdatedPlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}

/** A statement that can be executed, or compiled to its text and the values of its parameters. */
export type Statement<Row> = Pick<RawBuilder<Row>, 'compile' | 'execute'>;

/** Reads the value of a parameter from the input of a statement. */
type Read<Input> = (input: Input) => unknown;

/** Stands for the value of a parameter while Kysely builds the text. */
class Parameter<Input> {
  readonly read: Read<Input>;

  constructor(read: Read<Input>) {
    this.read = read;
  }
}

/**
 * Returns a function that creates the statement for an input. All these statements have the same text, which Kysely
 * builds only once. If Kysely builds the text of each statement that a request sends, this takes up to a tenth of the
 * time that Node needs for the request. Use this function for the few statements that nearly every request sends.
 *
 * @param build returns the statement. Every value in it must come from `value`, which reads it from the input.
 * @throws Error when the first statement is compiled, if `build` uses another value.
 */
export function defineStatement<Input, Row = unknown>(
  build: (value: (read: Read<Input>) => RawBuilder<unknown>) => RawBuilder<Row>,
): (input: Input) => Statement<Row> {
  let text: CompiledQuery<Row> | undefined;
  return (input) => {
    const compile: Statement<Row>['compile'] = (db) => {
      text ??= build((read) => sql`${new Parameter(read)}`).compile(db);
      return { ...text, parameters: text.parameters.map((parameter) => valueOf(parameter, input)) };
    };
    return {
      compile,
      execute: (db, options) => db.getExecutor().executeQuery(compile(db), options),
    };
  };
}

function valueOf<Input>(parameter: unknown, input: Input): unknown {
  if (parameter instanceof Parameter) return (parameter as Parameter<Input>).read(input);
  throw new Error(`A defined statement contains the value ${String(parameter)}, which is not from its input`);
}
