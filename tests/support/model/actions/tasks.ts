import type { Season } from '../../../../domain/days/season.js';
import type { Recurrence } from '../../../../domain/recurrence/rule.js';
import type { RotationRequest } from '../../../../domain/rotation/rotation.js';
import type { Scope, TaskEdit } from '../../../../domain/series/edit-request.js';
import { addDays } from '../../../../domain/shared/civil-date.js';
import type { CivilTime } from '../../../../domain/shared/civil-time.js';
import { aDraft } from '../../../builders/draft.js';
import { ALL, EVERYTHING } from '../../application/home.js';
import type { Village } from '../village.js';
import {
  as,
  choose,
  membersOf,
  NOTHING,
  on,
  pick,
  seen,
  somebody,
  TITLES,
  today,
  type Action,
  type Draw,
} from './action.js';
import { shiftOf } from './days.js';

const DAY_MS = 86_400_000;

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

/** Seasons for which it is not obvious whether a rule has any date in them. */
const SEASONS: readonly [Season | null, ...(Season | null)[]] = [
  null,
  [season('11-01', '03-31')],
  [season('01-10', '01-20'), season('05-01', '12-05')],
];
function season(from: string, to: string) {
  return { from, to } as Season[number];
}

/** Returns a random rotation of up to three members who take turns, or null for no rotation. */
async function rotationOf(village: Village, whom: number, how: number): Promise<RotationRequest | null> {
  const takers = (await membersOf(village)).filter(({ takesTurns }) => takesTurns);
  const three = [0, 1, 2].flatMap((place) => pick(takers, whom + place)?.id ?? []);
  const [first = [], second = [], third = []] = three.map((id) => [id]);
  return choose<RotationRequest | null>(
    [
      { kind: 'turns', order: three.map((id) => [id]), unit: 'occurrence', length: 1, offset: 0 },
      { kind: 'turns', order: three.map((id) => [id]), unit: 'week', length: 2, offset: 1 },
      { kind: 'shuffle', order: three },
      { kind: 'fixed', members: three.slice(0, 1) },
      { kind: 'balanced', members: three, draw: { unit: choose(['week', 'month'], whom), ahead: 7 + how } },
      {
        kind: 'roster',
        weeks: [
          { mo: first, tu: second, sa: third, su: [] },
          { tu: first, fr: three },
        ],
      },
      null,
    ],
    how,
  );
}

/** Returns random settings for when a task is shown and how often members are reminded. */
function noticeOf({ which, other }: Pick<Draw, 'which' | 'other'>) {
  return {
    showFrom: choose([null, null, 0, 3, 100], which),
    nag: choose([null, null, { everyMinutes: 60, times: 3 }], other),
    escalateAfterMinutes: choose([null, null, null, 600], which),
  };
}

const edit = (scope: Scope): Action =>
  on(async (village, caller, { id, version, date, seriesId }, draw) => {
    const { whom, which, other, how } = draw;
    const from = date ?? (seriesId && today(caller, village));
    const moved = from && addDays(from, 1 + (other % 3));
    const what = choose<() => TaskEdit | Promise<TaskEdit>>(
      [
        () => ({ title: choose(TITLES, other) }),
        () => ({ time: choose(['08:00', '19:30', null], other) as CivilTime | null }),
        () => ({ date: moved }),
        async () => ({ responsibleMemberIds: [await somebody(village, draw)] }),
        () => ({ responsibleMemberIds: [] }),
        () => ({ responsibleMemberIds: bothOf(village, whom), completion: choose(['all', 'any'], other) }),
        () => ({ visibility: choose(['PERSONAL', 'SHARED'], other) }),
        () => ({ recurrence: choose(RECURRENCES, other) }),
        () => ({ recurrence: other % 4 === 0 ? null : choose(RECURRENCES, whom) }),
        async () => ({ rotation: await rotationOf(village, whom, other) }),
        () => ({ missed: choose(['keep', 'keepLatest'], other) }),
        () => ({ season: choose(SEASONS, other) }),
        async () => ({ shift: other % 5 === 0 ? null : await shiftOf(village, caller, draw) }),
        () => ({ whenAway: choose(['keep', null], other) }),
        () => noticeOf({ which: other, other: which }),
        () => ({ notes: 'Soon', reminders: [30] }),
      ],
      how,
    );
    return village.useCases.editOccurrence(caller, id, scope, await what(), { version });
  });

const bothOf = (village: Village, whom: number) => [
  village.person(whom).memberId,
  village.person(whom + 1).memberId,
];
/** Returns the settings of a task that each of two members has to do separately. */
const eachOf = (village: Village, whom: number) => ({
  completion: 'all' as const,
  responsibleMemberIds: bothOf(village, whom),
});

const remove = (scope: Scope): Action =>
  on(({ useCases }, caller, { id }) => useCases.deleteOccurrence(caller, id, scope, {}));

const create = as((village, caller, { whom, which, other, how }) => {
  const visibility = other % 3 === 0 ? 'PERSONAL' : 'SHARED';
  const draft = aDraft({
    ...{ title: choose(TITLES, which), visibility },
    date: how % 4 === 0 ? null : addDays(today(caller, village), (which % 9) - 2),
    responsibleMemberIds: how % 3 === 0 ? [village.person(whom).memberId] : [],
    ...(other % 5 === 1 && eachOf(village, whom)),
    checklist: [{ title: 'First' }],
    reminders: how % 2 === 0 ? [] : [60],
    ...(visibility === 'SHARED' && noticeOf({ which: how, other })),
  });
  return village.useCases.createTask(caller, draft);
});

