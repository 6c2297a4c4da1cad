import { h } from 'preact';

export type IconNode = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];

/** A drawing of lucide; always beside a word, or in something that has a name. */
export function Icon({ of, size = 20, stroke = 1.75 }: { of: IconNode; size?: number; stroke?: number }) {
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
      {of.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}
