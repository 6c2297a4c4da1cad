import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

/**
 * `npm run build`: the service and the web client side by side, each where it has changed. In JavaScript, since nothing
 * is built yet when it starts.
 */
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const run = (...args) =>
  spawn(process.execPath, args, { stdio: 'inherit' }).once('exit', (code) => {
    process.exitCode ||= code ?? 1;
  });

run(tsc, '-b', 'tsconfig.build.json', '--noCheck');
run('web/build/fresh.ts');
