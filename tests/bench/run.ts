type Benchmark = (args: readonly string[]) => void | Promise<void>;

/**
 * The benchmarks of `npm run bench -- <name>`. Without a name, the first one runs. The code of a benchmark is
 * loaded only when it runs.
 */
const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  http: async () => (await import('./http/benchmark.js')).benchHttp,
  horizon: async () => (await import('./horizon.js')).benchHorizon,
  calendar: async () => (await import('./calendar.js')).benchCalendar,
  recurrence: async () => (await import('./recurrence.js')).benchRecurrence,
  'quick-add': async () => (await import('./quick-add.js')).benchQuickAdd,
  compression: async () => (await import('./compression.js')).benchCompression,
  bus: async () => (await import('./limits/bus.js')).benchBus,
  burst: async () => (await import('./burst/benchmark.js')).benchBurst,
  cluster: async () => (await import('./limits/cluster.js')).benchCluster,
  cpu: async () => (await import('./cpu/benchmark.js')).benchCpu,
  distribute: async () => (await import('./distribute/benchmark.js')).benchDistribute,
  clock: async () => (await import('./distribute/clock-jobs.js')).benchClockJobs,
  faults: async () => (await import('./faults/benchmark.js')).benchFaults,
  feed: async () => (await import('./feed/benchmark.js')).benchFeed,
  queue: async () => (await import('./limits/queue.js')).benchQueue,
  idle: async () => (await import('./idle.js')).benchIdle,
  scale: async () => (await import('./scale/benchmark.js')).benchScale,
  soak: async () => (await import('./soak/benchmark.js')).benchSoak,
  stream: async () => (await import('./stream/benchmark.js')).benchStream,
  storm: async () => (await import('./storm/benchmark.js')).benchStorm,
  uploads: async () => (await import('./uploads.js')).benchUploads,
  web: async () => (await import('./web/benchmark.js')).benchWeb,
  worst: async () => (await import('./worst/benchmark.js')).benchWorst,
  'quick-add-forms': async () => {
    const { quickAddForms } = await import('./quick-add-forms.js');
    return () => console.log(quickAddForms());
  },
};

const [name = 'http', ...args] = process.argv.slice(2);
const load = Object.hasOwn(BENCHMARKS, name) ? BENCHMARKS[name] : undefined;
if (load === undefined) {
  console.error(`There is no benchmark ${name}; there are ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exitCode = 64;
} else {
  const benchmark = await load();
  await benchmark(args);
}
