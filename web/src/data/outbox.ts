import { batch, computed, signal } from '@preact/signals';
import { api, newId, ok, value, type Dto } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { withLock } from '../api/refresh.ts';
import {
  needsDecision,
  toPatches,
  rename,
  readResults,
  findCancelled,
  isPastedList,
  type Act,
  type Entry,
  type PastedList,
  type Refusal,
  type RefusedFor,
  type SendOutcome,
  type TypedLine,
} from './outbox-rules.ts';
import { splitList, toListEntry } from './pasted-lists.ts';
import { readLines } from './read-lines.ts';
import { concernsAll, cutBatch, judgeFailure, toRefusal, toCommand } from './sending-rules.ts';
import { chooseStorage } from './shared-device.ts';
import { forgetStep, forgetSteps, recordStep, renameStep, splitStep, type Step } from './undo-history.ts';
import { keepDraft, readDraft } from './drafts.ts';
import { deleteRefusal, loadOutbox, loadRefusals, saveEntries, settleEntries } from './store.ts';
import { onMessage, broadcast } from './tabs.ts';

const UNPERSISTED = 'outbox';
const NOTHING = { entries: [], refusals: [] };

/**
 * The actions of the user in all households whose effect is not in this client's copy yet, in the order in
 * which the user did them.
 */
const entries = signal<readonly Entry[]>([]);
/**
 * The entries that the service refused. A refused tick is reported once. Entries that need a decision are stored
 * on the device until the user has decided.
 */
export const refusals = signal<readonly Refusal[]>([]);
/** The refusals that wait for a decision of the user. */
export const undecided = computed(() => refusals.value.filter(needsDecision));
/** How many actions the service has not answered yet. */
export const waiting = computed(() => entries.value.filter(({ state }) => state !== 'done').length);

/** The sentences and lists of tasks that the service has not parsed yet, as they were typed or pasted. */
export const sentencesWaitingIn = (householdId: string) =>
  computed(() =>
    entries.value.flatMap(({ id, act: what, state, householdId: at }) =>
      (what.type === 'task.quick' || what.type === 'task.paste') && state !== 'done' && at === householdId
        ? [{ id, text: what.text }]
        : [],
    ),
  );

/** The lists that were pasted into the checklist of this task, and that the service has not split yet. */
export const stepsWaitingIn = (occurrenceId: string) =>
  computed(() =>
    entries.value.flatMap(({ id, act: what }) =>
      what.type === 'checklist.paste' && what.occurrenceId === occurrenceId ? [{ id, text: what.text }] : [],
    ),
  );

/** The lines and lists for shopping lists that the service has not parsed yet, as they were typed or pasted. */
export const linesWaitingIn = (householdId: string) =>
  computed(() =>
    entries.value.flatMap(({ id, act: what, householdId: at }) =>
      (what.type === 'shopping.text' || what.type === 'shopping.paste') && at === householdId
        ? [{ id, ...what }]
        : [],
    ),
  );

/**
 * Actions on a wall display or with a guest link. That page sends them itself as the member, so they are not in the
 * outbox. This list only makes them visible before the service has answered.
 */
const displayEntries = signal<readonly Entry[]>([]);

/**
 * Returns the changes that are shown on top of this client's copy of a household, because the copy does not
 * contain their effect yet.
 */
export const patchesOn = (householdId: string) =>
  computed(() =>
    [...entries.value, ...displayEntries.value]
      .filter((entry) => entry.householdId === householdId)
      .flatMap(toPatches),
  );

/**
 * Shows an action as done by that member until the returned function is called. Nothing is sent or stored.
 */
export function showOptimistic(householdId: string, memberId: string, what: Act): () => void {
  const shown = toEntry(memberId, householdId, what);
  displayEntries.value = [...displayEntries.value, shown];
  return () => (displayEntries.value = displayEntries.value.filter((each) => each !== shown));
}

export const isWaiting = (rowId: string): boolean =>
  isBlocked.value &&
  entries.value.some(
    ({ act, state }) => state !== 'done' && 'occurrenceId' in act && act.occurrenceId === rowId,
  );

/** True if entries could not be sent and have to wait. The page then marks them. */
export const isBlocked = signal(false);

let userId: string | null = null;

