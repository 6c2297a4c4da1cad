import type { Dto } from '../api/client.ts';
import type { Kind, Patch } from './replica.ts';

/**
 * An action that a person can do without a network. All except `shopping.text` and pasted lists are sent in this
 * shape to POST …/commands (docs/keeping-up.md). A typed line of the shopping list is sent with its own request. A
 * pasted list is never sent itself: its lines are.
 */
export type Act = Command | TypedLine | PastedList;

/** A line that somebody typed on a shopping list. The service parses it. */
export type TypedLine = {
  readonly type: 'shopping.text';
  readonly text: string;
  /** The id of the shopping list. Missing means the first list. */
  readonly listId?: string;
  /** The idempotency key. If it is missing, the id of the entry is used. */
  readonly key?: string;
};

/**
 * A pasted list that the service has not split into lines yet, because there was no network. Once there is one, the
 * outbox asks for the lines and replaces the list by one entry per line (see pasted-lists.ts).
 */
export type PastedList =
  | { readonly type: 'task.paste'; readonly text: string }
  | { readonly type: 'checklist.paste'; readonly text: string; readonly occurrenceId: string }
  | {
      readonly type: 'shopping.paste';
      readonly text: string;
      /** The id of the shopping list. Missing means the first list. */
      readonly listId?: string;
    };

export const isPastedList = (act: Act): act is PastedList => act.type.endsWith('.paste');

type Command =
  | {
      readonly type: 'occurrence.complete';
      readonly occurrenceId: string;
      readonly completedFor?: string;
      readonly completedForIds?: readonly string[];
    }
  | {
      readonly type: 'occurrence.reopen';
      readonly occurrenceId: string;
      readonly completedForIds?: readonly string[];
    }
  | { readonly type: 'occurrence.skip'; readonly occurrenceId: string }
  | {
      readonly type: 'checklist.set';
      readonly occurrenceId: string;
      readonly itemId: string;
      readonly done?: boolean;
      readonly title?: string;
      readonly position?: number;
    }
  | {
      readonly type: 'checklist.add';
      readonly occurrenceId: string;
      readonly itemId: string;
      readonly title: string;
    }
  | { readonly type: 'checklist.remove'; readonly occurrenceId: string; readonly itemId: string }
  | {
      readonly type: 'task.quick';
      readonly text: string;
      readonly locale?: string;
      readonly ignore?: [number, number][];
      readonly occurrenceId: string;
      readonly taskId: string;
    }
  | {
      readonly type: 'occurrence.set';
      readonly occurrenceId: string;
      readonly set: Readonly<Record<string, unknown>>;
      readonly base: Readonly<Record<string, unknown>>;
    }
  | {
      readonly type: 'occurrence.set';
      readonly occurrenceId: string;
      readonly set: Readonly<Record<string, unknown>>;
      readonly scope: 'following' | 'all';
      readonly version: number;
    }
  | {
      readonly type: 'occurrence.delete';
      readonly occurrenceId: string;
      readonly scope?: 'following' | 'all';
      readonly version?: number;
    }
  | { readonly type: 'occurrence.restore'; readonly occurrenceId: string }
  | {
      readonly type: 'shopping.add';
      readonly itemId: string;
      readonly listId?: string;
      readonly name: string;
      readonly quantity?: number | null;
      readonly unit?: string | null;
      readonly section?: string | null;
    }
  | {
      readonly type: 'shopping.set';
      readonly itemId: string;
      readonly listId?: string;
      readonly checked?: boolean;
      readonly name?: string;
      readonly quantity?: number | null;
      readonly unit?: string | null;
      readonly note?: string | null;
      readonly section?: string | null;
      readonly position?: number;
      /**
       * Quantity, unit and note as the user saw them when they checked or unchecked the item. Missing for other
       * edits.
       */
      readonly base?: Pick<Item, 'quantity' | 'unit' | 'note'>;
    }
  | { readonly type: 'shopping.remove'; readonly itemId: string; readonly base?: { updatedAt: string } }
  | { readonly type: 'notification.read'; readonly notificationId: string };

/** An action that waits to be sent, or whose effect the change feed has not delivered yet. */
export type Entry = {
  readonly id: string;
  readonly userId: string;
  /**
   * The member id of the user in the household. Missing in entries of earlier versions, where it equals the
   * account id.
   */
  readonly memberId?: string;
  readonly householdId: string;
  /** The position of the entry in the order in which entries are sent. */
  readonly order: number;
  /** When the user did it, by the clock of the device. */
  readonly at: string;
  readonly act: Act;
  /**
   * `sent` means that the request may have reached the service. `done` means that the service has answered. A done
   * entry is still shown until the change feed delivers its effect.
   */
  readonly state: 'waiting' | 'sent' | 'done';
};

