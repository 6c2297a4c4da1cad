import pg from 'pg';

/** Returns true if the tests use a Citus cluster. */
export function isOnCluster(): boolean {
  return (process.env['TEST_CITUS_URL'] ?? '') !== '';
}

/** Returns the addresses of all nodes of the cluster. The coordinator is the first one. */
export async function nodesOf(coordinator: string): Promise<readonly string[]> {
  return using(coordinator, async (client) => {
    const { rows } = await client.query<{ nodename: string; nodeport: number }>(
      'select nodename, nodeport from pg_dist_node where groupid > 0 and isactive order by groupid',
    );
    if (rows.length === 0) throw new Error('TEST_CITUS_URL names a database without workers.');
    return [coordinator, ...rows.map(({ nodename, nodeport }) => at(coordinator, nodename, nodeport))];
  });
}

/**
 * Turns the databases at these addresses, one on each node, into a Citus cluster. The first one becomes the
 * coordinator. May be repeated.
 */
export async function joinNodes(addresses: readonly string[]): Promise<void> {
  for (const address of addresses)
    await using(address, (client) => client.query('create extension if not exists citus'));
  const [coordinator = '', ...workers] = addresses;
  await using(coordinator, async (client) => {
    const own = new URL(coordinator);
    await client.query('select citus_set_coordinator_host($1, $2)', [own.hostname, Number(own.port)]);
    for (const { hostname, port } of workers.map((worker) => new URL(worker)))
      await client.query('select citus_add_node($1, $2)', [hostname, Number(port)]);
  });
}

function at(coordinator: string, host: string, port: number): string {
  const url = new URL(coordinator);
  url.hostname = host;
  url.port = String(port);
  return url.href;
}

async function using<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