/** The functions of other modules that the outbox calls. */
type OutboxDependencies = {
  /** Returns the member id of the user in a household. */
  readonly memberIn: (householdId: string) => string | null;
  /**
   * Called when actions were answered. Resolves when this client's copy of that household contains their
   * effects.
   */
  readonly bringRows: (householdId: string) => Promise<void>;
  /** Shows the items of a shopping list that the service created from a typed line. */
  readonly showItems: (householdId: string, items: readonly Dto['ShoppingItemDto'][]) => void;
};
let dependencies: OutboxDependencies = {
  memberIn: () => null,
  bringRows: () => Promise.resolve(),
  showItems: () => undefined,
};
/**
 * Entries and refusals that are not stored in IndexedDB yet. This tab keeps them in sessionStorage first, so
 * that a reload right after an action loses nothing. Each is sent with its id, so nothing is done twice.
 */
let unpersisted: { readonly entries: readonly Entry[]; readonly refusals: readonly Refusal[] } = NOTHING;
const operationResolvers = new Map<string, (operationId: string | null) => void>();
const operationIds = new Map<string, Promise<string | null>>();
/**
 * By entry id: a function that is called if the service refuses the entry. It tries to put the typed text back into
 * its field. If it returns true, the refusal is neither reported nor kept.
 */
const refusalHandlers = new Map<string, (refusal: Refusal) => boolean>();

/** Starts the outbox for this user. It contains the entries that were not sent in earlier sessions. */
export async function openOutbox(user: string, surroundings: OutboxDependencies): Promise<void> {
  userId = user;
  dependencies = surroundings;
  const left = readDraft<typeof unpersisted>(UNPERSISTED) ?? NOTHING;
  // The entries in sessionStorage may belong to another user who used this tab before, so they are filtered.
  await persist({
    entries: left.entries.filter((entry) => entry.userId === user),
    refusals: left.refusals.filter(({ entry }) => entry.userId === user),
  });
  await migrateTypedLines(user);
  await loadPersisted();
  await loadPersistedRefusals();
  void flush();
}

const TYPED_LINES = 'planner.shopping';

/** Moves the typed lines of shopping lists that an earlier version stored in localStorage into the outbox. */
async function migrateTypedLines(user: string): Promise<void> {
  const storage = chooseStorage();
  const kept = storage.getItem(TYPED_LINES);
  if (kept === null) return;
  let lines: readonly { key: string; household: string; text: string; listId?: string }[] = [];
  try {
    lines = JSON.parse(kept) as typeof lines;
  } catch {
    // The stored value is unreadable, so there is nothing to migrate.
  }
  const acts = lines.map(({ key, household, text, listId }, index): Entry => ({
    id: key,
    userId: user,
    memberId: dependencies.memberIn(household) ?? user,
    householdId: household,
    // These lines were typed before all entries that are in the outbox now, so they come first.
    order: index,
    at: new Date().toISOString(),
    act: { type: 'shopping.text', text, ...(listId !== undefined && { listId }) },
    state: 'waiting',
  }));
  await persist({ entries: acts, refusals: [] });
  storage.removeItem(TYPED_LINES);
}

/** Empties the outbox of this tab at sign-out. The entries in IndexedDB are deleted by `wipeStore`. */
export function closeOutbox(): void {
  userId = null;
  setUnpersisted(NOTHING);
  forgetSteps();
  notBefore.clear();
  batch(() => {
    entries.value = [];
    refusals.value = [];
    isBlocked.value = false;
  });
}

function setUnpersisted(left: typeof unpersisted): void {
  unpersisted = left;
  keepDraft(UNPERSISTED, left.entries.length + left.refusals.length === 0 ? null : left);
}

/**
 * Removes entries from `unpersisted`. Called when they were stored in IndexedDB, were answered or cancelled, or when
 * the user has decided about them.
 */
function removePersisted(ids: readonly string[]): void {
  const isLeft = (entry: Entry) => !ids.includes(entry.id);
  if ([...unpersisted.entries, ...unpersisted.refusals.map(({ entry }) => entry)].every(isLeft)) return;
  setUnpersisted({
    entries: unpersisted.entries.filter(isLeft),
    refusals: unpersisted.refusals.filter(({ entry }) => isLeft(entry)),
  });
}

/**
 * Stores entries in IndexedDB. They stay in `unpersisted` until that has succeeded. On a device that stores
 * nothing, they stay there.
 */
