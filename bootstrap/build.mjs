import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { isFresh, readInputs } from '../web/build/fresh.ts';

/**
 * `npm run build`: the service and the web client side by side, each where it has changed. In JavaScript, since nothing
 * is built yet when it starts.
 */
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const compiler = spawn(process.execPath, [tsc, '-b', 'tsconfig.build.json', '--noCheck'], {
  stdio: 'inherit',
});
compiler.once('exit', (code) => {
  process.exitCode ||= code ?? 1;
});

const inputs = readInputs();
if (!isFresh(inputs)) {
  const { buildWeb } = await import('../web/build/build.ts');
  await buildWeb(inputs);
}
