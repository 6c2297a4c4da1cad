import { KEPT } from './kept-token.ts';

/**
 * Returns the token of the link that opened the page, such as an invitation. The token is in the fragment of the URL,
 * or in the query of older links. It stays in the URL until it was used, so that a reload finds it again (see {@link
 * clearToken}).
 */
export const readToken = (): string | null => tokenInAddress() ?? keptToken(location.pathname);

/**
 * Works like {@link readToken}, but moves the token from the address to this tab's sessionStorage, so that it
 * is neither in the browser history nor on a shared screen.
 */
export function takeToken(): string | null {
  const token = tokenInAddress();
  if (token === null) return keptToken(location.pathname);
  sessionStorage.setItem(location.pathname + KEPT, token);
  clearAddress();
  return token;
}

/** Removes the token from the URL and from sessionStorage. Called when the token was used or has expired. */
export function clearToken(): void {
  dropToken(location.pathname);
  clearAddress();
}

const clearAddress = (): void => history.replaceState(null, '', location.pathname);

const tokenInAddress = (): string | null =>
  new URLSearchParams(location.hash.slice(1)).get('token') ??
  new URLSearchParams(location.search).get('token');

/** Deletes the stored token of a link. Call it after the token was used. */
export const dropToken = (path: string): void => sessionStorage.removeItem(path + KEPT);

/** Returns the stored token of the link with this path. null means there is none. */
export const keptToken = (path: string): string | null => sessionStorage.getItem(path + KEPT);