async function persist({ entries: acts, refusals: refused }: typeof unpersisted): Promise<void> {
  const ids = [...acts, ...refused.map(({ entry }) => entry)].map(({ id }) => id);
  removePersisted(ids);
  setUnpersisted({
    entries: [...unpersisted.entries, ...acts],
    refusals: [...unpersisted.refusals, ...refused],
  });
  const isWritten = await Promise.all([saveEntries(acts, []), settleEntries([], refused)]).then(
    (written) => written.every(Boolean),
    () => false,
  );
  if (isWritten) removePersisted(ids);
}

async function loadPersisted(): Promise<void> {
  const before = entries.value;
  const all = new Map([...(await loadOutbox()), ...unpersisted.entries].map((entry) => [entry.id, entry]));
  const kept = [...all.values()].filter((entry) => entry.userId === userId);
  // An entry that was cancelled or answered during this read must not come back.
  const known = new Set([...before, ...entries.value].map(({ id }) => id));
  const fresh = kept.filter(({ id }) => !known.has(id));
  for (const { id } of fresh) expectOperation(id);
  if (fresh.length > 0) entries.value = [...entries.value, ...fresh].sort((a, b) => a.order - b.order);
}

/**
 * Loads the refusals that are stored on the device. Refusals that need no decision are not stored, so this tab keeps
 * its own. If the user has decided about a refusal in another tab, it disappears in this tab too.
 */
async function loadPersistedRefusals(): Promise<void> {
  const kept = (await loadRefusals()) ?? undecided.value;
  const onlyReported = refusals.value.filter((each) => !needsDecision(each));
  const known = new Map(refusals.value.map((each) => [each.entry.id, each]));
  const all = new Map([...kept, ...unpersisted.refusals].map((each) => [each.entry.id, each]));
  const ours = [...all.values()].filter(({ entry }) => entry.userId === userId);
  refusals.value = [...onlyReported, ...ours.map((each) => known.get(each.entry.id) ?? each)];
}

/**
 * Performs an action: shows it immediately, stores it on the device and sends it as soon as possible.
 *
 * @param onRefused called if the service refuses it; returns true if the typed text is in its field again
 * @returns the id to pass to {@link undo}; null if the action cancelled out one that was not sent yet
 */
export function act(
  householdId: string,
  what: Act,
  onRefused?: (refusal: Refusal) => boolean,
): string | null {
  if (userId === null) throw new Error('Nobody is signed in');
  const ours = entries.value.filter((entry) => entry.householdId === householdId);
  const before = findCancelled(what, ours);
  if (before !== null) {
    drop([before.id]);
    removePersisted([before.id]);
    void saveEntries([], [before.id]).then(() => broadcast({ kind: 'outbox' }));
    operationResolvers.get(before.id)?.(null);
    forgetStep(before.id);
    return null;
  }
  const entry = toEntry(userId, householdId, what);
  if (onRefused !== undefined) refusalHandlers.set(entry.id, onRefused);
  recordStep({ id: entry.id, householdId, at: Date.now() });
  entries.value = [...entries.value, entry];
  expectOperation(entry.id);
  void keep(entry);
  return entry.id;
}

/**
 * Creates the promise for the operation id that an entry gets when it is sent. `undo` waits for it. Entries that were
 * loaded from the device after a reload get one too.
 */
function expectOperation(id: string): void {
  if (!operationIds.has(id))
    operationIds.set(id, new Promise((resolve) => operationResolvers.set(id, resolve)));
}

const toEntry = (user: string, householdId: string, what: Act): Entry => ({
  id: newId(),
  userId: user,
  memberId: dependencies.memberIn(householdId) ?? user,
  householdId,
  order: Math.max(Date.now(), (entries.value.at(-1)?.order ?? 0) + 1),
  at: new Date().toISOString(),
  act: what,
  state: 'waiting',
});

/**
 * Stores an edit that was not sent, because somebody else has changed the same field. The user decides about it in
 * the same way as about a refusal of the service.
 */
export function parkConflict(householdId: string, what: Act, conflict: RefusedFor): void {
  if (userId === null) throw new Error('Nobody is signed in');
  const refusal = { entry: toEntry(userId, householdId, what), code: 'CONFLICT', conflict };
  refusals.value = [...refusals.value, refusal];
  void persist({ entries: [], refusals: [refusal] }).then(() => broadcast({ kind: 'outbox' }));
}

async function keep(entry: Entry): Promise<void> {
  await persist({ entries: [entry], refusals: [] });
  await flush();
}

/**
 * Undoes an action of {@link act}, whether or not it has been sent.
 * @throws ApiError UNDO_BLOCKED with the rows that block it
 */
