import type { RecurrenceRule } from './rule.js';

type OptionalPart = Exclude<keyof RecurrenceRule, 'frequency'>;

export function withoutParts(rule: RecurrenceRule, ...parts: readonly OptionalPart[]): RecurrenceRule {
  const dropped: ReadonlySet<string> = new Set(parts);
  return Object.fromEntries(Object.entries(rule).filter(([part]) => !dropped.has(part))) as RecurrenceRule;
}
