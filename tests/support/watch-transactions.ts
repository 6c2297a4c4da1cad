import pg from 'pg';

/** A transaction that has ended. */
export type WatchedTransaction = {
  readonly ms: number;
  /** The processor time of this thread, in milliseconds. */
  readonly cpuMs: number;
  /** How many rows its statements returned or wrote. */
  readonly rows: number;
  readonly statements: readonly string[];
};

type Begun = {
  readonly at: number;
  readonly cpu: NodeJS.CpuUsage;
  rows: number;
  readonly statements: string[];
};
type Answer = { readonly rowCount?: number | null };

/**
 * Watches the transactions of all connections of this process until `stop`. `take` returns those that have
 * ended since the last call.
 */
export function watchTransactions(): {
  readonly take: () => readonly WatchedTransaction[];
  readonly stop: () => void;
} {
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  const begun = new WeakMap<object, Begun>();
  let ended: WatchedTransaction[] = [];
  prototype.query = function (this: object, ...args: unknown[]) {
    // The service passes an object, which may contain the name of a prepared statement.
    const [statement] = args as [string | { readonly text: string }];
    const text = typeof statement === 'string' ? statement : statement.text;
    const answer = query.apply(this, args);
    if (!(answer instanceof Promise)) return answer;
    if (/^\s*(begin|start transaction)/i.test(text))
      begun.set(this, { at: performance.now(), cpu: process.threadCpuUsage(), rows: 0, statements: [] });
    return answer.then((result: Answer) => {
      const transaction = begun.get(this);
      if (transaction === undefined) return result;
      transaction.rows += result.rowCount ?? 0;
      transaction.statements.push(text);
      if (/^\s*(commit|rollback)\s*$/i.test(text)) {
        begun.delete(this);
        const { at, cpu, rows, statements } = transaction;
        const { user, system } = process.threadCpuUsage(cpu);
        ended.push({ ms: performance.now() - at, cpuMs: (user + system) / 1_000, rows, statements });
      }
      return result;
    });
  };
  return {
    take: () => {
      const taken = ended;
      ended = [];
      return taken;
    },
    stop: () => {
      prototype.query = query;
    },
  };
}
