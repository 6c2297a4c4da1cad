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
  answerJoined,
  MemberDto,
  presentMember,
  HouseholdDto,
  presentHousehold,
  presentHouseholdDetail,
} from './present.js';
import { EditPreviewDto, answerDryRun, DRY_RUN_RESPONSE, presentEditPreview } from '../tasks/edit-preview.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { MemberEdit } from '../../../application/households/edit-member.js';
import type { AwayPeriod } from '../../../domain/rotation/away.js';
import { route, type Route, tagged } from '../route.js';
import type { RouteDependencies } from '../route-dependencies.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import type { Weekday } from '../../../domain/shared/civil-date.js';
import { DryRunQuery, PageQuery } from '../schema/query.js';
import { answerPage, readPage, type CursorShape, pageOf } from '../page.js';

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
      summary: 'Create a household',
      description: 'Creates a household. The caller becomes its owner and first member.',
      body: CreateHouseholdInput,
      responses: [{ status: 201, description: 'The household.', body: HouseholdDto, headers: ['Location'] }],
      errors: ['LIMIT_REACHED'],
      handle: async ({ caller, body }) => {
        const { name, timeZone = null, locale = null, weekStartsOn: start } = body;
        const weekStartsOn = start === undefined ? null : toWeekday(start);
        return answerJoined(await useCases.createHousehold(caller, { name, timeZone, locale, weekStartsOn }));
      },
    }),
    route({
      method: 'get',
      path: '/v1/households',
      operationId: 'listHouseholds',
      summary: 'List the households of the caller',
      description:
        'Returns the households to which the caller belongs, without their members. Read the ' +
        'members with `GET /v1/households/{householdId}`.',
      query: PageQuery,
      responses: [pageOf(HouseholdDto, 'The rows, oldest first.')],
      handle: async ({ caller, query, http }) =>
        answerPage(http, await useCases.listHouseholds(caller, readPage(query, CURSOR)), presentHousehold),
    }),
    route({
      method: 'get',
      path: '/v1/households/{householdId}',
      operationId: 'getHousehold',
      summary: 'Show a household',
      description:
        'Returns the settings of the household, and its current and former members. `memberId` is ' +
        'the caller’s member id. `storage` counts the files that the caller may see.',
      responses: [{ status: 200, description: 'The household.', body: HouseholdDto }],
      handle: async ({ caller }) => ({ body: presentHouseholdDetail(await useCases.showHousehold(caller)) }),
    }),
    route({
      method: 'patch',
      path: '/v1/households/{householdId}',
      operationId: 'updateHousehold',
      onReplay: async ({ caller }) => ({
        body: presentHouseholdDetail(await useCases.showHousehold(caller)),
      }),
      summary: 'Edit the settings of a household',
      description: [
        'Changes the settings. Fields that are missing keep their values.',
        'If `weekStartsOn` changes, series whose dates depend on it are planned again. Use ' +
          '`dryRun=true` to see what it would change.',
      ],
      bulkCost: ({ caller, query: { dryRun = false }, body: { weekStartsOn } }) =>
        dryRun || weekStartsOn !== undefined ? useCases.measureHousehold(caller.household.id) : 0,
      query: DryRunQuery,
      body: UpdateHouseholdInput,
      responses: [{ status: 200, description: 'The household.', body: HouseholdDto }, DRY_RUN_RESPONSE],
      errors: ['FORBIDDEN'],
      handle: async ({ caller, query: { dryRun = false }, body: { weekStartsOn, ...said } }) => {
        const edit = { ...said, ...(weekStartsOn && { weekStartsOn: toWeekday(weekStartsOn) }) };
        return dryRun
          ? answerDryRun(await useCases.previewHouseholdEdit(caller, edit))
          : { body: presentHouseholdDetail(await useCases.editHousehold(caller, edit)) };
      },
    }),
    route({
      method: 'delete',
      path: '/v1/households/{householdId}',
      operationId: 'deleteHousehold',
      summary: 'Delete a household',
      description:
        'Deletes the household with everything in it, at once and for all members. It cannot ' + 'be undone.',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      responses: [{ status: 204, description: 'The household was deleted.' }],
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
      summary: 'Add a member without an account',
      description: [
        'Adds a person or a pet that has no account. A household may ' +
          'have at most 30 such members, and 50 members in all.',
        'Such members take turns and appear in statistics. Owners may change everything about ' +
          'them. The members in `managerIds` may change everything except role and weight. The ' +
          'managers also get the notifications of these members (`params.forMemberId`) and answer ' +
          'swap requests for them. If all managers are away, or there are none, the owners do ' +
          'both. Pets have `takesTurns: ' +
          'false` by default. They cannot complete tasks or have a PIN (400, rule `animal`), and ' +
          'cannot have a pass (409 `INVALID_STATE`).',
      ],
      body: CreateMemberInput,
      responses: [{ status: 201, description: 'The member.', body: MemberDto }],
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
      summary: 'Edit a member',
      description: [
        'Changes a member. Owners may change everything. Managers may change everything ' +
          'about their members without an account, except role ' +
          'and weight. Other members may change their own name, colour ' +
          'and absences.',
        '- `takesTurns: false` keeps a member out of rotations. While a rotation names the ' +
          'member, the answer is 409 with `details.seriesId`.',
        '- `activeFrom` and `activeUntil` are the first and last day of a member. Outside of ' +
          'them the member counts as away. On the day after `activeUntil` the member leaves ' +
          'automatically.',
        '- A change of these days or of absences plans turns again. Use `dryRun=true` to see what ' +
          'it would change.',
      ],
      bulkCost: ({ caller, query: { dryRun = false }, body }) =>
        dryRun || PRESENCE.some((field) => body[field] !== undefined)
          ? useCases.measureHousehold(caller.household.id)
          : 0,
      query: DryRunQuery,
      body: UpdateMemberInput,
      responses: [{ status: 200, description: 'The member.', body: MemberDto }, DRY_RUN_RESPONSE],
      errors: ['NOT_FOUND', 'FORBIDDEN', 'LAST_OWNER', 'INVALID_STATE'],
      handle: async ({ caller, params: { memberId }, query: { dryRun = false }, body }) => {
        const edit = readMemberEdit(body);
        return dryRun
          ? answerDryRun(await useCases.previewMemberEdit(caller, memberId, edit))
          : { body: presentMember(await useCases.editMember(caller, memberId, edit)) };
      },
    }),
    route({
      method: 'post',
      path: `${MEMBER}/preview`,
      operationId: 'previewAbsence',
      summary: 'Preview an absence',
      description:
        'Returns whose turns would change if the absences of a member were exactly those in ' +
        'the body. Nothing is changed.',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      body: AbsenceInput,
      responses: [
        {
          status: 200,
          description: 'The counts, and the first turns that would change.',
          body: EditPreviewDto,
        },
      ],
      errors: ['NOT_FOUND', 'FORBIDDEN'],
      handle: async ({ caller, params, body }) => {
        const edit = { awayPeriods: body.awayPeriods.map(readAwayPeriod) };
        return { body: presentEditPreview(await useCases.previewMemberEdit(caller, params.memberId, edit)) };
      },
    }),
    route({
      method: 'post',
      path: `${MEMBER}/away`,
      operationId: 'createAwayPeriod',
      onReplay: showMember,
      summary: 'Add an absence',
      description: [
        'Adds days on which a member is away. `to: null` means until further notice. Other ' +
          'absences of the member stay; a member may have 50.',
        'On these days, turns of this member go to the members of the rotation who are not ' +
          'away, one after ' +
          'the other. Use `dryRun=true` to see what it would change.',
      ],
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: DryRunQuery,
      body: AwayPeriodInput,
      responses: [{ status: 201, description: 'The member.', body: MemberDto }, DRY_RUN_RESPONSE],
      errors: ['NOT_FOUND', 'FORBIDDEN', 'LIMIT_REACHED'],
      handle: async ({ caller, params: { memberId }, query: { dryRun = false }, body }) => {
        const period = readAwayPeriod(body);
        return dryRun
          ? answerDryRun(await useCases.previewNewAbsence(caller, memberId, period))
          : { body: presentMember(await useCases.addAbsence(caller, memberId, period)) };
      },
    }),
    route({
      method: 'patch',
      path: `${MEMBER}/away/{awayPeriodId}`,
      operationId: 'updateAwayPeriod',
      onReplay: showMember,
      summary: 'Edit an absence',
      description:
        'Changes the first or the last day of an absence, and plans the turns again. Use ' +
        '`dryRun=true` to see what it would change.',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: DryRunQuery,
      body: UpdateAwayPeriodInput,
      responses: [{ status: 200, description: 'The member.', body: MemberDto }, DRY_RUN_RESPONSE],
      errors: ['NOT_FOUND', 'FORBIDDEN'],
      handle: async ({ caller, params: { memberId, awayPeriodId }, query: { dryRun = false }, body }) =>
        dryRun
          ? answerDryRun(await useCases.previewAbsenceEdit(caller, memberId, awayPeriodId, body))
          : { body: presentMember(await useCases.editAbsence(caller, memberId, awayPeriodId, body)) },
    }),
    route({
      method: 'delete',
      path: `${MEMBER}/away/{awayPeriodId}`,
      operationId: 'deleteAwayPeriod',
      summary: 'Remove an absence',
      description:
        'Removes an absence. Turns that others have taken over go back to the member. Use ' +
        '`dryRun=true` to see what it would change.',
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: DryRunQuery,
      responses: [{ status: 204, description: 'The absence was removed.' }, DRY_RUN_RESPONSE],
      errors: ['NOT_FOUND', 'FORBIDDEN'],
      handle: async ({ caller, params: { memberId, awayPeriodId }, query: { dryRun = false } }) => {
        if (dryRun) return answerDryRun(await useCases.previewAbsenceRemoval(caller, memberId, awayPeriodId));
        await useCases.removeAbsence(caller, memberId, awayPeriodId);
        return {};
      },
    }),
    route({
      method: 'delete',
      path: MEMBER,
      operationId: 'removeMember',
      summary: 'Remove a member',
      description: [
        'Removes a member from the household. Owners may remove anybody, and every adult may ' +
          'leave. If no other member with an account is left, the household is deleted. The last ' +
          'owner cannot leave while other members with an account stay (409 `LAST_OWNER`).',
        'Turns of the member go to the others. If the member has many turns, or more than 2,000 ' +
          'tasks, the rest is changed after the answer. Use `dryRun=true` to see what it would change.',
      ],
      bulkCost: ({ caller }) => useCases.measureHousehold(caller.household.id),
      query: DryRunQuery,
      responses: [
        {
          status: 204,
          description:
            'The member was removed. If no member with an account was left, the household was deleted.',
        },
        DRY_RUN_RESPONSE,
      ],
      errors: ['NOT_FOUND', 'FORBIDDEN', 'LAST_OWNER'],
      handle: async ({ caller, params: { memberId }, query: { dryRun = false } }) => {
        if (dryRun) return answerDryRun(await useCases.previewDeparture(caller, memberId));
        await useCases.removeMember(caller, memberId);
        return {};
      },
    }),
  ]);
}

/**
 * Fields of a member that decide who takes turns. If one of them changes, turns are planned again or, for `takesTurns`,
 * the rotations of all series are checked.
 */
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