export async function undo(actId: string): Promise<void> {
  const entry = entries.value.find(({ id }) => id === actId);
  if (entry?.state === 'waiting') {
    forgetStep(actId);
    drop([actId]);
    removePersisted([actId]);
    operationResolvers.get(actId)?.(null);
    await saveEntries([], [actId]);
    broadcast({ kind: 'outbox' });
    return;
  }
  const operationId = await operationIds.get(actId);
  const householdId = entry?.householdId ?? householdOf.get(actId);
  if (operationId === undefined || operationId === null || householdId === undefined) return;
  await undoOperation(householdId, operationId);
}

/**
 * Undoes a step of the history, whether or not it has been sent.
 * @throws ApiError UNDO_BLOCKED with the rows that block it
 */
export const undoStep = ({ id, householdId }: Step): Promise<void> =>
  operationIds.has(id) ? undo(id) : undoOperation(householdId, id);

const householdOf = new Map<string, string>();

/** Undoes an operation and brings this client's copy of the household up to date. */
export async function undoOperation(householdId: string, operationId: string): Promise<void> {
  await value(
    api.POST('/v1/households/{householdId}/operations/{operationId}/undo', {
      params: { path: { householdId, operationId } },
      headers: { 'Idempotency-Key': newId() },
    }),
  );
  forgetStep(operationId);
  await dependencies.bringRows(householdId);
}

/** Removes a refusal after it was reported or decided, in this tab and in others. */
export function dismiss(refusal: Refusal): void {
  const { entry } = refusal;
  refusals.value = refusals.value.filter((each) => each.entry.id !== entry.id);
  removePersisted([entry.id]);
  if (needsDecision(refusal))
    void deleteRefusal(entry.id)
      .catch(() => undefined)
      .then(() => broadcast({ kind: 'outbox' }));
}

let flushing: Promise<void> | null = null;
/**
 * How often sending was requested. If it is requested while entries are being sent, the waiting entries are sent
 * in another round.
 */
let flushRequests = 0;

/**
 * Sends the waiting entries in order. Only one tab sends at a time. Resolves when every entry was sent or has
 * to wait.
 */
export function flush(): Promise<void> {
  if (userId === null || entries.value.length === 0) return Promise.resolve();
  flushRequests++;
  flushing ??= sendInRounds().finally(() => (flushing = null));
  return flushing;
}

async function sendInRounds(): Promise<void> {
  for (let served = 0; served !== flushRequests;) {
    served = flushRequests;
    await withLock('planner.outbox', sendWaiting);
  }
}

/**
 * How long entries have to wait: `retryAfter` is the number of milliseconds that the service asked for, or null.
 * `isForAll` means that entries of other households have to wait too.
 */
type Wait = { readonly retryAfter: number | null; readonly isForAll: boolean };

/**
 * By household: the time (milliseconds since the epoch) before which nothing is sent, because the service
 * said so.
 */
const notBefore = new Map<string, number>();

async function sendWaiting(): Promise<void> {
  await loadPersisted();
  /** How long to wait before sending the entries of a household again, in milliseconds, by household id. */
  const waits = new Map<string, number>();
  for (;;) {
    const next = entries.value.find(({ state, householdId }) => state !== 'done' && !waits.has(householdId));
    if (next === undefined || userId === null) break;
    const { householdId } = next;
    const left = (notBefore.get(householdId) ?? 0) - Date.now();
    if (left > 0) {
      waits.set(householdId, left);
      continue;
    }
    const ids = cutBatch(listWaiting(householdId)).map(({ id }) => id);
    const wait = await deliver(householdId, ids);
    if (wait === null) continue;
    const retryAfter = wait.retryAfter ?? 0;
    for (const id of wait.isForAll ? listHouseholdsWaiting() : [householdId]) {
      waits.set(id, Math.max(retryAfter, waits.get(id) ?? 0));
      notBefore.set(id, Math.max(Date.now() + retryAfter, notBefore.get(id) ?? 0));
    }
    if (wait.isForAll) break;
  }
  isBlocked.value = waits.size > 0;
  if (waits.size === 0) failedAttempts = 0;
  else retryLater(Math.min(...waits.values()));
}

const listHouseholdsWaiting = (): ReadonlySet<string> =>
  new Set(entries.value.flatMap(({ state, householdId }) => (state === 'done' ? [] : [householdId])));

