import { createHash } from 'node:crypto';
import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import { cutOff, isWithoutAnswer, named } from './failures.js';

type KyselyClient = Awaited<ReturnType<PostgresPool['connect']>>;

/** A plan costs the server memory in each connection, so a list with ever new filters must not keep them all. */
const LIMIT = 100;

/**
 * Gives the first statements with parameters that a process runs a name, so that each connection parses and
 * plans them once. A read by key takes a third less time with it. Statements must list their columns: the plan
 * of one with `*` breaks in the processes that run while a migration adds a column.
 */
export class NamedStatements {
  readonly #names = new Map<string, string>();
  readonly #clients = new WeakMap<pg.PoolClient, KyselyClient>();

  /** Always the same object for one connection: kysely keeps state by it. */
  clientOver(client: pg.PoolClient): KyselyClient {
    const known = this.#clients.get(client);
    if (known !== undefined) return known;
    let isCutOff = false;
    const query = (text: string, values: readonly unknown[]) => {
      const name = values.length > 0 ? this.#nameOf(text) : undefined;
      const answer =
        name === undefined
          ? client.query(text, values as unknown[])
          : client.query({ name, text, values: values as unknown[] });
      return answer.catch((error: unknown) => {
        if (isWithoutAnswer(error)) {
          isCutOff = true;
          cutOff(client);
        }
        throw named(error);
      });
    };
    const wrapped: KyselyClient = {
      query: query as unknown as KyselyClient['query'],
      release: (destroy?: boolean) => client.release(isCutOff || destroy),
    };
    this.#clients.set(client, wrapped);
    return wrapped;
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= LIMIT) return known;
    const name = createHash('sha256').update(text).digest('hex').slice(0, 24);
    this.#names.set(text, name);
    return name;
  }
}
