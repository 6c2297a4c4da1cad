import { h } from 'preact';

export type IconNode = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];

/** All its paths as one, since a list draws an icon with every row. `M0 0`: where the first of them is relative, it is so to the corner. */
const joinPaths = (of: IconNode): string =>
  of.map(([tag, { d }]) => (tag === 'path' && d !== undefined ? `M0 0${d}` : '')).join('');

/** A drawing of lucide; always beside a word, or in something that has a name. */
export function Icon({ of, size = 20, stroke = 1.75 }: { of: IconNode; size?: number; stroke?: number }) {
  const path = joinPaths(of);
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width={stroke}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {path !== '' && <path d={path} />}
      {of.map(([tag, attributes]) => tag !== 'path' && h(tag, attributes))}
    </svg>
  );
}
