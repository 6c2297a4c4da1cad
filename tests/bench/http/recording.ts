import pg from 'pg';

/**
 * A statement as the service passes it to the driver. A statement with a name is prepared once per
 * connection.
 */
export type Statement = {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
};

/**
 * The statements and the answer of one request. `variables` are the values that are different in every request.
 */
export type Recording = {
  readonly statements: readonly Statement[];
  readonly variables: Readonly<Record<string, string>>;
  readonly body: unknown;
};

type Query = (this: pg.Client, config: string | Statement, values?: unknown[]) => unknown;

/**
 * Returns the statements that this process sends while `work` runs, in order. Notifications to other
 * processes are left out: they are sent for many requests together, and no request waits for them.
 */
export async function recorded<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: readonly Statement[] }> {
  const statements: Statement[] = [];
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const query = prototype.query;
  prototype.query = function (config, values) {
    const { name, text, values: given = values } = typeof config === 'string' ? { text: config } : config;
    if (!text.includes('pg_notify'))
      statements.push({
        text,
        ...(name !== undefined && { name }),
        ...(given !== undefined && given.length > 0 && { values: given }),
      });
    return query.call(this, config, values);
  };
  try {
    return { result: await work(), statements };
  } finally {
    prototype.query = query;
  }
}
