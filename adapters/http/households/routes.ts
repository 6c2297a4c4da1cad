import {
  AbsenceInput,
  CreateMemberInput,
  AwayPeriodInput,
  UpdateAwayPeriodInput,
  UpdateMemberInput,
  CreateHouseholdInput,
  UpdateHouseholdInput,
  type WEEK_STARTS,
} from './schema.js';
import {
  MemberDto,
  presentMember,
  HouseholdDto,
  presentHousehold,
  presentHouseholdDetail,
} from './present.js';
import { EditPreviewDto, foretell, FORETOLD, presentEditPreview } from '../tasks/edit-preview.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { MemberEdit } from '../../../application/households/edit-member.js';
import type { AwayPeriod } from '../../../domain/rotation/away.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import type { Weekday } from '../../../domain/shared/civil-date.js';
import { DryRunQuery, PageQuery } from '../schema/query.js';
import { answerPage, readPage, type CursorShape } from '../page.js';

const CURSOR: CursorShape = ['id'];
const MEMBER = '/v1/households/{householdId}/members/{memberId}';

export function householdRoutes({ useCases }: RouteDependencies): Route[] {
  const showMember = async ({
    caller,
    params: { memberId },
  }: {
    readonly caller: MemberCaller;
    readonly params: { readonly memberId: MemberId };
  }) => ({ body: presentMember(await useCases.showRow(caller, 'member', memberId)) });
  return tagged('Households', [
    route({
      method: 'post',
      path: '/v1/households',
      operationId: 'createHousehold',
      summary: 'Create a household and own it',
      access: 'session',
      body: CreateHouseholdInput,
      responses: [{ status: 201, description: 'The household', body: HouseholdDto, headers: ['Location'] }],
      errors: ['LIMIT_REACHED'],
      handle: async ({ caller, body }) => {
        const { name, timeZone = null, locale = null, weekStartsOn } = body;
        const weekday = weekStartsOn === undefined ? null : toWeekday(weekStartsOn);
        const detail = await useCases.createHousehold(caller, {
          name,
          timeZone,
          locale,
          weekStartsOn: weekday,
        });
        return {
          body: presentHouseholdDetail(detail),
          headers: { Location: `/v1/households/${detail.household.id}` },
        };
      },
    }),
    route({
      method: 'get',
      path: '/v1/households',
      operationId: 'listHouseholds',
      summary: 'The households of the caller',
      access: 'session',
      query: PageQuery,
      responses: [{ status: 200, description: 'Oldest first', body: [HouseholdDto], headers: ['Link'] }],
      handle: async ({ caller, query, http }) =>
        answerPage(http, await useCases.listHouseholds(caller, readPage(query, CURSOR)), presentHousehold),
    }),
    route({
      method: 'get',
      path: '/v1/households/{householdId}',
      operationId: 'getHousehold',
      summary: 'A household with its members',
      access: 'member',
      responses: [{ status: 200, description: 'The household', body: HouseholdDto }],
      handle: async ({ caller }) => ({ body: presentHouseholdDetail(await useCases.showHousehold(caller)) }),
    }),
    route({
      method: 'patch',
      path: '/v1/households/{householdId}',
      operationId: 'updateHousehold',
      onReplay: async ({ caller }) => ({
        body: presentHouseholdDetail(await useCases.showHousehold(caller)),
      }),
      summary: 'Change the settings of a household (as an owner)',
      access: 'member',
      bulkCost: ({ caller, query: { dryRun = false }, body: { weekStartsOn } }) =>
        dryRun || weekStartsOn !== undefined ? useCases.measureHousehold(caller.household.id) : 0,
      query: DryRunQuery,
      body: UpdateHouseholdInput,
      responses: [{ status: 200, description: 'The household', body: HouseholdDto }, FORETOLD],
      errors: ['FORBIDDEN'],
      handle: async ({ caller, query: { dryRun = false }, body: { weekStartsOn, ...said } }) => {
        const edit = { ...said, ...(weekStartsOn && { weekStartsOn: toWeekday(weekStartsOn) }) };
        return dryRun
          ? foretell(await useCases.previewHouseholdEdit(caller, edit))
          : { body: presentHouseholdDetail(await useCases.editHousehold(caller, edit)) };
      },
    }),
    route({
      method: 'delete',
      path: '/v1/households/{householdId}',
      operationId: 'deleteHousehold',
      // A repetition finds no household.
      summary: 'Delete a household with all that is in it, at once (as an owner)',
      access: 'member',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      responses: [{ status: 204, description: 'Deleted' }],
      errors: ['FORBIDDEN'],
      handle: ({ caller }) => useCases.deleteHousehold(caller),
    }),
    route({
      method: 'post',
      path: '/v1/households/{householdId}/members',
      operationId: 'createMember',
      onReplay: async ({ caller, operation }) => ({
        body: presentMember(await useCases.showRow(caller, 'member', operation)),
      }),
      summary: 'Add somebody who has no account (as an owner)',
      access: 'member',
      body: CreateMemberInput,
      responses: [{ status: 201, description: 'The member', body: MemberDto }],
      errors: ['FORBIDDEN', 'LIMIT_REACHED'],
      handle: async ({ caller, body }) => ({
        body: presentMember(await useCases.createMember(caller, body)),
      }),
    }),
    route({
      method: 'patch',
      path: MEMBER,
      operationId: 'updateMember',
      onReplay: showMember,
      summary:
        'Change a member (as an owner, or who looks after them), or one’s own name, colour and days away',
      access: 'member',
      bulkCost: ({ caller, query: { dryRun = false }, body }) =>
        dryRun || PRESENCE.some((field) => body[field] !== undefined)
          ? useCases.measureHousehold(caller.household.id)
          : 0,
      query: DryRunQuery,
      body: UpdateMemberInput,
      responses: [{ status: 200, description: 'The member', body: MemberDto }, FORETOLD],
      errors: ['NOT_FOUND', 'FORBIDDEN', 'LAST_OWNER', 'INVALID_STATE'],
      handle: async ({ caller, params: { memberId }, query: { dryRun = false }, body }) => {
        const edit = readMemberEdit(body);
        return dryRun
          ? foretell(await useCases.previewMemberEdit(caller, memberId, edit))
          : { body: presentMember(await useCases.editMember(caller, memberId, edit)) };
      },
    }),
    route({
      method: 'post',
      path: `${MEMBER}/preview`,
      operationId: 'previewAbsence',
      summary: 'Whose turns would change if a member were away on these days; writes nothing',
      access: 'member',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      body: AbsenceInput,
      responses: [
        { status: 200, description: 'Counts, and the first turns that change', body: EditPreviewDto },
      ],
      errors: ['NOT_FOUND', 'FORBIDDEN'],
      handle: async ({ caller, params, body }) => ({
        body: presentEditPreview(
          await useCases.previewMemberEdit(caller, params.memberId, {
            awayPeriods: body.awayPeriods.map(readAwayPeriod),
          }),
        ),
      }),
    }),
    route({
      method: 'post',
      path: `${MEMBER}/away`,
      operationId: 'createAwayPeriod',
      onReplay: showMember,
      summary: 'Days on which a member is away, or until further notice; the others they have said stay',
      access: 'member',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: DryRunQuery,
      body: AwayPeriodInput,
      responses: [{ status: 201, description: 'The member', body: MemberDto }, FORETOLD],
      errors: ['NOT_FOUND', 'FORBIDDEN', 'LIMIT_REACHED'],
      handle: async ({ caller, params: { memberId }, query: { dryRun = false }, body }) => {
        const period = readAwayPeriod(body);
        return dryRun
          ? foretell(await useCases.previewNewAbsence(caller, memberId, period))
          : { body: presentMember(await useCases.addAbsence(caller, memberId, period)) };
      },
    }),
    route({
      method: 'patch',
      path: `${MEMBER}/away/{awayPeriodId}`,
      operationId: 'updateAwayPeriod',
      onReplay: showMember,
      summary: 'Change the first or the last day of an absence',
      access: 'member',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: DryRunQuery,
      body: UpdateAwayPeriodInput,
      responses: [{ status: 200, description: 'The member', body: MemberDto }, FORETOLD],
      errors: ['NOT_FOUND', 'FORBIDDEN'],
      handle: async ({ caller, params: { memberId, awayPeriodId }, query: { dryRun = false }, body }) =>
        dryRun
          ? foretell(await useCases.previewAbsenceEdit(caller, memberId, awayPeriodId, body))
          : { body: presentMember(await useCases.editAbsence(caller, memberId, awayPeriodId, body)) },
    }),
    route({
      method: 'delete',
      path: `${MEMBER}/away/{awayPeriodId}`,
      operationId: 'deleteAwayPeriod',
      summary: 'Take an absence back: the turns are the member’s again',
      access: 'member',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: DryRunQuery,
      responses: [{ status: 204, description: 'Taken back' }, FORETOLD],
      errors: ['NOT_FOUND', 'FORBIDDEN'],
      handle: async ({ caller, params: { memberId, awayPeriodId }, query: { dryRun = false } }) => {
        if (dryRun) return foretell(await useCases.previewAbsenceRemoval(caller, memberId, awayPeriodId));
        await useCases.removeAbsence(caller, memberId, awayPeriodId);
        return {};
      },
    }),
    route({
      method: 'delete',
      path: MEMBER,
      operationId: 'removeMember',
      summary: 'Leave a household, or remove someone from it (as an owner)',
      access: 'member',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: DryRunQuery,
      responses: [{ status: 204, description: 'Gone; with the last member, the household too' }, FORETOLD],
      errors: ['NOT_FOUND', 'FORBIDDEN', 'LAST_OWNER'],
      handle: async ({ caller, params: { memberId }, query: { dryRun = false } }) => {
        if (dryRun) return foretell(await useCases.previewDeparture(caller, memberId));
        await useCases.removeMember(caller, memberId);
        return {};
      },
    }),
  ]);
}

/** With these fields turns are planned again. */
const PRESENCE = [
  'awayPeriods',
  'activeFrom',
  'activeUntil',
  'takesTurns',
] as const satisfies readonly (keyof UpdateMemberInput)[];

const toWeekday = (start: (typeof WEEK_STARTS)[number]) => start.toLowerCase() as Weekday;

function readMemberEdit({ awayPeriods, ...edit }: UpdateMemberInput): MemberEdit {
  return awayPeriods === undefined ? edit : { ...edit, awayPeriods: awayPeriods.map(readAwayPeriod) };
}

function readAwayPeriod({ from, to = null }: AwayPeriodInput): AwayPeriod {
  return { from, to };
}
