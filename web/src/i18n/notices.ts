import type { messages } from './messages.en.notices.gen.ts';

/** A notification as the API returns it. The contents of `params` depend on the type. */
export type Notice = {
  readonly id: string;
  readonly householdId: string;
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly occurrenceId: string | null;
};

/** Functions that return the text for members and for civil dates. */
type Naming = {
  readonly nameOf: (memberId: string) => string | undefined;
  readonly dayText: (date: string) => string;
};

/**
 * Returns a notification as one sentence, for the page and the service worker. A type that this version does
 * not know gets a general sentence.
 */
export function noticeText(
  words: typeof messages,
  { type, params }: Notice,
  { nameOf, dayText }: Naming,
): string {
  const text = (name: string) => (typeof params[name] === 'string' ? params[name] : '');
  const nameOr = (memberId: string) => nameOf(memberId) ?? words['notice.somebody'];
  const turn = (which: string) => {
    const { title, date } = Object(params[which]) as { title?: unknown; date?: unknown };
    const named = { title: String(title) };
    return typeof date === 'string'
      ? words['notice.turn']({ ...named, day: dayText(date) })
      : words['notice.turnWithoutDay'](named);
  };
  const message = (words as Partial<Record<string, string | ((facts: object) => string)>>)[
    `notice.${sentence({ type, params })}`
  ];
  if (message === undefined) return words['notice.something'];
  if (typeof message === 'string') return message;
  const { awayIds, count, today, late, doneByIds } = params;
  const doerIds = Array.isArray(doneByIds) ? doneByIds.map(String) : [];
  return message({
    name: nameOr(text('actorId') || text('memberId')),
    title: text('title') || text('name'),
    doers: doerIds.map(nameOr).join(', '),
    doerCount: doerIds.length,
    by: doerIds.includes(text('actorId')) ? 'self' : 'other',
    away: nameOr(Array.isArray(awayIds) ? String(awayIds[0]) : ''),
    more: typeof count === 'number' ? count - 1 : 0,
    today,
    late,
    of: nameOr(text('forMemberId')),
    offered: turn('offered'),
    wanted: turn('wanted'),
  });
}

/**
 * Returns false for swap notifications that do not name both turns. These are older notifications, and those about
 * tasks that the user can no longer see.
 */
const knowsTurns = ({ offered, wanted }: Notice['params']): boolean =>
  offered !== undefined && wanted !== undefined;

function sentence({ type, params }: Pick<Notice, 'type' | 'params'>): string {
  if (type === 'TURN_SWAP_ANSWERED')
    return `TURN_SWAP_${String(params['status'])}${knowsTurns(params) ? '' : '_BRIEF'}`;
  if (type === 'TURN_SWAP_REQUESTED')
    return knowsTurns(params)
      ? typeof params['forMemberId'] === 'string'
        ? `${type}_FOR`
        : type
      : `${type}_BRIEF`;
  if (type === 'TASK_COMPLETED') return Array.isArray(params['doneByIds']) ? 'TASK_COMPLETED_FOR' : type;
  if (type === 'SERIES_HANDED_OVER') return params['yours'] === true ? 'SERIES_YOURS' : 'SERIES_NOT_YOURS';
  return type;
}

/**
 * Returns the address that a notification opens: the trash for a deleted task, otherwise its task, or else the page
 * about its subject. Without such a page it is the list of notifications.
 */
export function noticeAddress({ householdId, occurrenceId, type }: Notice): string {
  const base = `/households/${householdId}`;
  if (type === 'TASK_DELETED') return `${base}/trash`;
  if (occurrenceId !== null) return `${base}/occurrences/${occurrenceId}`;
  if (type === 'AGENDA') return base;
  if (/^(MEMBER|INVITATION)_/.test(type)) return `${base}/settings/members`;
  return `${base}/notifications`;
}
