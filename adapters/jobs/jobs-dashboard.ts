import type { DashboardHandler } from '@pg-boss/dashboard/handler';

export type JobsDashboardOptions = {
  /** The database of the queue. */
  readonly connectionString: string;
  /** Where it is mounted. */
  readonly basePath: string;
};

/**
 * The dashboard of the queue. It is an application of some size with connections of its own, so it is loaded when
 * somebody asks for it. It is told by the environment that it may only read, and the database holds it to that.
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

  /** Ends its connections; it answers 503 from then on. */
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

/** The same database under the dashboard's own name, and for reading alone. */
export function readOnlyConnection(connectionString: string): string {
  const url = new URL(connectionString);
  url.searchParams.set('application_name', 'household-planner dashboard');
  const given = url.searchParams.get('options');
  const readOnly = '-c default_transaction_read_only=on';
  url.searchParams.set('options', given === null ? readOnly : `${given} ${readOnly}`);
  return url.toString();
}
