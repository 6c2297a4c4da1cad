import type { DashboardHandler } from '@pg-boss/dashboard/handler';
import { onOurSchema } from './dashboard-schema.js';

export type JobsDashboardOptions = {
  /** The database of the queue. */
  readonly connectionString: string;
  /** Where it is mounted. */
  readonly basePath: string;
  readonly writable: boolean;
};

/**
 * The dashboard of the queue. It is an application of some size with connections of its own, so it is loaded when
 * somebody asks for it. It is told what it may do by the environment; where it may not write, the database refuses it
 * as well.
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
  const { connectionString, basePath, writable } = options;
  process.env['PGBOSS_DASHBOARD_READ_ONLY'] = writable ? '0' : '1';
  const { createDashboardHandler } = await import('@pg-boss/dashboard/handler');
  const url = connectionFor(connectionString, writable);
  const handler = createDashboardHandler({ databases: [{ url, name: 'Jobs', schema: 'pgboss' }], basePath });
  // Any request loads the rest of it; there is nothing at this address.
  const loadRest = () => handler(new Request('http://localhost/'));
  await onOurSchema(loadRest);
  return handler;
}

/** The same database under the dashboard's own name, and for reading alone unless it may write. */
export function connectionFor(connectionString: string, writable: boolean): string {
  const url = new URL(connectionString);
  url.searchParams.set('application_name', 'household-planner dashboard');
  if (!writable) {
    const given = url.searchParams.get('options');
    url.searchParams.set(
      'options',
      `${given === null ? '' : `${given} `}-c default_transaction_read_only=on`,
    );
  }
  return url.toString();
}