const listWaiting = (householdId: string): readonly Entry[] =>
  entries.value.filter((entry) => entry.state !== 'done' && entry.householdId === householdId);

/**
 * Sends these entries. If the service refuses the request as a whole, sends them in smaller parts. Returns null if
 * every entry was sent or refused, or how long to wait before the rest is sent again.
 */
async function deliver(householdId: string, ids: readonly string[]): Promise<Wait | null> {
  // Read the entries again by id. Since the batch was cut, their rows may have got other ids, or the entries may have
  // been cancelled.
  const sending = listWaiting(householdId).filter(({ id }) => ids.includes(id));
  const [first] = sending;
  if (first === undefined || userId === null) return null;
  setState(sending, 'sent');
  const answer = await send(first, sending).catch((error: unknown) => ({ error }));
  if (!('error' in answer)) {
    await applyOutcome(householdId, sending, answer);
    return answer.again.length > 0 ? { retryAfter: null, isForAll: false } : null;
  }
  const { error } = answer;
  switch (judgeFailure(error, sending.length)) {
    case 'retry':
      return {
        retryAfter: error instanceof ApiError ? error.retryAfter : null,
        isForAll: concernsAll(error),
      };
    case 'halve': {
      const middle = Math.ceil(sending.length / 2);
      return (
        (await deliver(householdId, ids.slice(0, middle))) ?? (await deliver(householdId, ids.slice(middle)))
      );
    }
    case 'oneByOne':
      for (const id of ids) {
        const wait = await deliver(householdId, [id]);
        if (wait !== null) return wait;
      }
      return null;
    case 'setAside': {
      const refused = sending.map((entry) => toRefusal(entry, error as ApiError));
      await applyOutcome(householdId, sending, { done: [], again: [], refused, renamed: new Map() });
      return null;
    }
  }
}

function send(first: Entry, sending: readonly Entry[]): Promise<SendOutcome> {
  if (first.act.type === 'shopping.text') return sendLine(first, first.act);
  return isPastedList(first.act) ? replaceList(first, first.act) : sendCommands(sending);
}

/** Replaces the entry of a pasted list by one entry for each of its lines. They are sent next. */
async function replaceList(entry: Entry, list: PastedList): Promise<SendOutcome> {
  const lines = await readLines(entry.householdId, list.text);
  const outcome = { again: [], refused: [], renamed: new Map<string, string>() };
  // The user has signed out in the meantime.
  if (userId !== entry.userId) return { ...outcome, done: [] };
  const parts = splitList(entry, list, lines);
  await addEntries(parts);
  splitStep(
    entry.id,
    parts.map(({ id }) => id),
  );
  return { ...outcome, done: [{ id: entry.id, operationId: null }] };
}

/** Stores entries on the device and adds those that this tab does not have yet. */
async function addEntries(added: readonly Entry[]): Promise<void> {
  await persist({ entries: added, refusals: [] });
  const known = new Set(entries.value.map(({ id }) => id));
  const fresh = added.filter(({ id }) => !known.has(id));
  for (const { id } of fresh) expectOperation(id);
  entries.value = [...entries.value, ...fresh].sort((a, b) => a.order - b.order);
}

async function sendCommands(sending: readonly Entry[]): Promise<SendOutcome> {
  const { results } = await value(
    api.POST('/v1/households/{householdId}/commands', {
      params: { path: { householdId: sending[0]?.householdId ?? '' } },
      body: { sentAt: new Date().toISOString(), commands: sending.map(toCommand) as never },
    }),
  );
  return readResults(sending, results);
}

