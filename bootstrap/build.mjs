import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

/**
 * `npm run build`: the service and the web client side by side, each where it has changed. With `--check`, as for the
 * image, types that do not fit fail it too. In JavaScript, since nothing is built yet when it starts.
 */
const isChecked = process.argv.includes('--check');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const run = (...args) =>
  spawn(process.execPath, args, { stdio: 'inherit' }).once('exit', (code) => {
    process.exitCode ||= code ?? 1;
  });

run(tsc, '-b', 'tsconfig.build.json', ...(isChecked ? [] : ['--noCheck']));
// Its types are those of messages that its build makes.
run('web/build/fresh.ts').once('exit', () => {
  if (isChecked) for (const project of ['web', 'web/src/worker', 'web/build']) run(tsc, '-p', project);
});
