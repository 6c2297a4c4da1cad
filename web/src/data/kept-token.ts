/** What follows the path of a link under which its token is kept; apart from the reading of links, which the first load does without. */
export const KEPT = '#token';

export const isLinkToken = (key: string): boolean => key.endsWith(KEPT);
