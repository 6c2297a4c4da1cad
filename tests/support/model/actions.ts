import type { MemberCaller } from '../../../application/shared/caller.js';
import type { MemberEdit } from '../../../application/households/edit-member.js';
import type { Member } from '../../../domain/households/household.js';
import type { TaskEdit } from '../../../domain/series/edit.js';
import type { Season } from '../../../domain/days/season.js';
import type { Recurrence } from '../../../domain/recurrence/rule.js';
import { addDays, type CivilDate } from '../../../domain/shared/civil-date.js';
import type { CivilTime } from '../../../domain/shared/civil-time.js';
import type { MemberId } from '../../../domain/shared/ids.js';
import type { RotationRequest } from '../../../domain/rotation/rotation.js';
import { civilMomentAt } from '../../../domain/shared/zone.js';
import type { Scope } from '../../../domain/series/edit.js';
import type { Occurrence } from '../../../domain/tasks/occurrence.js';
import { aDraft } from '../../builders/draft.js';
import { settle } from '../application/people.js';
import { ALL, EVERYTHING } from '../application/home.js';
import type { Village } from './village.js';

/** What somebody happens to choose: whole numbers, of which each action takes what it needs. */
export type Draw = {
  readonly who: number;
  readonly whom: number;
  readonly which: number;
  readonly other: number;
  readonly how: number;
};

/** What a step answers; `NOTHING` when there is nothing to do it with. */
export type Action = (village: Village, draw: Draw) => Promise<unknown>;

export const NOTHING = 'nothing to do';
const DAY_MS = 86_400_000;

const choose = <T>(choices: readonly [T, ...T[]], number: number): T =>
  choices[number % choices.length] ?? choices[0];

const RECURRENCES: readonly [Recurrence, ...Recurrence[]] = [
  { frequency: 'weekly' },
  { frequency: 'weekly', byDay: [{ day: 'tu' }, { day: 'sa' }] },
  { frequency: 'weekly', interval: 2, count: 4 },
  { frequency: 'monthly' },
  { frequency: 'daily', interval: 9 },
  { frequency: 'weekly', times: ['08:00', '18:30'] as CivilTime[] },
  { frequency: 'daily', interval: 5, times: ['07:15', '08:00', '19:30'] as CivilTime[], count: 7 },
  { kind: 'afterCompletion', every: 3, unit: 'day' },
];

/** Of none of them is it clear that a rule has a date in it. */
const SEASONS: readonly [Season | null, ...(Season | null)[]] = [
  null,
  [season('11-01', '03-31')],
  [season('01-10', '01-20'), season('05-01', '12-05')],
];
function season(from: string, to: string) {
  return { from, to } as Season[number];
}

const TITLES: readonly [string, ...string[]] = ['Bins', 'Dishes', 'Water the plants', 'Call the landlord'];

const today = ({ household }: MemberCaller, { app }: Village): CivilDate =>
  civilMomentAt(household.timeZone, app.clock.now()).date;

/** Three of them in turn, beginning with whom; drawn by lot; a fixed person; or nobody in particular. */
function rotation(people: Village['people'], whom: number, how: number): RotationRequest | null {
  const three = [0, 1, 2].map((place) => people[(whom + place) % people.length]?.memberId as MemberId);
  return choose<RotationRequest | null>(
    [
      { kind: 'turns', order: three.map((id) => [id]), unit: 'occurrence', length: 1, offset: 0 },
      { kind: 'turns', order: three.map((id) => [id]), unit: 'week', length: 2, offset: 1 },
      { kind: 'shuffle', order: three },
      { kind: 'fixed', members: three.slice(0, 1) },
      null,
    ],
    how,
  );
}

/** Something that the actor sees in their list, if anything is there. */
async function seen(village: Village, caller: MemberCaller, which: number): Promise<Occurrence | undefined> {
  const { rows } = await village.app.useCases.listOccurrences(caller, EVERYTHING, ALL);
  return rows[which % Math.max(rows.length, 1)];
}

