import type { messages } from './messages.en.notices.gen.ts';

/** As the API gives it; what is in `params` depends on the type. */
export type Notice = {
  readonly id: string;
  readonly householdId: string;
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly occurrenceId: string | null;
};

/** What happened in one sentence, in the page and in the worker. Types that are newer than this client say that something happened. */
export function noticeText(
  words: typeof messages,
  { type, params }: Notice,
  nameOf: (memberId: string) => string | undefined,
): string {
  const text = (name: string) => (typeof params[name] === 'string' ? params[name] : '');
  const name = nameOf(text('actorId') || text('memberId')) ?? words['notice.somebody'];
  const answered = type === 'TURN_SWAP_ANSWERED' ? `TURN_SWAP_${text('status')}` : type;
  const message = (words as Partial<Record<string, string | ((facts: object) => string)>>)[
    `notice.${answered}`
  ];
  if (message === undefined) return words['notice.something'];
  return typeof message === 'string' ? message : message({ name, title: text('title') });
}

/** Where it leads: to its task, else to where one sees what it is about. */
export function noticeAddress({ householdId, occurrenceId, type }: Notice): string {
  const base = `/households/${householdId}`;
  if (occurrenceId !== null) return `${base}/occurrences/${occurrenceId}`;
  if (/^(MEMBER|INVITATION)_/.test(type)) return `${base}/settings/members`;
  return `${base}/notifications`;
}
