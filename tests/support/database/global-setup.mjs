import '../typescript.mjs';

/** jest loads this file with Node's own loader, hence the detour to TypeScript. */
export default async function globalSetup() {
  const { setUp } = await import('./lifecycle.ts');
  await setUp();
}