/** Somebody who is here without an account, if anybody is. */
async function looked(village: Village, which: number): Promise<Member | undefined> {
  const members = await village.app.storage.readers.households.members(village.householdId);
  const proxies = members.filter(({ isProxy }) => isProxy);
  return proxies[which % Math.max(proxies.length, 1)];
}

/** Acts on something that the actor sees. */
const on =
  (
    act: (village: Village, caller: MemberCaller, target: Occurrence, draw: Draw) => Promise<unknown>,
  ): Action =>
  async (village, draw) => {
    const caller = await village.member(draw.who);
    const target = await seen(village, caller, draw.which);
    return target === undefined ? NOTHING : act(village, caller, target, draw);
  };

/** Acts as a member. */
const as =
  (act: (village: Village, caller: MemberCaller, draw: Draw) => Promise<unknown>): Action =>
  async (village, draw) =>
    act(village, await village.member(draw.who), draw);

const edit = (scope: 'this' | 'following' | 'all'): Action =>
  on((village, caller, { id, version, date, seriesId }, { whom, other, how }) => {
    const { app, people } = village;
    const from = date ?? (seriesId && today(caller, village));
    const moved = from && addDays(from, 1 + (other % 3));
    const whose = people[whom % people.length]?.memberId as MemberId;
    const what = choose<TaskEdit>(
      [
        { title: choose(TITLES, other) },
        { time: choose(['08:00', '19:30', null], other) as CivilTime | null },
        { date: moved },
        { responsibleMemberIds: [whose] },
        { responsibleMemberIds: [] },
        { responsibleMemberIds: bothOf(village, whom), completion: choose(['all', 'any'], other) },
        { visibility: choose(['PERSONAL', 'SHARED'], other) },
        { recurrence: choose(RECURRENCES, other) },
        { recurrence: other % 4 === 0 ? null : choose(RECURRENCES, whom) },
        { rotation: rotation(people, whom, other) },
        { missed: choose(['keep', 'keepLatest'], other) },
        { season: choose(SEASONS, other) },
        { notes: 'Soon', reminders: [30] },
      ],
      how,
    );
    return app.useCases.editOccurrence(caller, id, scope, what, { version });
  });

const bothOf = (village: Village, whom: number) => [
  village.person(whom).memberId,
  village.person(whom + 1).memberId,
];
/** Of what each of two does for themselves. */
const eachOf = (village: Village, whom: number) => ({
  completion: 'all' as const,
  responsibleMemberIds: bothOf(village, whom),
});

const remove = (scope: 'this' | 'following' | 'all'): Action =>
  on(({ app }, caller, { id }) => app.useCases.deleteOccurrence(caller, id, scope, {}));

const create = (recurring: boolean): Action =>
  as((village, caller, draw) => {
    const { how, other, which } = draw;
    const visibility = other % 3 === 0 ? 'PERSONAL' : 'SHARED';
    const date = addDays(today(caller, village), (which % 9) - 2);
    const title = choose(TITLES, which);
    if (!recurring)
      return village.app.useCases.createTask(
        caller,
        aDraft({
          ...{ title, visibility },
          date: how % 4 === 0 ? null : date,
          responsibleMemberIds: how % 3 === 0 ? [village.person(draw.whom).memberId] : [],
          ...(other % 5 === 1 && eachOf(village, draw.whom)),
          checklist: [{ title: 'First' }],
          reminders: how % 2 === 0 ? [] : [60],
        }),
      );
    const recurrence = choose(RECURRENCES, how);
    const waits = 'kind' in recurrence && which % 2 === 0;
    return village.app.useCases.createTask(
      caller,
      aDraft({
        ...{ title, visibility, date: waits ? null : date },
        recurrence,
        rotation: visibility === 'PERSONAL' ? null : rotation(village.people, draw.whom, other),
        missed: which % 2 === 0 ? 'keep' : 'keepLatest',
        season: which % 4 === 0 ? choose(SEASONS, draw.who) : null,
        ...(other % 5 === 1 && { ...eachOf(village, draw.whom), rotation: null }),
      }),
    );
  });

