import { registerHooks } from 'node:module';

/** The part of the dashboard that holds the pg-boss it was built with, and what that says of its schema. */
const MODULE = '/@pg-boss/dashboard/build/server/index.js';
const BUILT_FOR = 'pgboss: { "schema": 42 }';
/** What the queue's own pg-boss has made. */
const OURS = 'pgboss: { "schema": 43 }';

/**
 * Has the dashboard work on the schema of our queue. The pg-boss inside of it, which looks at single jobs and changes
 * them, is a little older than ours and refuses any other schema than its own; this one differs by columns that were
 * added, and its statements about jobs are the same. The numbers are exact on purpose: with another release of either,
 * its own check decides again.
 */
export async function onOurSchema<T>(load: () => Promise<T>): Promise<T> {
  const hooks = hook();
  try {
    return await load();
  } finally {
    hooks?.deregister();
  }
}

/** Null where modules are not loaded by Node itself, as by a test runner: then the dashboard's own check decides. */
function hook(): ReturnType<typeof registerHooks> | null {
  try {
    return registerHooks({
      load: (url, context, nextLoad) => {
        const loaded = nextLoad(url, context);
        if (!url.endsWith(MODULE) || loaded.source === undefined) return loaded;
        const text =
          typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
        return { ...loaded, source: text.replace(BUILT_FOR, OURS) };
      },
    });
  } catch {
    return null;
  }
}
