/**
 * The token of a link is stored in sessionStorage under the path of the link plus this suffix. It is in a
 * file of its own, because the first load does not need the code that reads links.
 */
export const KEPT = '#token';

export const isLinkToken = (key: string): boolean => key.endsWith(KEPT);
