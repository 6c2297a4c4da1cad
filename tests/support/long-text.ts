/**
 * Returns an SQL expression for a text of this length, a multiple of 1,024 bytes. Repeating a single letter takes longer,
 * because PostgreSQL copies the repeated text piece by piece.
 */
export const longText = (bytes: number): string => `repeat(repeat('x', 1024), ${bytes / 1024})`;
