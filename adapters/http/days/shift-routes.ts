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
      // The answer cannot be computed again later. So it is stored, and a request that repeats the Idempotency-Key
      // gets the stored answer.
      headers: [IDEMPOTENCY_KEY],
      summary: 'Shift the schedule',
      description: [
        'Moves planned dates permanently by up to 60 days in either direction, for the ' +
          'series in `seriesIds`, for a category or for `all`. With `oneOff`, one-off ' +
          'tasks move too. Each series goes on ' +
          'from its moved date, as after an edit with scope `following`.',
        '- Occurrences that members have edited or completed do not move.',
        '- `left` lists the series and tasks that are not moved, each with a reason. ' +
          '`WHEN_AWAY_KEEP`: the series has `whenAway: "keep"`, and `seriesIds` does not name ' +
          'it. `NOTHING_PLANNED`: it has no date on or after `from` that may move. ' +
          '`SEVERAL_DAYS`: its rule cannot be moved, for example because it names several days of ' +
          'the month. `NO_DATE`: after the shift, it would have no date left. ' +
          '`NOTHING_EARLIER`: today, or a date ' +
          'that stays, leaves no room for earlier dates.',
        '- `undoable: false` means that the shift is not complete yet or is too large to undo. If ' +
          'it is too large, shift it back instead.',
        '- With `dryRun: true` in the body, nothing is changed.',
      ],
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      body: ShiftInput,
      responses: [
        {
          status: 200,
          description: 'The dates that the shift changed or would change.',
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
