import type { Instant } from '../../../domain/shared/zone.js';

export function presentInstant(at: Instant): string;
export function presentInstant(at: Instant | null): string | null;
export function presentInstant(at: Instant | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