async function pass({ app }: Village, days: number): Promise<unknown> {
  app.clock.advance(days * DAY_MS);
  await app.useCases.departGuests();
  const skipped = await app.useCases.skipMissed();
  return {
    skipped,
    created: await app.useCases.extendHorizons(),
    reminded: await app.useCases.sendReminders(),
  };
}

async function leave(village: Village, caller: MemberCaller, id: MemberId): Promise<void> {
  const { useCases, storage } = village.app;
  await useCases.removeMember(caller, id);
  const left = await storage.readers.households.members(village.householdId);
  if (left.length === 0) village.ended.push(village.householdId);
}

export const ACTIONS = {
  'create a task': create(false),
  'create a repeating task': create(true),
  'quick add': as(({ app }, caller, { which, how }) => {
    const text = `${choose(TITLES, which)} ${choose(['tomorrow', 'every Monday', 'on Friday at 18:00'], how)}`;
    return app.useCases.quickAdd(caller, { text, locale: 'en', ignore: [] });
  }),
  'edit one': edit('this'),
  'edit following': edit('following'),
  'edit all': edit('all'),
  complete: on(({ app, people }, caller, { id }, { whom, how }) => {
    const somebody = (place: number) => people[place % people.length]?.memberId as MemberId;
    const doers = [null, [somebody(whom)], [somebody(whom), somebody(whom + 1)]] as const;
    return app.useCases.completeOccurrence(caller, id, { for: choose(doers, how), at: null });
  }),
  'do their part': on(({ app }, caller, { id, responsibleMemberIds }, { whom, how }) => {
    const doer = responsibleMemberIds[whom % Math.max(responsibleMemberIds.length, 1)];
    if (doer === undefined) return Promise.resolve(NOTHING);
    return how % 4 === 0
      ? app.useCases.reopenOccurrence(caller, id, [doer])
      : app.useCases.completeOccurrence(caller, id, { for: [doer], at: null });
  }),
  reopen: on(({ app }, caller, { id }) => app.useCases.reopenOccurrence(caller, id)),
  skip: on(({ app }, caller, { id }) => app.useCases.skipOccurrence(caller, id)),
  'delete one': remove('this'),
  'delete following': remove('following'),
  'delete all': remove('all'),
  restore: as(async ({ app }, caller, { which }) => {
    const { rows } = await app.useCases.listTrash(caller, ALL);
    const target = rows[which % Math.max(rows.length, 1)];
    return target === undefined ? NOTHING : app.useCases.restoreOccurrence(caller, target.id);
  }),
  'restore together': as(async ({ app }, caller, { which }) => {
    const { rows } = await app.useCases.listTrash(caller, ALL);
    const target = rows[which % Math.max(rows.length, 1)];
    return target === undefined ? NOTHING : app.useCases.restoreTogether(caller, target.id);
  }),
  'tick an item': on(({ app }, caller, { id, checklist: [item] }) =>
    item === undefined
      ? app.useCases.addChecklistItem(caller, id, 'Another')
      : app.useCases.editChecklistItem(caller, id, item.id, { done: !item.done }),
  ),
  'ask to swap': on(async (village, caller, { id }, { other }) => {
    const theirs = await seen(village, caller, other);
    return theirs === undefined ? NOTHING : village.app.useCases.requestSwap(caller, id, theirs.id);
  }),
  rebalance: as((village, caller, { which, how }) => {
    const from = addDays(today(caller, village), 2 + (which % 5));
    return village.app.useCases.rebalance(caller, { from, to: addDays(from, how % 30), seriesIds: null });
  }),
  'shift by days': as((village, caller, { which, other, how }) =>
    village.app.useCases.shiftByDays(caller, {
      days: choose([7, 1, -3, 30, -20], which),
      from: addDays(today(caller, village), other % 25),
      what: { kind: 'all' },
      oneOff: how % 2 === 0,
    }),
  ),
  claim: on(({ app }, caller, { id }) => app.useCases.claimOccurrence(caller, id)),
  release: on(({ app }, caller, { id }) => app.useCases.releaseOccurrence(caller, id)),
  'answer a swap': as(async ({ app }, caller, { which, how }) => {
    const { rows } = await app.useCases.listSwaps(caller, ALL);
    const swap = rows[which % Math.max(rows.length, 1)];
    if (swap === undefined) return NOTHING;
    if (how % 5 === 0) return app.useCases.withdrawSwap(caller, swap.id);
    return app.useCases.answerSwap(caller, swap.id, how % 3 === 0 ? 'DECLINED' : 'ACCEPTED');
  }),
  'be away': as((village, caller, { which, other, whom }) => {
    const from = addDays(today(caller, village), which % 20);
    const awayPeriods = other % 4 === 0 ? [] : [{ from, to: addDays(from, other % 15) }];
    const who = other % 2 === 0 ? village.person(whom).memberId : caller.memberId;
    return village.app.useCases.editMember(caller, who, { awayPeriods });
  }),
  invite: as(async ({ app, tokens }, caller, { how }) => {
    const asked = { email: null, expiresInDays: 1 + (how % 14), maxUses: 1 + (how % 3) };
    const { token, invitation } = await app.useCases.createInvitation(caller, asked);
    tokens.push(token);
    return invitation;
  }),
  join: ({ app, people, tokens }, { who, which }) => {
    const [person, token] = [people[who % people.length], tokens[which % Math.max(tokens.length, 1)]];
    if (person === undefined || token === undefined) return Promise.resolve(NOTHING);
    return app.useCases.acceptInvitation(person, token);
  },
  leave: as((village, caller) => leave(village, caller, caller.memberId)),
  'remove a member': as((village, caller, { whom }) => leave(village, caller, village.person(whom).memberId)),
  'change a role': as((village, caller, { whom, how }) =>
    village.app.useCases.editMember(caller, village.person(whom).memberId, {
      role: choose(['OWNER', 'MEMBER'], how),
    }),
  ),
  'take somebody in': as((village, caller, { which, whom, how, other }) => {
    const from = addDays(today(caller, village), (which % 12) - 4);
    return village.app.useCases.createMember(caller, {
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
    const { useCases } = village.app;
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
    const { useCases } = village.app;
    if (how % 3 === 0) return useCases.completeOccurrence(caller, id, { for: [member.id], at: null });
    const order = [[village.person(whom).memberId], [member.id], [village.person(whom + 1).memberId]];
    const turns = { kind: 'turns', order, unit: 'occurrence', length: 1, offset: 0 } as const;
    const edit = seriesId === null ? { responsibleMemberIds: [member.id] } : { rotation: turns };
    return useCases.editOccurrence(caller, id, seriesId === null ? 'this' : 'all', edit, { version });
  }),
  'begin anew': async (village, { who }) => {
    if (!village.ended.includes(village.householdId)) return NOTHING;
    const { household } = await settle(village.app, [village.person(who), village.person(who + 1)]);
    village.householdId = household.id;
    return household;
  },
  'make a category': as(({ app }, caller, { which }) =>
    app.useCases.createCategory(caller, { name: `Category ${which % 4}`, color: null, icon: null }),
  ),
  'delete a category': as(async ({ app }, caller, { which }) => {
    const { rows } = await app.useCases.listCategories(caller, ALL);
    const category = rows[which % Math.max(rows.length, 1)];
    return category === undefined ? NOTHING : app.useCases.deleteCategory(caller, category.id);
  }),
  'sort into a category': on(async ({ app }, caller, { id, version }, { how, which }) => {
    const { rows } = await app.useCases.listCategories(caller, ALL);
    const categoryId = rows[which % (rows.length + 1)]?.id ?? null;
    const scope = choose<Scope>(['this', 'following', 'all'], how);
    return app.useCases.editOccurrence(caller, id, scope, { categoryId }, { version });
  }),
  'write a shopping list': as(async ({ app }, caller, { which, whom, how, other }) => {
    const lists = await app.useCases.listShoppingLists(caller);
    const list = choose(lists, whom);
    const sections = ['Bakery', 'Fruit', 'Cellar'].slice(other % 4);
    if (how % 12 === 0) return app.useCases.deleteShoppingList(caller, list.id);
    if (how % 12 === 1) return app.useCases.updateShoppingList(caller, list.id, { sections });
    if (how % 12 < 4) return app.useCases.createShoppingList(caller, { name: 'Market', sections });
    const name = choose(['Milk', 'Bread', 'Rice'], which);
    const line = { name, quantity: 1 + (other % 3), unit: null, note: null, section: null };
    return app.useCases.addShoppingItems(caller, [line], list.id);
  }),
  'go shopping': as(async ({ app }, caller, { which, whom, how, other }) => {
    const { rows } = await app.useCases.listAllShoppingItems(caller, ALL);
    const item = rows[which % Math.max(rows.length, 1)];
    if (item === undefined) return NOTHING;
    if (how % 3 === 0) return app.useCases.clearCheckedItems(caller, item.listId);
    if (how % 3 === 1) return app.useCases.removeShoppingItem(caller, item.id);
    if (how % 2 === 1) {
      const lists = await app.useCases.listShoppingLists(caller);
      const place = other % 2 === 0 ? { position: other % 3 } : {};
      return app.useCases.editShoppingItem(caller, item.id, { listId: choose(lists, whom).id, ...place });
    }
    return app.useCases.editShoppingItem(caller, item.id, { checked: !item.checked });
  }),
  'keep a template': as(({ app, people }, caller, { which, whom, how }) => {
    const responsibleMemberIds = how % 2 === 0 ? [people[whom % people.length]?.memberId as MemberId] : [];
    const task = aDraft({ title: choose(TITLES, which), responsibleMemberIds });
    return app.useCases.createTemplate(caller, { name: 'Week', tasks: [{ ...task, dayOffset: how % 5 }] });
  }),
  'apply a template': as(async ({ app }, caller, { which, how }) => {
    const { rows } = await app.useCases.listTemplates(caller, ALL);
    const template = rows[which % Math.max(rows.length, 1)];
    if (template === undefined) return NOTHING;
    if (how % 6 === 0) return app.useCases.deleteTemplate(caller, template.id);
    return app.useCases.applyTemplate(caller, template.id, { date: null, responsibleMemberIds: null });
  }),
  'open a feed': as(async ({ app, householdId }, caller, { how }) => {
    const { rows } = await app.useCases.listFeeds(caller, ALL);
    const [feed] = rows;
    if (feed && how % 3 === 0) return app.useCases.revokeFeed(caller, feed.id);
    return app.useCases.createFeed(caller, { householdId, personal: how % 2 === 0 });
  }),
  'connect a calendar': as(async ({ app: { useCases } }, caller) => {
    const { url, flow } = useCases.startConnect(caller, '/');
    const back = new URL(url).searchParams;
    const answer = { code: back.get('code'), state: back.get('state'), error: null };
    return useCases.finishConnect({ flow, answer, caller });
  }),
  'link a calendar': as(async ({ app: { useCases } }, caller, { how }) => {
    const [connection] = (await useCases.listConnections(caller, ALL)).rows;
    if (connection === undefined) return NOTHING;
    const calendarId = choose(['demo-family', 'demo-own', 'demo-school'], how);
    return useCases.linkCalendar(caller, { connectionId: connection.id, calendarId });
  }),
  'unlink the calendar': as(async ({ app: { useCases } }, caller, { how }) => {
    const [connection] = (await useCases.listConnections(caller, ALL)).rows;
    if (connection && how % 3 === 0) return useCases.disconnectCalendar(caller, connection.id);
    return useCases.unlinkCalendar(caller);
  }),
  undo: as(async ({ app: { useCases } }, caller, { which }) => {
    const { rows } = await useCases.listOperations(caller, ALL);
    const operation = rows[which % Math.min(Math.max(rows.length, 1), 8)];
    return operation === undefined ? NOTHING : useCases.undoOperation(caller, operation.id);
  }),
  'do the jobs': ({ app }) => app.performJobs(),
  midnight: (village) => pass(village, 1),
  'a week later': (village, { which }) => pass(village, 7 + (which % 30)),
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;
