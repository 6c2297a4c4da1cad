import type { DashboardHandler } from '@pg-boss/dashboard/handler';

export type JobsDashboardOptions = {
  /** The database of the queue. */
  readonly connectionString: string;
  /** The path under which the dashboard is served. */
  readonly basePath: string;
};

/**
 * The dashboard of pg-boss. It is a large application with its own database connections, so it is loaded with the
 * first request. An environment variable makes it read-only, and its database connection is read-only too.
 */
export class JobsDashboard {
  readonly #options: JobsDashboardOptions;
  #handler: Promise<DashboardHandler> | null = null;
  #closed = false;

  constructor(options: JobsDashboardOptions) {
    this.#options = options;
  }

  async handle(request: Request): Promise<Response> {
    if (this.#closed) return new Response('The process is about to end', { status: 503 });
    this.#handler ??= load(this.#options).catch((error: unknown) => {
      this.#handler = null;
      throw error;
    });
    return (await this.#handler)(request);
  }

  /** Closes the dashboard's connections. Later requests get 503. */
  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#handler)?.close();
  }
}

async function load(options: JobsDashboardOptions): Promise<DashboardHandler> {
  const { connectionString, basePath } = options;
  process.env['PGBOSS_DASHBOARD_READ_ONLY'] = '1';
  const { createDashboardHandler } = await import('@pg-boss/dashboard/handler');
  const url = readOnlyConnection(connectionString);
  return createDashboardHandler({ databases: [{ url, name: 'Jobs', schema: 'pgboss' }], basePath });
}

/**
 * Returns a connection string for the same database that allows only reading and has the dashboard's application
 * name.
 */
export function readOnlyConnection(connectionString: string): string {
  const url = new URL(connectionString);
  url.searchParams.set('application_name', 'household-planner dashboard');
  const given = url.searchParams.get('options');
  const readOnly = '-c default_transaction_read_only=on';
  url.searchParams.set('options', given === null ? readOnly : `${given} ${readOnly}`);
  return url.toString();
}
