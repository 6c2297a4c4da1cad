import { useEffect, useState } from 'preact/hooks';
import styles from './qr-code.module.css';

/** A text as a QR code, rendered once the library is loaded. */
export function QrCode({ of: text, label }: { of: string; label: string }) {
  const [drawn, setDrawn] = useState<{ size: number; path: string } | null>(null);
  useEffect(() => {
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { border: 2 });
      const path = data
        .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
        .join('');
      setDrawn({ size, path });
    });
  }, [text]);
  if (drawn === null) return <div class={styles.code} />;
  return (
    <svg class={styles.code} viewBox={`0 0 ${drawn.size} ${drawn.size}`} role="img" aria-label={label}>
      <rect width={drawn.size} height={drawn.size} fill="#fff" />
      <path d={drawn.path} fill="#1d2824" />
    </svg>
  );
}
