import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

/**
 * `npm run dev`: compiles on change, reports type errors, and restarts the service. Vite serves the web client from
 * its sources. Written in JavaScript because nothing is compiled yet when it starts.
 */
const { resolve } = createRequire(import.meta.url);
// The compiler of TypeScript 6, because that of 7.0 did not notice changed files with `--watch`.
const build = [resolve('typescript/bin/tsc6'), '-p', 'tsconfig.build.json'];
const vite = resolve('vite/package.json').replace('package.json', 'bin/vite.js');
const run = (...args) => spawn(process.execPath, args, { stdio: 'inherit' });

// The first build ignores type errors, so that the service can start. The watching compiler reports them.
run(...build, '--noCheck').once('exit', (code) => {
  if (code !== 0) process.exit(code ?? 1);
  const running = [
    run(...build, '--watch', '--preserveWatchOutput'),
    run('--enable-source-maps', '--watch', 'dist/bootstrap/server.js'),
    run(vite, '--config', 'web/vite.config.ts'),
  ];
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => running.forEach((process) => process.kill()));
});
