import type { Instant } from '../../domain/shared/zone.js';

export interface Clock {
  now(): Instant;
}
