import '../typescript.mjs';

export default async function globalTeardown() {
  const { tearDown } = await import('./lifecycle.ts');
  await tearDown();
}
