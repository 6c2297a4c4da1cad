import { describe, expect, test } from '@jest/globals';
import {
  asOperation,
  asOperations,
  USE_CASES,
  type UseCaseList,
  withoutMember,
} from '../../../application/composition/use-cases.js';
import {
  isOfHousehold,
  OPERATION_POLICIES,
  policyOf,
  type AnyOperation,
  type OperationName,
} from '../../../application/policy/operations.js';
import type { MemberCaller } from '../../../application/shared/caller.js';
import type { OperationId } from '../../../domain/shared/ids.js';
import { aHome } from '../../support/application/home.js';
import { inMemoryApplication } from '../../support/application/in-memory.js';

const planted = () => (caller: MemberCaller) => Promise.resolve(caller.memberId);

/* The type check of the build fails if one of these lines compiles. */
// @ts-expect-error The use case has no row.
({ ...USE_CASES, planted }) satisfies UseCaseList;
// @ts-expect-error A member calls the use case, so it needs the row of an operation.
withoutMember({ planted });
const secondPlace = () => (_title: string, caller: Pick<MemberCaller, 'household' | 'memberId'> | null) =>
  caller;
// @ts-expect-error The member is the second parameter, and only a part of it.
withoutMember({ secondPlace });
// @ts-expect-error The policy table has no row with this name.
asOperations({ planted });
// @ts-expect-error The policy table has no row with this name.
asOperation('planted', { planted });
asOperation('getHousehold', { planted });

const UNKNOWN = '01a39d14-0000-7000-8000-000000000000' as OperationId;
const DEMO_OPERATIONS = ['listDemoEvents', 'createDemoEvent', 'updateDemoEvent', 'deleteDemoEvent'];

/** The frame of a request, in which the use cases run, and the package of the Android app, which anybody may load. */
const OTHER_FUNCTIONS = ['openRelease', 'showRelease', 'withDiskCheck', 'withOperation'];

const listed = Object.entries<UseCaseList[string]>(USE_CASES);
const ofMembers = listed.flatMap(([name, { operation }]) =>
  operation === null ? [] : [{ name, operation }],
);

/** A member whom the policy of the operation does not admit. null if it admits all members. */
function refused(operation: OperationName): MemberCaller | null {
  const { who, display } = policyOf(operation);
  if (display === 'never' && who !== 'owner')
    return { memberId: 'hall', group: 'ADULT', display: { id: 'hall' } } as never;
  if (who === 'owner') return { memberId: 'ben', group: 'ADULT', role: 'MEMBER' } as never;
  return who === 'adult' ? ({ memberId: 'leo', group: 'CHILD' } as never) : null;
}

describe('the list of use cases', () => {
  const { useCases } = inMemoryApplication();

  test('contains all functions that the adapters get, except openRelease, showRelease, withDiskCheck and withOperation', () => {
    const others = Object.keys(useCases).filter((name) => !(name in USE_CASES));
    expect(others.toSorted()).toEqual(OTHER_FUNCTIONS);
  });

  const run = (name: string, caller: MemberCaller) =>
    (useCases[name as keyof typeof useCases] as (caller: MemberCaller) => Promise<unknown>)(caller);

  test.each(ofMembers.filter(({ operation }) => refused(operation) !== null))(
    'refuses $name to a caller whom $operation does not admit, before any work begins',
    async ({ name, operation }) => {
      await expect(run(name, refused(operation)!)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    },
  );

  test('lets a display call showUndo, but not showOperation', async () => {
    const home = await aHome();
    const onDisplay = { ...home.ana, display: { id: 'hall', kind: 'DISPLAY', dates: null } as never };
    await expect(home.useCases.showOperation(onDisplay, UNKNOWN)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(home.useCases.showUndo(onDisplay, UNKNOWN)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('covers every operation of the policy table, except those that this test lists', () => {
    const used = new Set<string>(ofMembers.map(({ operation }) => operation));
    // showDisplay shows only its caller, and one use case gives both answers to a swap. The use cases of the demo
    // calendars are one object, whose functions are tested below.
    const elsewhere = ['showDisplay', 'declineSwap', ...DEMO_OPERATIONS];
    const rows = (Object.keys(OPERATION_POLICIES) as AnyOperation[]).filter(isOfHousehold);
    expect(rows.filter((row) => !used.has(row))).toEqual(elsewhere);
  });

  test.each(['list', 'create', 'change', 'remove'] as const)(
    'refuses to %s events of a demo calendar for a child',
    async (name) => {
      const act = useCases.demoEvents![name] as (caller: MemberCaller) => Promise<unknown>;
      await expect(act({ memberId: 'leo', group: 'CHILD' } as never)).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    },
  );
});
