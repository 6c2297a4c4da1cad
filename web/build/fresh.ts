import { isFresh, readInputs } from './inputs.ts';

/** The web part of `npm run build`: builds the client if its inputs have changed since the last build. */
if (!isFresh(readInputs())) {
  const [{ buildWeb }, { oneAtATime }] = await Promise.all([import('./build.ts'), import('./lock.ts')]);
  await oneAtATime(async () => {
    const inputs = readInputs();
    if (!isFresh(inputs)) await buildWeb(inputs);
  });
}
