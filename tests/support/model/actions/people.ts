import { settle } from '../../application/people.js';
import type { MemberEdit } from '../../../../application/households/edit-member.js';
import type { MemberCaller } from '../../../../application/shared/caller.js';
import { addDays } from '../../../../domain/shared/civil-date.js';
import type { MemberId } from '../../../../domain/shared/ids.js';
import type { Village } from '../village.js';
import { as, choose, looked, NOTHING, on, pick, today, type Action } from './action.js';

async function leave(village: Village, caller: MemberCaller, id: MemberId): Promise<void> {
  await village.useCases.removeMember(caller, id);
  const left = await village.app.storage.readers.households.members(village.householdId);
  if (left.length === 0) village.ended.push(village.householdId);
}

export const PEOPLE_ACTIONS = {
  'be away': as((village, caller, { which, other, whom }) => {
    const from = addDays(today(caller, village), which % 20);
    const awayPeriods = other % 4 === 0 ? [] : [{ from, to: addDays(from, other % 15) }];
    const who = other % 2 === 0 ? village.person(whom).memberId : caller.memberId;
    return village.useCases.editMember(caller, who, { awayPeriods });
  }),
  invite: as(async ({ useCases, tokens }, caller, { how }) => {
    const asked = { email: null, expiresInDays: 1 + (how % 14), maxUses: 1 + (how % 3) };
    const { token, invitation } = await useCases.createInvitation(caller, asked);
    tokens.push(token);
    return invitation;
  }),
  'give their place to an account': as(async (village, caller, { which, how }) => {
    const member = await looked(village, which);
    if (member === undefined) return NOTHING;
    const asked = { email: null, expiresInDays: 1 + (how % 14) };
    const { token, invitation } = await village.useCases.inviteMember(caller, member.id, asked);
    village.tokens.push(token);
    return invitation;
  }),
  join: async (village, { who, which }) => {
    const token = pick(village.tokens.toReversed(), which % 5);
    if (token === undefined) return NOTHING;
    const joined = await village.app.useCases.acceptInvitation(village.person(who), token);
    village.becomes(who, joined.memberId);
    return joined;
  },
  leave: as((village, caller) => leave(village, caller, caller.memberId)),
  'remove a member': as((village, caller, { whom }) => leave(village, caller, village.person(whom).memberId)),
  'change a role': as((village, caller, { whom, how }) =>
    village.useCases.editMember(caller, village.person(whom).memberId, {
      role: choose(['OWNER', 'MEMBER'], how),
    }),
  ),
  'change a group': as((village, caller, { which, whom, how }) =>
    village.useCases.editMember(caller, village.person(whom).memberId, {
      group: choose(['CHILD', 'GUEST', 'ADULT'], how),
      activeUntil: how % 6 === 1 ? addDays(today(caller, village), which % 15) : null,
    }),
  ),
  'take somebody in': as((village, caller, { which, whom, how, other }) => {
    const from = addDays(today(caller, village), (which % 12) - 4);
    return village.useCases.createMember(caller, {
      displayName: choose(['Leo', 'Mia', 'Grandma'], which),
      group: choose(['CHILD', 'GUEST', 'PET'], how),
      managerIds: other % 2 === 0 ? [village.person(whom).memberId] : [],
      activeFrom: other % 3 === 0 ? from : null,
      activeUntil: other % 3 === 1 ? addDays(from, how % 20) : null,
    });
  }),
  'look after somebody': as(async (village, caller, { which, whom, how, other }) => {
    const member = await looked(village, which);
    if (member === undefined) return NOTHING;
    const { useCases } = village;
    if (how % 8 === 0) return useCases.removeMember(caller, member.id);
    const from = addDays(today(caller, village), (other % 12) - 4);
    const edit = choose<MemberEdit>(
      [
        { activeFrom: from },
        { activeUntil: other % 3 === 0 ? null : addDays(from, 6) },
        { takesTurns: other % 2 === 0 },
        { managerIds: [village.person(whom).memberId] },
        { awayPeriods: [{ from, to: addDays(from, 3) }] },
      ],
      other,
    );
    return useCases.editMember(caller, member.id, edit);
  }),
  'give them turns': on(async (village, caller, { id, version, seriesId }, { which, whom, how }) => {
    const member = await looked(village, which);
    if (member === undefined) return NOTHING;
    const { useCases } = village;
    if (how % 3 === 0) return useCases.completeOccurrence(caller, id, { for: [member.id], at: null });
    const order = [[village.person(whom).memberId], [member.id], [village.person(whom + 1).memberId]];
    const turns = { kind: 'turns', order, unit: 'occurrence', length: 1, offset: 0 } as const;
    const edit = seriesId === null ? { responsibleMemberIds: [member.id] } : { rotation: turns };
    return useCases.editOccurrence(caller, id, seriesId === null ? 'this' : 'all', edit, { version });
  }),
  'start a new household': async (village, { who }) => {
    if (!village.ended.includes(village.householdId)) return NOTHING;
    const { household } = await settle(village.app, [village.person(who), village.person(who + 1)]);
    village.moves(household.id);
    return household;
  },
} as const satisfies Record<string, Action>;
