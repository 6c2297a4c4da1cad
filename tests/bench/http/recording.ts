import pg from 'pg';

/** A statement as the service gives it to the driver; with a name it is prepared once a connection. */
export type Statement = {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
};

/** What the service did for one request, and which of the values in it belong to that request alone. */
export type Recording = {
  readonly statements: readonly Statement[];
  readonly variables: Readonly<Record<string, string>>;
  readonly body: unknown;
};

type Query = (this: pg.Client, config: string | Statement, values?: unknown[]) => unknown;

/**
 * The statements that this process sends while `work` runs, in their order; but for what it tells other processes,
 * which it does for many requests at once and no request waits for.
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