/**
 * An entry that the service refused. It is reported once, or kept until the user has decided about it (see
 * {@link needsDecision}).
 */
export type Refusal = {
  readonly entry: Entry;
  readonly code: string;
  /** `details.reason` of the error. Missing in refusals that earlier versions stored. */
  readonly reason?: string;
  /** The HTTP status. Missing if the service answered each entry separately. */
  readonly status?: number;
  /**
   * Set if the whole request was refused. The entry is then kept until the user has decided about it,
   * whatever it contains.
   */
  readonly isSetAside?: true;
  readonly conflict: RefusedFor | null;
};

/**
 * Returns true if the refusal is kept until the user has decided about it. Other refusals are only reported.
 */
export const needsDecision = ({ entry, isSetAside }: Refusal): boolean =>
  isSetAside === true || containsText(entry.act);

/** The conflict in an answer of the service, if another member has changed the same row first. */
export type RefusedFor = Pick<NonNullable<Result['conflict']>, 'reason'> & {
  /** The current row. null means it was deleted, or may not be stored on the device. */
  readonly current: Occurrence | null;
  /** The groups of fields that both sides changed. */
  readonly groups: readonly Pick<
    NonNullable<Result['conflict']>['groups'][number],
    'group' | 'theirsBy' | 'theirsAt'
  >[];
};

/**
 * Returns true if the action contains something that the user typed or chose, which would be lost if the service
 * refuses the action. The refusal is then kept until the user has decided about it. The refusal of other actions,
 * such as a tick, is only reported.
 */
export function containsText(act: Act): boolean {
  switch (act.type) {
    case 'task.quick':
    case 'checklist.add':
    case 'occurrence.set':
    case 'shopping.add':
    case 'shopping.text':
    case 'task.paste':
    case 'checklist.paste':
    case 'shopping.paste':
      return true;
    case 'checklist.set':
      return act.title !== undefined;
    case 'shopping.set':
      return !hasOnly(act, ['listId', 'checked', 'position', 'base']);
    default:
      return false;
  }
}

/** Returns the texts in an action, so that they can be shown, copied and typed again. */
export function textsIn(act: Act): readonly string[] {
  switch (act.type) {
    case 'task.quick':
    case 'shopping.text':
    case 'task.paste':
    case 'checklist.paste':
    case 'shopping.paste':
      return [act.text];
    case 'checklist.add':
      return [act.title];
    case 'checklist.set':
      return act.title === undefined ? [] : [act.title];
    case 'occurrence.set':
      return Object.values(act.set).filter((value) => typeof value === 'string');
    case 'shopping.add':
    case 'shopping.set':
      return [act.name, 'note' in act ? act.note : null].filter((value) => typeof value === 'string');
    default:
      return [];
  }
}

export type Result = Dto['CommandResultsDto']['results'][number];

/** Returns `details.reason` of an error. */
export function readReason(details: unknown): string | null {
  const { reason } = Object(details) as { reason?: unknown };
  return typeof reason === 'string' ? reason : null;
}

/** Returns the name of the limit that LIMIT_REACHED is about. */
export function readLimit(details: unknown): string | null {
  const { limit } = Object(details) as { limit?: unknown };
  return typeof limit === 'string' ? limit : null;
}

/** Returns the unsent entry that `act` reverses. Then neither of the two has to be sent. */
export function findCancelled(act: Act, entries: readonly Entry[]): Entry | null {
  const subject = findSubject(act);
  if (subject === null) return null;
  const last = entries.findLast(({ act: before }) => findSubject(before) === subject);
  if (last?.state !== 'waiting' || !areOpposite(last.act, act)) return null;
  // If every assignee ticks separately, only actions on the same ticks cancel out.
  const ticks = (one: Act) => [...doersIn(one, last.memberId ?? last.userId)].sort().join();
  return ticks(last.act) === ticks(act) ? last : null;
}

/** Returns the members whose ticks the action sets or removes. Empty for other kinds of actions. */
function doersIn(act: Act, memberId: string): readonly string[] {
  if (act.type !== 'occurrence.complete' && act.type !== 'occurrence.reopen') return [];
  return act.completedForIds ?? [('completedFor' in act && act.completedFor) || memberId];
}

/**
 * Returns the id of the row that the action changes. null for typed lines and pasted lists, whose rows do not exist
 * yet.
 */
