import { h } from 'preact';

export type IconNode = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];

/**
 * Joins the paths of an icon into one path, because lists render an icon in every row. Each path begins with the
 * command `M0 0`, so that a relative first command starts at the corner.
 */
const joinPaths = (of: IconNode): string =>
  of.map(([tag, { d }]) => (tag === 'path' && d !== undefined ? `M0 0${d}` : '')).join('');

/**
 * An icon of the lucide set. It has no accessible name, so it must be next to a text or inside a named element.
 */
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
