import type { Key } from '../i18n/t.ts';

/** The colours that the service assigns. */
export const COLOURS = [
  '#2563eb',
  '#dc2626',
  '#16a34a',
  '#d97706',
  '#9333ea',
  '#0891b2',
  '#db2777',
  '#65a30d',
] as const;

/** The name of the message for each colour. A colour that is not listed was chosen freely by a member. */
const NAMES: Readonly<Record<(typeof COLOURS)[number], Extract<Key, `colour.${string}`>>> = {
  '#2563eb': 'colour.blue',
  '#dc2626': 'colour.red',
  '#16a34a': 'colour.green',
  '#d97706': 'colour.orange',
  '#9333ea': 'colour.purple',
  '#0891b2': 'colour.turquoise',
  '#db2777': 'colour.pink',
  '#65a30d': 'colour.lime',
};

/** Returns the message that names a colour. */
export function nameColour(color: string): (typeof NAMES)[keyof typeof NAMES] {
  const known = COLOURS.find((each) => each === color.toLowerCase());
  return known === undefined ? 'colour.custom' : NAMES[known];
}
