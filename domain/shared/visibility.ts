/** PERSONAL: only its author sees it. SHARED: every member of the household sees it. */
export const VISIBILITIES = ['PERSONAL', 'SHARED'] as const;
export type Visibility = (typeof VISIBILITIES)[number];
