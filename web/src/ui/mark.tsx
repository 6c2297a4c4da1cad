/** The logo of the app: a roof over a tick. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="14" fill="#1f5443" />
      <g fill="none" stroke-width="5" stroke-linecap="round" stroke-linejoin="round">
        <path d="M12 33 32 16l20 17" stroke="#fffdf8" />
        <path d="m22 40 7 7 14-14" stroke="#f0b545" />
      </g>
    </svg>
  );
}
