/** PERSONAL is visible to its author only, SHARED to every member of the household. */
export const VISIBILITIES = ['PERSONAL', 'SHARED'] as const;
export type Visibility = (typeof VISIBILITIES)[number];
