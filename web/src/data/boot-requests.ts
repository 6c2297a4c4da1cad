import type { Dto } from '../api/client.ts';
import type { FeedPage } from './replica.ts';

/** The requests that `boot.ts` started while the modules were loading. Each answer can be taken once. */
export type Early = {
  /**
   * The signed-in user; null means nobody is signed in. Rejects if the service could not be reached, so the
   * caller tries again.
   */
  readonly me: Promise<Dto['MeResponse'] | null>;
  /**
   * The first page of the change feed of the household that will be shown. null means that it was not requested,
   * because the device may have a stored copy or the address belongs to no household. The promise resolves to null if
   * the user has no household.
   */
  readonly copy: Promise<{ readonly householdId: string; readonly page: FeedPage } | null> | null;
};

declare global {
  interface Window {
    early?: Early;
  }
}

let copy: Early['copy'] | undefined;

/** Returns the request for the signed-in user. undefined means that none was started, or that it was already taken. */
export function takeEarlyMe(): Early['me'] | undefined {
  const early = window.early;
  delete window.early;
  copy = early?.copy;
  return early?.me;
}

/** Discards the early page of the change feed, so that it is never shown to another user. */
export const forgetEarly = (): void => void (copy = undefined);

/**
 * Returns the first page of the household's change feed. The result is null if `boot.ts` did not request a page, or if
 * the page was already taken. The promise resolves to null if the request failed, or if the page belongs to another
 * household.
 */
export function takeEarlyPage(householdId: string): Promise<FeedPage | null> | null {
  const asked = copy;
  copy = undefined;
  return (
    asked?.then(
      (answer) => (answer?.householdId === householdId ? answer.page : null),
      () => null,
    ) ?? null
  );
}
