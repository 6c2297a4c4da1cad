import { KEPT } from './kept-token.ts';

/**
 * Returns the token of a link that was sent to somebody: in the fragment, or in the query of older links. It stays in the address, where a
 * reload of the page finds it again, until it was exchanged: see {@link clearToken}.
 */
export const readToken = (): string | null => tokenInAddress() ?? keptToken(location.pathname);

/**
 * As {@link readToken}, but takes it out of the address, so that it is in no history and on no screen that is shared. This tab keeps it.
 */
export function takeToken(): string | null {
  const token = tokenInAddress();
  if (token === null) return keptToken(location.pathname);
  sessionStorage.setItem(location.pathname + KEPT, token);
  clearAddress();
  return token;
}

/** Takes the token out of the address and forgets it: it was exchanged, or is not good any more. */
export function clearToken(): void {
  dropToken(location.pathname);
  clearAddress();
}

const clearAddress = (): void => history.replaceState(null, '', location.pathname);

const tokenInAddress = (): string | null =>
  new URLSearchParams(location.hash.slice(1)).get('token') ??
  new URLSearchParams(location.search).get('token');

/** It was used. */
export const dropToken = (path: string): void => sessionStorage.removeItem(path + KEPT);

/** What a link that was followed to that path carried; null: none that is still wanted. */
export const keptToken = (path: string): string | null => sessionStorage.getItem(path + KEPT);
