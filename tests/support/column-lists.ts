/** A `*` where columns stand: behind what a list begins or goes on with, or before what ends one. */
const STAR = /(?:\b(?:select|distinct|all|returning)|,|\.)\s*\*|\*\s*(?:,|\)|;|\bfrom\b|\binto\b|$)/i;

/** Whether an SQL statement takes whatever columns there are, instead of naming those that it needs. */
export function takesAllColumns(statement: string): boolean {
  const bare = statement.replaceAll(/'[^']*'/g, "''").replaceAll(/count\(\*\)/gi, 'count()');
  return STAR.test(bare.trim());
}
