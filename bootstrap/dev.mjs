import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

/**
 * `npm run dev`: builds on change, tells of types that do not fit, and restarts the service from what was built. In
 * JavaScript, since nothing is built yet when it starts.
 */
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const build = [tsc, '-p', 'tsconfig.build.json'];
const run = (...args) => spawn(process.execPath, args, { stdio: 'inherit' });

// The service needs something to start from; whatever types do not fit, the watching compiler tells of again.
run(...build, '--noCheck').once('exit', (code) => {
  if (code !== 0) process.exit(code ?? 1);
  const compiler = run(...build, '--watch', '--preserveWatchOutput');
  const service = run('--enable-source-maps', '--watch', 'dist/bootstrap/server.js');
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      compiler.kill();
      service.kill();
    });
});
