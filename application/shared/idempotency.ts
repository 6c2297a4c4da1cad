import type { Instant } from '../../domain/shared/zone.js';
import { ApplicationError } from './errors.js';
import type { Clock, IdempotencyScope, IdempotencyStore, StoredResponse } from './ports.js';

export type IdempotentRequest = { readonly scope: IdempotencyScope; readonly fingerprint: string };

/**
 * Runs `work` at most once for a key. A second request with the key gets the kept answer; while the first is
 * still running, IDEMPOTENCY_IN_PROGRESS; with another body, IDEMPOTENCY_KEY_REUSED. `work` keeps its answer in
 * its own transaction (`scope.idempotency.answer`, for the reservation that it is told of), so that a crash leaves
 * either nothing or the whole; when it fails, the key is free again.
 */
export function runOnce({ store, clock }: { store: IdempotencyStore; clock: Clock }) {
  return async <Response extends StoredResponse>(
    { scope, fingerprint }: IdempotentRequest,
    work: (reservedAt: Instant) => Promise<Response>,
  ): Promise<{ response: Response; replayed: boolean }> => {
    const now = clock.now();
    const release = () => Promise.allSettled([store.release(scope, now)]);
    const reservation = await store.reserve(scope, fingerprint, now).catch((error: unknown) => {
      // It may have been made all the same, with only the word of it lost; the client need not wait for that.
      void release();
      throw error;
    });
    switch (reservation.kind) {
      case 'answered':
        // The scope names the route, and so what its answers look like.
        return { response: reservation.response as Response, replayed: true };
      case 'inProgress':
        throw new ApplicationError(
          'IDEMPOTENCY_IN_PROGRESS',
          'The first request with this key is still running',
          {
            retryInMs: reservation.retryInMs,
          },
        );
      case 'otherRequest':
        throw new ApplicationError('IDEMPOTENCY_KEY_REUSED', 'This key was used for a different request');
      case 'reserved':
        try {
          return { response: await work(now), replayed: false };
        } catch (error) {
          // Should this fail too, what the client must hear is the first failure.
          await release();
          throw error;
        }
    }
  };
}
