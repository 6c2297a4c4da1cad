import { IDEMPOTENCY_KEY } from '../idempotency-key.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import { MadeShiftDto, presentLostShift, presentShift } from './shift-present.js';
import { readShifted, ShiftInput } from './shift-schema.js';

export function shiftRoutes({ useCases }: RouteDependencies): Route[] {
  return tagged('Days', [
    route({
      method: 'post',
      path: '/v1/households/{householdId}/shift',
      operationId: 'shiftByDays',
      // What an answer tells is nowhere but in it.
      headers: [IDEMPOTENCY_KEY],
      summary: 'Move what is planned from a day on, for good, by some days',
      access: 'member',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      body: ShiftInput,
      responses: [
        {
          status: 200,
          description:
            'What it did: each series goes on from its first date from then on, as an edit with scope `following` has it; with `dryRun` what it would do, and nothing is changed',
          body: MadeShiftDto,
          headers: ['Idempotent-Replayed'],
        },
      ],
      errors: ['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED', 'LIMIT_REACHED', 'TASK_NOT_FOUND'],
      onReplay: ({ caller, operation }) => ({ body: presentLostShift(operation, caller) }),
      handle: async ({ caller, body }) => {
        const { days, from, oneOff = false, dryRun = false } = body;
        const wanted = { days, from, oneOff, what: readShifted(body) };
        const shift = dryRun ? useCases.previewShift : useCases.shiftByDays;
        return { body: presentShift(await shift(caller, wanted)) };
      },
    }),
  ]);
}
