import { ApplicationError } from './errors.js';
import type { IdempotencyScope, StoredResponse } from './ports.js';
import type { UnitOfWorkScope } from './unit-of-work.js';
import type { Needs } from './needs.js';

export type IdempotentRequest = { readonly scope: IdempotencyScope; readonly fingerprint: string };

type Dependencies = Needs<'idempotencyStore' | 'unitOfWork' | 'clock'>;

/** A repetition names the operation that the first request was, as every mutation does. */
function withOperation<Response extends StoredResponse>(
  response: Response,
  { journal, operation }: UnitOfWorkScope,
): Response {
  if (operation.by === null || journal.entries().length === 0) return response;
  return { ...response, headers: { ...response.headers, 'Operation-Id': operation.id } };
}

/**
 * Runs `work` in a transaction, and at most once for the key of `request`; null: as often as it is asked. What is
 * presented of its result is kept in the same transaction, so that a crash leaves either nothing or the whole, and is
 * what a second request with the key gets; while the first is still running, that one gets IDEMPOTENCY_IN_PROGRESS,
 * and with another body IDEMPOTENCY_KEY_REUSED. When the work fails, the key is free again.
 *
 * @param goOn does what follows in further transactions, and presents all of it. Its answer replaces that of `work` under
 *   the key. If it fails, the key keeps the answer of `work`, which a job finishes.
 */
export function runOnce({ idempotencyStore: store, unitOfWork, clock }: Dependencies) {
  return async <Result, Response extends StoredResponse>(
    request: IdempotentRequest | null,
    work: (scope: UnitOfWorkScope) => Promise<Result>,
    present: (result: Result) => Response,
    goOn: ((result: Result) => Promise<Response>) | null = null,
  ): Promise<{ response: Response; replayed: boolean }> => {
    if (request === null) {
      const result = await unitOfWork.run(work);
      return { response: goOn === null ? present(result) : await goOn(result), replayed: false };
    }
    const { scope: key, fingerprint } = request;
    const now = clock.now();
    const release = () => Promise.allSettled([store.release(key, now)]);
    const reservation = await store.reserve(key, fingerprint, now).catch((error: unknown) => {
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
          { retryInMs: reservation.retryInMs },
        );
      case 'otherRequest':
        throw new ApplicationError('IDEMPOTENCY_KEY_REUSED', 'This key was used for a different request');
      case 'reserved':
        try {
          const { result, first } = await unitOfWork.run(async (scope) => {
            const result = await work(scope);
            const first = withOperation(present(result), scope);
            await scope.idempotency.answer(key, now, first);
            return { result, first };
          });
          if (goOn === null) return { response: first, replayed: false };
          const whole = await goOn(result);
          const response = { ...whole, headers: { ...first.headers, ...whole.headers } };
          await unitOfWork.run(({ idempotency }) => idempotency.replace(key, now, response));
          return { response, replayed: false };
        } catch (error) {
          // Should this fail too, what the client must hear is the first failure.
          await release();
          throw error;
        }
    }
  };
}
