import { KEPT } from './kept-token.ts';

/**
 * The token of a link that was sent to somebody: in the fragment, or in the query of older links. It is read once and taken out of the
 * address, so that it is in no history and on no screen that is shared.
 */
export function takeToken(): string | null {
  const token =
    new URLSearchParams(location.hash.slice(1)).get('token') ??
    new URLSearchParams(location.search).get('token');
  if (token === null) return keptToken(location.pathname);
  sessionStorage.setItem(location.pathname + KEPT, token);
  history.replaceState(null, '', location.pathname);
  return token;
}

/** It was used. */
export const dropToken = (path: string): void => sessionStorage.removeItem(path + KEPT);

/** What a link that was followed to that path carried; null: none that is still wanted. */
export const keptToken = (path: string): string | null => sessionStorage.getItem(path + KEPT);
