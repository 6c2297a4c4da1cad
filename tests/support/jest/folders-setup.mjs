import '../typescript.mjs';

/**
 * Runs before the first test file that needs no database, so that its temporary files are removed even if the run is
 * interrupted. Jest loads this file with Node's own loader, which cannot import TypeScript statically.
 */
export default async function createFolders() {
  const { runFolders } = await import('./run-folders.ts');
  await runFolders();
}