const createRepeating = as(async (village, caller, draw) => {
  const { who, whom, which, other, how } = draw;
  const visibility = other % 3 === 0 ? 'PERSONAL' : 'SHARED';
  const recurrence = choose(RECURRENCES, how);
  const waits = 'kind' in recurrence && which % 2 === 0;
  const draft = aDraft({
    ...{ title: choose(TITLES, which), visibility, recurrence },
    date: waits ? null : addDays(today(caller, village), (which % 9) - 2),
    rotation: visibility === 'PERSONAL' ? null : await rotationOf(village, whom, other),
    missed: which % 2 === 0 ? 'keep' : 'keepLatest',
    season: which % 4 === 0 ? choose(SEASONS, who) : null,
    shift: which % 4 === 1 ? await shiftOf(village, caller, draw) : null,
    whenAway: which % 7 === 0 ? 'keep' : null,
    showFrom: choose([null, null, 7], how + who),
    checklist: how % 3 === 0 ? [{ title: 'First' }] : [],
    ...(other % 5 === 1 && { ...eachOf(village, whom), rotation: null }),
  });
  return village.useCases.createTask(caller, draft);
});

export const TASK_ACTIONS = {
  'create a task': create,
  'create a repeating task': createRepeating,
  'quick add': as(({ useCases }, caller, { which, how }) => {
    const text = `${choose(TITLES, which)} ${choose(['tomorrow', 'every Monday', 'on Friday at 18:00'], how)}`;
    return useCases.quickAdd(caller, { text, locale: 'en', ignore: [] });
  }),
  'edit one': edit('this'),
  'edit following': edit('following'),
  'edit all': edit('all'),
  complete: on((village, caller, { id }, { whom, how }) => {
    const doers = [null, [village.person(whom).memberId], bothOf(village, whom)] as const;
    return village.useCases.completeOccurrence(caller, id, { for: choose(doers, how), at: null });
  }),
  'correct a completion': as(async (village, caller, draw) => {
    const { useCases } = village;
    const { rows } = await useCases.listOccurrences(caller, { ...EVERYTHING, status: 'DONE' }, ALL);
    const done = pick(rows, draw.which);
    if (done === undefined) return NOTHING;
    const others = [null, [await somebody(village, draw)], bothOf(village, draw.whom)] as const;
    const at = draw.other % 3 === 0 ? null : village.app.clock.now() - (draw.other % 4) * DAY_MS;
    // The version is sometimes too old, as if somebody else had corrected the completion in between.
    const version = done.version - (draw.how % 9 === 0 ? 1 : 0);
    return useCases.completeOccurrence(caller, done.id, { for: choose(others, draw.how), at, version });
  }),
  'do their part': on(({ useCases }, caller, { id, responsibleMemberIds }, { whom, how }) => {
    const doer = responsibleMemberIds[whom % Math.max(responsibleMemberIds.length, 1)];
    if (doer === undefined) return Promise.resolve(NOTHING);
    return how % 4 === 0
      ? useCases.reopenOccurrence(caller, id, [doer])
      : useCases.completeOccurrence(caller, id, { for: [doer], at: null });
  }),
  reopen: on(({ useCases }, caller, { id }) => useCases.reopenOccurrence(caller, id)),
  skip: on(({ useCases }, caller, { id }) => useCases.skipOccurrence(caller, id)),
  'delete one': remove('this'),
  'delete following': remove('following'),
  'delete all': remove('all'),
  restore: as(async ({ useCases }, caller, { which }) => {
    const { rows } = await useCases.listTrash(caller, ALL);
    const target = rows[which % Math.max(rows.length, 1)];
    return target === undefined ? NOTHING : useCases.restoreOccurrence(caller, target.id);
  }),
  'restore together': as(async ({ useCases }, caller, { which }) => {
    const { rows } = await useCases.listTrash(caller, ALL);
    const target = rows[which % Math.max(rows.length, 1)];
    return target === undefined ? NOTHING : useCases.restoreTogether(caller, target.id);
  }),
  'tick an item': on(({ useCases }, caller, { id, checklist: [item] }) =>
    item === undefined
      ? useCases.addChecklistItem(caller, id, 'Another')
      : useCases.editChecklistItem(caller, id, item.id, { done: !item.done }),
  ),
  'ask to swap': on(async (village, caller, { id }, { other }) => {
    const theirs = await seen(village, caller, other);
    return theirs === undefined ? NOTHING : village.useCases.requestSwap(caller, id, theirs.id);
  }),
  rebalance: as((village, caller, { which, how }) => {
    const from = addDays(today(caller, village), 2 + (which % 5));
    return village.useCases.rebalance(caller, { from, to: addDays(from, how % 30), seriesIds: null });
  }),
  claim: on(({ useCases }, caller, { id }) => useCases.claimOccurrence(caller, id)),
  release: on(({ useCases }, caller, { id }) => useCases.releaseOccurrence(caller, id)),
  'answer a swap': as(async ({ useCases }, caller, { which, how }) => {
    const { rows } = await useCases.listSwaps(caller, ALL);
    const swap = rows[which % Math.max(rows.length, 1)];
    if (swap === undefined) return NOTHING;
    if (how % 5 === 0) return useCases.withdrawSwap(caller, swap.id);
    return useCases.answerSwap(caller, swap.id, how % 3 === 0 ? 'DECLINED' : 'ACCEPTED');
  }),
  undo: as(async ({ useCases }, caller, { which }) => {
    const { rows } = await useCases.listOperations(caller, ALL);
    const operation = rows[which % Math.min(Math.max(rows.length, 1), 8)];
    return operation === undefined ? NOTHING : useCases.undoOperation(caller, operation.id);
  }),
} as const satisfies Record<string, Action>;
