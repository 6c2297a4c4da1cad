import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * `npm run build`: builds the service and the web client, both only if they have changed. With `--check`, as for the
 * image, type errors fail the build. Written in JavaScript because nothing is compiled yet when it starts.
 */
const isChecked = process.argv.includes('--check');
const tsc = fileURLToPath(new URL('../node_modules/@typescript/native/bin/tsc', import.meta.url));
const run = (...args) =>
  spawn(process.execPath, args, { stdio: 'inherit' }).once('exit', (code) => {
    process.exitCode ||= code ?? 1;
  });

run(tsc, '-b', 'tsconfig.build.json', ...(isChecked ? [] : ['--noCheck']));
// The types of the web client include those of its messages, which its build generates.
run('web/build/fresh.ts').once('exit', () => {
  if (isChecked) for (const project of ['web', 'web/src/worker', 'web/build']) run(tsc, '-p', project);
});
