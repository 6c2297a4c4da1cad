const PATIENCE = 5000;

/**
 * Reloads the page if the service answers. Without a network the browser would show its error page instead.
 * @returns false if the page was not reloaded
 */
export async function reloadIfReachable(): Promise<boolean> {
  const answer = await fetch('/v1/meta', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) }).catch(
    () => null,
  );
  if (answer?.ok !== true) return false;
  location.reload();
  return true;
}
