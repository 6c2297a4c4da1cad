import '../typescript.mjs';

/**
 * Jest loads this file with Node's own loader, which cannot import TypeScript statically. So it imports at
 * run time.
 */
export default async function globalSetup() {
  const { setUp } = await import('./lifecycle.ts');
  await setUp();
}
