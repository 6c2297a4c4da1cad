import type { Request } from 'express';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { UnitOfWorkScope } from '../../../application/shared/unit-of-work.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { IDEMPOTENCY_KEY, readIdempotencyKey } from '../idempotency-key.js';
import type { RouteResponse } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import { OccurrenceDto, presentOccurrence } from './present.js';

/** What the rows of the table have in common whose requests create a task. */
export const CREATES_A_TASK = {
  method: 'post',
  access: 'member',
  headers: [IDEMPOTENCY_KEY],
  responses: [
    {
      status: 201,
      description: 'The (first) occurrence',
      body: OccurrenceDto,
      headers: ['Location', 'ETag', 'Idempotent-Replayed'],
    },
  ],
} as const;

export const CREATION_ERRORS = [
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
  'LIMIT_REACHED',
] as const;

/** Creates with the key of the request, if it has one, at most once. */
export function taskCreator({ useCases, clock }: RouteDependencies) {
  return async (
    operation: string,
    { caller, body, http }: { caller: MemberCaller; body: object; http: Request },
    create: (scope: UnitOfWorkScope) => Promise<Occurrence>,
  ): Promise<RouteResponse<OccurrenceDto>> => {
    const created = (occurrence: Occurrence) => ({
      status: 201,
      headers: {
        Location: `/v1/households/${occurrence.householdId}/occurrences/${occurrence.id}`,
        ETag: `"${occurrence.version}"`,
      },
      body: presentOccurrence(occurrence, caller.household, clock.now()),
    });
    const request = readIdempotencyKey(http, caller, operation, body);
    const { response, replayed } = await useCases.runOnce(request, create, created);
    return {
      ...response,
      headers: { ...response.headers, ...(replayed && { 'Idempotent-Replayed': 'true' }) },
    };
  };
}
