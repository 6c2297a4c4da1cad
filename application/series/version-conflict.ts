import type { Occurrence } from '../../domain/tasks/occurrence.js';
import type { SeriesView } from './queries.js';
import { ApplicationError } from '../shared/errors.js';

/**
 * The version that the caller has read, from the body or from the If-Match header. Both are missing if the caller
 * sent no version.
 */
export type Precondition = { readonly version?: number; readonly ifMatch?: number };

/** The row has changed since the caller read it. `current` is its current state. */
export class VersionConflict extends ApplicationError {
  readonly current: Occurrence | SeriesView;
  /** True if the outdated version came from If-Match. HTTP has a status of its own for that (412). */
  readonly failedPrecondition: boolean;

  constructor(current: Occurrence | SeriesView, failedPrecondition: boolean) {
    super('VERSION_CONFLICT', 'The task has changed since it was read');
    this.current = current;
    this.failedPrecondition = failedPrecondition;
  }
}

/**
 * Throws a VersionConflict unless the caller has read the current version. A caller who sent no version is accepted.
 */
export function requireVersion(current: Occurrence | SeriesView, { version, ifMatch }: Precondition): void {
  const { version: now } = 'series' in current ? current.series : current;
  if (ifMatch !== undefined && ifMatch !== now) throw new VersionConflict(current, true);
  if (version !== undefined && version !== now) throw new VersionConflict(current, false);
}