function findSubject(act: Act): string | null {
  if (act.type === 'shopping.text' || isPastedList(act)) return null;
  if (act.type === 'notification.read') return act.notificationId;
  return 'itemId' in act ? act.itemId : act.occurrenceId;
}

function areOpposite(a: Act, b: Act): boolean {
  const types = new Set([a.type, b.type]);
  if (types.has('occurrence.complete')) return types.has('occurrence.reopen') && doersOf(a) === doersOf(b);
  if (a.type === 'checklist.set' && b.type === 'checklist.set')
    return a.done !== undefined && b.done !== undefined && a.done !== b.done && !isWorded(a) && !isWorded(b);
  if (a.type === 'checklist.add') return b.type === 'checklist.remove';
  if (a.type === 'shopping.set' && b.type === 'shopping.set')
    return (
      onlyChecks(a) &&
      onlyChecks(b) &&
      a.checked !== undefined &&
      b.checked !== undefined &&
      a.checked !== b.checked
    );
  return a.type === 'shopping.add' && b.type === 'shopping.remove';
}

/**
 * Returns the members named in the action as one string, so that ticks of different members are never treated
 * as opposites.
 */
const doersOf = (act: Act): string => {
  const { completedForIds, completedFor } = act as { completedForIds?: string[]; completedFor?: string };
  return (completedForIds ?? (completedFor === undefined ? [] : [completedFor])).toSorted().join();
};

const isWorded = (act: object): boolean => 'title' in act || 'position' in act;

const onlyChecks = (act: object): boolean => hasOnly(act, ['checked', 'base']);

/** Returns true if the action has only the fields `type`, `itemId` and those in `keys`. */
const hasOnly = (act: object, keys: readonly string[]): boolean =>
  Object.keys(act).every((key) => ['type', 'itemId', ...keys].includes(key));

export type SendOutcome = {
  readonly done: readonly { readonly id: string; readonly operationId: string | null }[];
  /** Entries that have to be sent again. */
  readonly again: readonly string[];
  readonly refused: readonly Refusal[];
  /**
   * Rows that got another id on the service, from the old id to the new one. Later entries must use the new
   * id.
   */
  readonly renamed: ReadonlyMap<string, string>;
};

/** Sorts the entries of a request by their results: done, to be sent again, or refused. */
export function readResults(entries: readonly Entry[], results: readonly Result[]): SendOutcome {
  const done: { id: string; operationId: string | null }[] = [];
  const again: string[] = [];
  const refused: Refusal[] = [];
  const renamed = new Map<string, string>();
  for (const entry of entries) {
    const result = results.find(({ id }) => id === entry.id);
    if (result === undefined || result.status === 'NOT_RUN') again.push(entry.id);
    else if (result.status === 'REFUSED' && isTemporary(result.error?.code)) again.push(entry.id);
    else if (result.status === 'REFUSED' || result.status === 'CONFLICT') {
      const reason = readReason(result.error?.details);
      refused.push({
        entry,
        code: result.error?.code ?? 'CONFLICT',
        ...(reason !== null && { reason }),
        conflict: result.conflict ?? null,
      });
    } else {
      done.push({ id: entry.id, operationId: result.operationId ?? null });
      if (result.reason === 'GONE') refused.push({ entry, code: 'GONE', conflict: null });
      if (result.replaces !== undefined && result.entity !== undefined)
        renamed.set(result.replaces, result.entity.id);
    }
  }
  return { done, again, refused, renamed };
}

const isTemporary = (code: string | undefined): boolean => code === 'RATE_LIMITED' || code === 'UNAVAILABLE';

/** Returns the entry with its row ids replaced by the ids that the service assigned. */
export function rename(entry: Entry, renamed: ReadonlyMap<string, string>): Entry {
  if (!('itemId' in entry.act)) return entry;
  const itemId = renamed.get(entry.act.itemId);
  return itemId === undefined ? entry : { ...entry, act: { ...entry.act, itemId } };
}

type Occurrence = Dto['OccurrenceDto'];
type Item = Dto['ShoppingItemDto'];
type Notification = Dto['NotificationDto'];

