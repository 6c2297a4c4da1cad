import pg from 'pg';

type Query = (this: pg.Client, config: string | { readonly text: string }, values?: unknown[]) => unknown;

/**
 * Returns the result of `work` and how many statements this process sends while it runs. Notifications to other
 * processes are not counted: they are sent for many requests together, and no request waits for them.
 */
export async function countStatements<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly statements: number }> {
  let statements = 0;
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const query = prototype.query;
  prototype.query = function (config, values) {
    const text = typeof config === 'string' ? config : config.text;
    if (!text.includes('pg_notify')) statements++;
    return query.call(this, config, values);
  };
  try {
    const result = await work();
    return { result, statements };
  } finally {
    prototype.query = query;
  }
}
