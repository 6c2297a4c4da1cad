/**
 * Matches a `*` that stands for all columns: after the start of a select list or a comma, or before the end
 * of the list.
 */
const STAR = /(?:\b(?:select|distinct|all|returning)|,|\.)\s*\*|\*\s*(?:,|\)|;|\bfrom\b|\binto\b|$)/i;

/** Returns true if an SQL statement reads all columns with `*` instead of naming them. */
export function takesAllColumns(statement: string): boolean {
  const bare = statement.replaceAll(/'[^']*'/g, "''").replaceAll(/count\(\*\)/gi, 'count()');
  return STAR.test(bare.trim());
}