/** Returns the patches that show the entry's effect before the service has answered. */
export function toPatches({ id, act, at, userId, memberId = userId, householdId }: Entry): readonly Patch[] {
  const patch = (kind: Kind, rowId: string, change: (row: never) => unknown): readonly Patch[] => [
    { actId: id, kind, rowId, change },
  ];
  const onOccurrence = (change: (row: Occurrence) => Occurrence | undefined) =>
    patch('occurrences', 'occurrenceId' in act ? act.occurrenceId : '', (row: Occurrence | undefined) =>
      row === undefined ? undefined : change(row),
    );
  switch (act.type) {
    case 'occurrence.complete':
      return onOccurrence((row) => {
        if (row.status === 'DONE') return row;
        const doers = doersIn(act, memberId);
        // If every assignee ticks separately, a member who is not assigned cannot tick. The tick is not shown, because
        // the service will refuse it.
        if (needsEveryone(row) && !doers.every((id) => row.responsibleMemberIds.includes(id))) return row;
        const ticks = [
          ...ticksOf(row).filter((tick) => !doers.includes(tick.memberId)),
          ...ticksAt(doers, at),
        ];
        if (
          needsEveryone(row) &&
          row.responsibleMemberIds.some((id) => !ticks.some((tick) => tick.memberId === id))
        )
          return { ...row, status: 'TODO', skippedReason: null, doneBy: ticks };
        return {
          ...row,
          ...{ status: 'DONE', overdue: false, completedAt: at, completedBy: memberId },
          ...withDoers(ticks),
        };
      });
    case 'occurrence.reopen':
      return onOccurrence((row) => {
        const own = doersIn(act, memberId);
        const left = ticksOf(row).filter((tick) => !own.includes(tick.memberId));
        const isOwn = left.length < ticksOf(row).length;
        if (needsEveryone(row) && !isOwn && row.status === 'TODO') return row;
        const open = {
          ...row,
          status: 'TODO',
          completedAt: null,
          completedBy: null,
          ...withDoers([]),
        } as const;
        return needsEveryone(row) && isOwn ? { ...open, doneBy: left } : open;
      });
    case 'occurrence.skip':
      return onOccurrence((row) => ({ ...row, status: 'SKIPPED', skippedReason: 'MANUAL' }));
    case 'occurrence.set':
      return onOccurrence((row) => ({ ...row, ...predictFields(row, act.set) }));
    case 'occurrence.delete':
      return onOccurrence(() => undefined);
    case 'occurrence.restore':
    case 'shopping.text':
    case 'task.paste':
    case 'checklist.paste':
    case 'shopping.paste':
      return [];
    case 'checklist.add':
      return onOccurrence((row) =>
        row.checklist.some(({ id: known }) => known === act.itemId)
          ? row
          : withSteps(row, [
              ...row.checklist,
              { id: act.itemId, title: act.title, done: false, position: row.checklist.length },
            ]),
      );
    case 'checklist.remove':
      return onOccurrence((row) =>
        withSteps(
          row,
          row.checklist.filter(({ id: known }) => known !== act.itemId),
        ),
      );
    case 'checklist.set':
      return onOccurrence((row) => withSteps(row, changedSteps(row.checklist, act)));
    case 'task.quick':
      return patch(
        'occurrences',
        act.occurrenceId,
        (row: Occurrence | undefined) => row ?? draft(act, at, memberId, householdId),
      );
    case 'shopping.add':
      return patch(
        'shoppingItems',
        act.itemId,
        (row: Item | undefined) =>
          row ?? {
            id: act.itemId,
            listId: act.listId ?? householdId,
            name: act.name,
            quantity: act.quantity ?? null,
            unit: act.unit ?? null,
            note: null,
            section: act.section ?? null,
            checked: false,
            checkedBy: null,
            checkedAt: null,
            addedBy: memberId,
            position: Number.MAX_SAFE_INTEGER,
            createdAt: at,
            updatedAt: at,
          },
      );
    case 'shopping.set': {
      const { itemId } = act;
      const edit: Partial<Item> = Object.fromEntries(
        Object.entries(act).filter(([key]) => !['type', 'itemId', 'base'].includes(key)),
      );
      return patch('shoppingItems', itemId, (row: Item | undefined) =>
        row === undefined
          ? undefined
          : {
              ...row,
              ...edit,
              ...(edit.checked !== undefined && {
                checkedBy: edit.checked ? memberId : null,
                checkedAt: edit.checked ? at : null,
              }),
            },
      );
    }
    case 'shopping.remove':
      return patch('shoppingItems', act.itemId, () => undefined);
    case 'notification.read':
      return patch('notifications', act.notificationId, (row: Notification | undefined) =>
        row === undefined ? undefined : { ...row, readAt: row.readAt ?? at },
      );
  }
}

