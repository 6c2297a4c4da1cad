import { isFresh, readInputs } from './inputs.ts';

/** The command of the web's half of `npm run build`: builds the client where it is not what its inputs make. */
if (!isFresh(readInputs())) {
  const [{ buildWeb }, { oneAtATime }] = await Promise.all([import('./build.ts'), import('./lock.ts')]);
  await oneAtATime(async () => {
    const inputs = readInputs();
    if (!isFresh(inputs)) await buildWeb(inputs);
  });
}