async function sendLine(entry: Entry, line: TypedLine): Promise<SendOutcome> {
  const { id, householdId } = entry;
  const { text, listId, key = id } = line;
  const post = (body: { text: string; listId?: string }, idempotencyKey: string) =>
    ok(
      api.POST('/v1/households/{householdId}/shopping/items', {
        params: { path: { householdId } },
        headers: { 'Idempotency-Key': idempotencyKey },
        body,
      }),
    );
  const answer = await post({ text, ...(listId !== undefined && { listId }) }, key).catch(
    async (error: unknown) => {
      // The list was deleted. The line goes to the first list instead.
      if (listId === undefined || !(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error;
      const moved: Entry = { ...entry, act: { type: line.type, text, key: newId() } };
      entries.value = entries.value.map((each) => (each.id === id ? moved : each));
      await saveEntries([moved], []).catch(() => undefined);
      return post({ text }, (moved.act as TypedLine).key ?? id);
    },
  );
  dependencies.showItems(householdId, answer.data ?? []);
  const operationId = answer.response.headers.get('Operation-Id');
  return { done: [{ id, operationId }], again: [], refused: [], renamed: new Map() };
}

/**
 * Returns the entry of the list if a sentence was refused because it is a list of tasks, for example one that was pasted
 * without a network. Then its lines are added instead, and the user has nothing to decide.
 */
const toList = ({ entry, code }: Refusal): readonly Entry[] =>
  entry.act.type === 'task.quick' && code === 'SEVERAL_SENTENCES' ? [toListEntry(entry, entry.act.text)] : [];

/** Applies the outcome of a request to its entries. */
async function applyOutcome(
  householdId: string,
  sending: readonly Entry[],
  { done, refused, renamed }: SendOutcome,
) {
  await addEntries(refused.flatMap(toList));
  const gone = [...done.map(({ id }) => id), ...refused.map(({ entry }) => entry.id)];
  for (const { id } of sending) householdOf.set(id, householdId);
  const sent = [...done, ...refused.map(({ entry: { id } }) => ({ id, operationId: null }))];
  resolveSent(sent);
  const kept = refused.filter(
    (refusal) => toList(refusal).length === 0 && refusalHandlers.get(refusal.entry.id)?.(refusal) !== true,
  );
  for (const id of gone) refusalHandlers.delete(id);
  // The items of a typed line are already in this client's copy, and the lines of a pasted list are entries of their
  // own, so these entries are removed now. Refused entries are removed too. All others stay until the feed has
  // delivered their effect.
  const lines = sending.filter(
    ({ id, act: what }) => (what.type === 'shopping.text' || isPastedList(what)) && gone.includes(id),
  );
  batch(() => {
    setState(
      sending.filter(({ id }) => gone.includes(id)),
      'done',
    );
    if (renamed.size > 0) entries.value = entries.value.map((entry) => rename(entry, renamed));
    refusals.value = [...refusals.value, ...kept];
    drop([...refused.map(({ entry }) => entry.id), ...lines.map(({ id }) => id)]);
  });
  const toDecide = kept.filter(needsDecision);
  await settleEntries(gone, toDecide).catch(() => undefined);
  removePersisted(gone);
  if (toDecide.length > 0) broadcast({ kind: 'outbox' });
  broadcast({ kind: 'sent', done: sent });
  void dependencies
    .bringRows(householdId)
    .catch(() => undefined)
    .then(() => drop(gone));
}

/** Completes the promises for the operation ids of sent entries, so that undo works in every tab. */
function resolveSent(sent: readonly { readonly id: string; readonly operationId: string | null }[]): void {
  for (const { id, operationId } of sent) {
    operationResolvers.get(id)?.(operationId);
    operationResolvers.delete(id);
    renameStep(id, operationId);
  }
}

let failedAttempts = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Schedules the next attempt with exponential backoff, at least `atLeast` milliseconds from now. */
function retryLater(atLeast: number): void {
  const pause = Math.min(30_000, 1000 * 2 ** failedAttempts++) * (0.75 + Math.random() / 2);
  clearTimeout(timer);
  timer = setTimeout(() => void flush(), Math.max(atLeast, pause));
}

function setState(which: readonly Entry[], state: Entry['state']): void {
  const ids = new Set(which.map(({ id }) => id));
  entries.value = entries.value.map((entry) => (ids.has(entry.id) ? { ...entry, state } : entry));
}

function drop(ids: readonly string[]): void {
  if (ids.length > 0) entries.value = entries.value.filter(({ id }) => !ids.includes(id));
}

addEventListener('online', () => void flush());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void flush();
});
onMessage((word) => {
  if (word.kind === 'outbox') void reload();
  if (word.kind !== 'sent') return;
  for (const { id } of word.done) {
    const entry = entries.value.find((each) => each.id === id);
    if (entry !== undefined) householdOf.set(id, entry.householdId);
  }
  resolveSent(word.done);
});

/** Reads the entries and refusals on the device again, because another tab has changed them. */
async function reload(): Promise<void> {
  await loadPersistedRefusals();
  const kept = new Set([...(await loadOutbox()), ...unpersisted.entries].map(({ id }) => id));
  entries.value = entries.value.filter(({ id, state }) => state !== 'waiting' || kept.has(id));
  await loadPersisted();
}
