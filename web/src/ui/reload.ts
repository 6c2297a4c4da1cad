const PATIENCE = 5000;

/**
 * Reloads the page if the service answers; without a network that would leave the page for the error page of the browser.
 * Returns false if the page stays.
 */
export async function reloadIfReachable(): Promise<boolean> {
  const answer = await fetch('/v1/meta', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) }).catch(
    () => null,
  );
  if (answer?.ok !== true) return false;
  location.reload();
  return true;
}
