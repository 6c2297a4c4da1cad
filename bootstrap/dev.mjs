import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

/**
 * `npm run dev`: builds on change, tells of types that do not fit, and restarts the service from what was built; beside
 * it Vite serves the web client from its sources. In JavaScript, since nothing is built yet when it starts.
 */
const { resolve } = createRequire(import.meta.url);
const build = [resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json'];
const vite = resolve('vite/package.json').replace('package.json', 'bin/vite.js');
const run = (...args) => spawn(process.execPath, args, { stdio: 'inherit' });

// The service needs something to start from; whatever types do not fit, the watching compiler tells of again.
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