/** Returns the edited fields as far as the client can predict what the service will save. */
function predictFields(row: Occurrence, set: Readonly<Record<string, unknown>>): Partial<Occurrence> {
  const { responsibleMemberIds, softDue, ...rest } = set as Omit<
    Partial<Occurrence>,
    'responsibleMemberIds'
  > & {
    responsibleMemberIds?: string[] | null;
  };
  return {
    ...rest,
    // null means that the members whom the rotation names become the assignees again.
    ...(responsibleMemberIds !== undefined && {
      responsibleMemberIds: responsibleMemberIds ?? row.turnOf ?? row.responsibleMemberIds,
    }),
    ...(softDue !== undefined && { softDue: toSoftDue(softDue) }),
  };
}

/**
 * Returns null for “this week”, because the client does not know on which day the household's week ends. No
 * day is shown until the service has answered.
 */
function toSoftDue(set: { kind: string; by?: string; date?: string } | null): Occurrence['softDue'] {
  const by = set?.by ?? set?.date;
  return set === null || by === undefined ? null : { kind: set.kind as 'BEFORE', by };
}

type Steps = Occurrence['checklist'];

function changedSteps(
  steps: Steps,
  { itemId, done, title, position }: Act & { type: 'checklist.set' },
): Steps {
  const sorted = [...steps].sort((a, b) => a.position - b.position);
  const found = sorted.find(({ id }) => id === itemId);
  if (found === undefined) return steps;
  const changed = { ...found, ...(done !== undefined && { done }), ...(title !== undefined && { title }) };
  if (position === undefined) return steps.map((step) => (step.id === itemId ? changed : step));
  const others = sorted.filter(({ id }) => id !== itemId);
  return [...others.slice(0, position), changed, ...others.slice(position)].map((step, index) => ({
    ...step,
    position: index,
  }));
}

function withSteps(row: Occurrence, checklist: Steps): Occurrence {
  const done = checklist.filter((step) => step.done).length;
  return { ...row, checklist, checklistProgress: { done, total: checklist.length } };
}

/**
 * Returns the row that is shown for a quick-add sentence until the service has parsed it: the typed text as the
 * title, and no date.
 */
function draft(
  act: Act & { type: 'task.quick' },
  at: string,
  memberId: string,
  householdId: string,
): Occurrence {
  return {
    id: act.occurrenceId,
    householdId,
    taskId: act.taskId,
    seriesId: null,
    seriesIndex: null,
    originalDate: null,
    dateReason: null,
    title: act.text,
    notes: null,
    categoryId: null,
    visibility: 'PERSONAL',
    priority: 'NORMAL',
    status: 'TODO',
    date: null,
    time: null,
    durationMinutes: null,
    reminders: [],
    showFrom: null,
    nag: null,
    escalateAfterMinutes: null,
    completion: 'any',
    allDay: false,
    startsAt: null,
    endsAt: null,
    softDue: null,
    responsibleMemberIds: [],
    together: false,
    turnReason: null,
    turnOf: null,
    skippedReason: null,
    checklist: [],
    checklistProgress: { done: 0, total: 0 },
    attachmentCount: 0,
    isException: false,
    overdue: false,
    overdueFrom: null,
    version: 0,
    syncVersion: 0,
    syncedVersion: 0,
    googleSyncStatus: 'NOT_SYNCED',
    createdBy: memberId,
    createdAt: at,
    updatedAt: at,
    updatedBy: memberId,
    completedAt: null,
    completedBy: null,
    ...withDoers([]),
    deletedAt: null,
  };
}

type Tick = Occurrence['doneBy'][number];

/** Returns the ticks of a row if every assignee ticks separately, or else an empty list. */
const ticksOf = (row: Occurrence): readonly Tick[] => (row.completion === 'all' ? row.doneBy : []);
const ticksAt = (doers: readonly string[], at: string): Tick[] => doers.map((memberId) => ({ memberId, at }));

/**
 * Returns true if every assignee ticks separately (`completion: 'all'`). A personal task, or one with at most one
 * assignee and no ticks, counts as an ordinary one.
 */
export const needsEveryone = (row: Occurrence): boolean =>
  row.completion === 'all' &&
  row.visibility === 'SHARED' &&
  (row.responsibleMemberIds.length > 1 || ticksOf(row).length > 0);

/**
 * Returns the fields of an occurrence that say who did it. Older clients read `completedFor`, so it contains the
 * first of the members who did it.
 */
function withDoers(ticks: readonly Tick[]): Pick<Occurrence, 'completedFor' | 'completedForIds' | 'doneBy'> {
  const completedForIds = ticks.map(({ memberId }) => memberId);
  return { completedFor: completedForIds[0] ?? null, completedForIds, doneBy: [...ticks] };
}
