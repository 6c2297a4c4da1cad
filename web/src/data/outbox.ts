import { batch, computed, signal } from '@preact/signals';
import { api, newId, ok, value, type Dto } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { withLock } from '../api/refresh.ts';
import {
  needsDecision,
  toPatches,
  rename,
  settle,
  undoneBy,
  type Act,
  type Entry,
  type Refusal,
  type RefusedFor,
  type Settled,
  type TypedLine,
} from './outbox-rules.ts';
import { concernsAll, cutBatch, judgeFailure, setAside, toCommand } from './sending-rules.ts';
import { chooseStorage } from './shared-device.ts';
import { forgetStep, forgetSteps, recordStep, renameStep, type Step } from './undo-history.ts';
import { keepDraft, readDraft } from './drafts.ts';
import { deleteRefusal, loadOutbox, loadRefusals, saveEntries, settleEntries } from './store.ts';
import { hear, tell } from './tabs.ts';

const UNWRITTEN = 'outbox';
const NOTHING = { entries: [], refusals: [] };

/** What was done and is not answered yet, over all households, in the order in which it was done. */
const entries = signal<readonly Entry[]>([]);
/** What the service did not take. A tick is told; what needs a decision is kept on the device until it was made. */
export const refusals = signal<readonly Refusal[]>([]);
/** Of these, what waits for a decision. */
export const undecided = computed(() => refusals.value.filter(needsDecision));
/** How many acts have yet to reach the service, because it cannot be reached. */
export const waiting = computed(() => entries.value.filter(({ state }) => state !== 'done').length);

/** Sentences that wait to be read by the service, as they were typed. */
export const sentencesWaitingIn = (householdId: string) =>
  computed(() =>
    entries.value.flatMap(({ id, act: what, state, householdId: at }) =>
      what.type === 'task.quick' && state !== 'done' && at === householdId ? [{ id, text: what.text }] : [],
    ),
  );

/** Lines of the shopping list that wait to be read by the service, as they were typed. */
export const linesWaitingIn = (householdId: string) =>
  computed(() =>
    entries.value.flatMap(({ id, act: what, householdId: at }) =>
      what.type === 'shopping.text' && at === householdId ? [{ id, ...what }] : [],
    ),
  );

/** Acts of a display, which sends them itself, as whoever was chosen. */
const elsewhere = signal<readonly Entry[]>([]);

/** What is laid over the copy of one household. */
export const patchesOn = (householdId: string) =>
  computed(() =>
    [...entries.value, ...elsewhere.value]
      .filter((entry) => entry.householdId === householdId)
      .flatMap(toPatches),
  );

/** Shows it as done by that member until what it answers is called; nothing is sent or kept. */
export function showMeanwhile(householdId: string, memberId: string, what: Act): () => void {
  const shown = toEntry(memberId, householdId, what);
  elsewhere.value = [...elsewhere.value, shown];
  return () => (elsewhere.value = elsewhere.value.filter((each) => each !== shown));
}

export const isWaiting = (rowId: string): boolean =>
  stuck.value &&
  entries.value.some(
    ({ act, state }) => state !== 'done' && 'occurrenceId' in act && act.occurrenceId === rowId,
  );

/** The last attempt failed: what waits is shown as waiting. */
export const stuck = signal(false);

let userId: string | null = null;

/** What the outbox needs of the rest of the client. */
type Surroundings = {
  /** Who the user is in a household. */
  readonly memberIn: (householdId: string) => string | null;
  /** Called when acts were answered, to bring the rows; settles when the copy of that household has them. */
  readonly bringRows: (householdId: string) => Promise<void>;
  /** Shows the lines of a shopping list that the service has made of what was typed. */
  readonly showItems: (householdId: string, items: readonly Dto['ShoppingItemDto'][]) => void;
};
let around: Surroundings = {
  memberIn: () => null,
  bringRows: () => Promise.resolve(),
  showItems: () => undefined,
};
/**
 * What the device has not written down yet. It stands in this tab, which keeps it at once, so that a reload
 * right after an act loses nothing; it is sent by its id, so that nothing is done twice.
 */
let unwritten: { readonly entries: readonly Entry[]; readonly refusals: readonly Refusal[] } = NOTHING;
const answered = new Map<string, (operationId: string | null) => void>();
const outcomes = new Map<string, Promise<string | null>>();
/** Fields that take back what they have sent if it is refused, by the entry. Without one it waits for a decision. */
const takers = new Map<string, (refusal: Refusal) => boolean>();

/** Begins to work for this user, with what was left from before. */
export async function openOutbox(user: string, surroundings: Surroundings): Promise<void> {
  userId = user;
  around = surroundings;
  const left = readDraft<typeof unwritten>(UNWRITTEN) ?? NOTHING;
  // Somebody else may have signed in while this tab was not there to hear of it.
  await writeDown({
    entries: left.entries.filter((entry) => entry.userId === user),
    refusals: left.refusals.filter(({ entry }) => entry.userId === user),
  });
  await takeTypedLines(user);
  await takeKept();
  await takeRefusals();
  void flush();
}

const TYPED_LINES = 'planner.shopping';

/** Takes over the lines of shopping lists that an earlier version has kept in the browser's storage. */
async function takeTypedLines(user: string): Promise<void> {
  const storage = chooseStorage();
  const kept = storage.getItem(TYPED_LINES);
  if (kept === null) return;
  let lines: readonly { key: string; household: string; text: string; listId?: string }[] = [];
  try {
    lines = JSON.parse(kept) as typeof lines;
  } catch {
    // Nothing can be read of it.
  }
  const acts = lines.map(({ key, household, text, listId }, index): Entry => ({
    id: key,
    userId: user,
    memberId: around.memberIn(household) ?? user,
    householdId: household,
    // They were typed before anything that is in the outbox now.
    order: index,
    at: new Date().toISOString(),
    act: { type: 'shopping.text', text, ...(listId !== undefined && { listId }) },
    state: 'waiting',
  }));
  await writeDown({ entries: acts, refusals: [] });
  storage.removeItem(TYPED_LINES);
}

/** Forgets everything; what waits is lost. */
export function closeOutbox(): void {
  userId = null;
  keepUnwritten(NOTHING);
  forgetSteps();
  notBefore.clear();
  batch(() => {
    entries.value = [];
    refusals.value = [];
    stuck.value = false;
  });
}

function keepUnwritten(left: typeof unwritten): void {
  unwritten = left;
  keepDraft(UNWRITTEN, left.entries.length + left.refusals.length === 0 ? null : left);
}

/** Was written down, answered, decided or taken back. */
function strike(ids: readonly string[]): void {
  const isLeft = (entry: Entry) => !ids.includes(entry.id);
  if ([...unwritten.entries, ...unwritten.refusals.map(({ entry }) => entry)].every(isLeft)) return;
  keepUnwritten({
    entries: unwritten.entries.filter(isLeft),
    refusals: unwritten.refusals.filter(({ entry }) => isLeft(entry)),
  });
}

/** Keeps it in the tab until it is on the device: for good, where the device takes nothing. */
async function writeDown({ entries: acts, refusals: refused }: typeof unwritten): Promise<void> {
  const ids = [...acts, ...refused.map(({ entry }) => entry)].map(({ id }) => id);
  strike(ids);
  keepUnwritten({
    entries: [...unwritten.entries, ...acts],
    refusals: [...unwritten.refusals, ...refused],
  });
  const isWritten = await Promise.all([saveEntries(acts, []), settleEntries([], refused)]).then(
    (written) => written.every(Boolean),
    () => false,
  );
  if (isWritten) strike(ids);
}

async function takeKept(): Promise<void> {
  const before = entries.value;
  const all = new Map([...(await loadOutbox()), ...unwritten.entries].map((entry) => [entry.id, entry]));
  const kept = [...all.values()].filter((entry) => entry.userId === userId);
  // What was taken back or answered while this was read is not taken up again.
  const known = new Set([...before, ...entries.value].map(({ id }) => id));
  const fresh = kept.filter(({ id }) => !known.has(id));
  for (const { id } of fresh) expectAnswer(id);
  if (fresh.length > 0) entries.value = [...entries.value, ...fresh].sort((a, b) => a.order - b.order);
}

/** As kept on the device, with what is only to be told here; what was decided in another tab is decided here. */
async function takeRefusals(): Promise<void> {
  const kept = (await loadRefusals()) ?? undecided.value;
  const told = refusals.value.filter((each) => !needsDecision(each));
  const known = new Map(refusals.value.map((each) => [each.entry.id, each]));
  const all = new Map([...kept, ...unwritten.refusals].map((each) => [each.entry.id, each]));
  const ours = [...all.values()].filter(({ entry }) => entry.userId === userId);
  refusals.value = [...told, ...ours.map((each) => known.get(each.entry.id) ?? each)];
}

/**
 * Does it: shown at once, kept on the device, and sent as soon as it can be. Answers the id by which it is undone;
 * null where it took back something that had not been sent yet.
 *
 * @param takeBack called if the service refuses it; returns true if what was typed is in its field again
 */
export function act(householdId: string, what: Act, takeBack?: (refusal: Refusal) => boolean): string | null {
  if (userId === null) throw new Error('Nobody is signed in');
  const ours = entries.value.filter((entry) => entry.householdId === householdId);
  const before = undoneBy(what, ours);
  if (before !== null) {
    drop([before.id]);
    strike([before.id]);
    void saveEntries([], [before.id]).then(() => tell({ kind: 'outbox' }));
    answered.get(before.id)?.(null);
    forgetStep(before.id);
    return null;
  }
  const entry = toEntry(userId, householdId, what);
  if (takeBack !== undefined) takers.set(entry.id, takeBack);
  recordStep({ id: entry.id, householdId, at: Date.now() });
  entries.value = [...entries.value, entry];
  expectAnswer(entry.id);
  void keep(entry);
  return entry.id;
}

/** Whoever undoes it waits for the operation that it becomes, also after a reload. */
function expectAnswer(id: string): void {
  if (!outcomes.has(id)) outcomes.set(id, new Promise((resolve) => answered.set(id, resolve)));
}

const toEntry = (user: string, householdId: string, what: Act): Entry => ({
  id: newId(),
  userId: user,
  memberId: around.memberIn(householdId) ?? user,
  householdId,
  order: Math.max(Date.now(), (entries.value.at(-1)?.order ?? 0) + 1),
  at: new Date().toISOString(),
  act: what,
  state: 'waiting',
});

/** Not sent, since somebody else has changed the same thing: kept until it was decided, as if the service had said so. */
export function putAside(householdId: string, what: Act, conflict: RefusedFor): void {
  if (userId === null) throw new Error('Nobody is signed in');
  const refusal = { entry: toEntry(userId, householdId, what), code: 'CONFLICT', conflict };
  refusals.value = [...refusals.value, refusal];
  void writeDown({ entries: [], refusals: [refusal] }).then(() => tell({ kind: 'outbox' }));
}

async function keep(entry: Entry): Promise<void> {
  await writeDown({ entries: [entry], refusals: [] });
  await flush();
}

/**
 * Takes back what {@link act} did, whether or not it has been sent.
 * @throws ApiError UNDO_BLOCKED, with what is in the way
 */
export async function undo(actId: string): Promise<void> {
  const entry = entries.value.find(({ id }) => id === actId);
  if (entry?.state === 'waiting') {
    forgetStep(actId);
    drop([actId]);
    strike([actId]);
    answered.get(actId)?.(null);
    await saveEntries([], [actId]);
    tell({ kind: 'outbox' });
    return;
  }
  const operationId = await outcomes.get(actId);
  const householdId = entry?.householdId ?? householdOf.get(actId);
  if (operationId === undefined || operationId === null || householdId === undefined) return;
  await undoOperation(householdId, operationId);
}

/**
 * Undoes a step of the history, whether or not it has been sent.
 * @throws ApiError UNDO_BLOCKED, with what is in the way
 */
export const undoStep = ({ id, householdId }: Step): Promise<void> =>
  outcomes.has(id) ? undo(id) : undoOperation(householdId, id);

const householdOf = new Map<string, string>();

/** Takes back an operation, and brings its rows. */
export async function undoOperation(householdId: string, operationId: string): Promise<void> {
  await value(
    api.POST('/v1/households/{householdId}/operations/{operationId}/undo', {
      params: { path: { householdId, operationId } },
      headers: { 'Idempotency-Key': newId() },
    }),
  );
  forgetStep(operationId);
  await around.bringRows(householdId);
}

/** Takes a refusal away, after it was told or decided, here and in other tabs. */
export function dismiss(refusal: Refusal): void {
  const { entry } = refusal;
  refusals.value = refusals.value.filter((each) => each.entry.id !== entry.id);
  strike([entry.id]);
  if (needsDecision(refusal))
    void deleteRefusal(entry.id)
      .catch(() => undefined)
      .then(() => tell({ kind: 'outbox' }));
}

let flushing: Promise<void> | null = null;
/** How often it was asked for: who asks while it is under way has another round. */
let asked = 0;

/** Sends what waits, in order. One tab does at a time. Settles once everything was sent or has to wait. */
export function flush(): Promise<void> {
  if (userId === null || entries.value.length === 0) return Promise.resolve();
  asked++;
  flushing ??= sendInRounds().finally(() => (flushing = null));
  return flushing;
}

async function sendInRounds(): Promise<void> {
  for (let served = 0; served !== asked;) {
    served = asked;
    await withLock('planner.outbox', sendWaiting);
  }
}

/** Why entries have to wait: for how long if the service said so, and whether those of other households have to wait too. */
type Wait = { readonly retryAfter: number | null; readonly isForAll: boolean };

/** Before which time nothing is sent for a household, because the service said so. */
const notBefore = new Map<string, number>();

async function sendWaiting(): Promise<void> {
  await takeKept();
  /** How long each household that has to wait does so, in milliseconds. */
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
  stuck.value = waits.size > 0;
  if (waits.size === 0) pauses = 0;
  else retryLater(Math.min(...waits.values()));
}

const listHouseholdsWaiting = (): ReadonlySet<string> =>
  new Set(entries.value.flatMap(({ state, householdId }) => (state === 'done' ? [] : [householdId])));

const listWaiting = (householdId: string): readonly Entry[] =>
  entries.value.filter((entry) => entry.state !== 'done' && entry.householdId === householdId);

/** Sends these entries, in parts where the service does not take them together. null: each was sent or set aside. */
async function deliver(householdId: string, ids: readonly string[]): Promise<Wait | null> {
  // As they are by now: they may have been renamed or taken back.
  const sending = listWaiting(householdId).filter(({ id }) => ids.includes(id));
  const [first] = sending;
  if (first === undefined || userId === null) return null;
  setState(sending, 'sent');
  const answer = await (
    first.act.type === 'shopping.text' ? sendLine(first, first.act) : sendCommands(sending)
  ).catch((error: unknown) => ({ error }));
  if (!('error' in answer)) {
    await take(householdId, sending, answer);
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
      const refused = sending.map((entry) => setAside(entry, error as ApiError));
      await take(householdId, sending, { done: [], again: [], refused, renamed: new Map() });
      return null;
    }
  }
}

async function sendCommands(sending: readonly Entry[]): Promise<Settled> {
  const { results } = await value(
    api.POST('/v1/households/{householdId}/commands', {
      params: { path: { householdId: sending[0]?.householdId ?? '' } },
      body: { sentAt: new Date().toISOString(), commands: sending.map(toCommand) as never },
    }),
  );
  return settle(sending, results);
}

async function sendLine(entry: Entry, line: TypedLine): Promise<Settled> {
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
      // Its list is gone meanwhile: what was typed is kept on the first.
      if (listId === undefined || !(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error;
      const moved: Entry = { ...entry, act: { type: line.type, text, key: newId() } };
      entries.value = entries.value.map((each) => (each.id === id ? moved : each));
      await saveEntries([moved], []).catch(() => undefined);
      return post({ text }, (moved.act as TypedLine).key ?? id);
    },
  );
  around.showItems(householdId, answer.data ?? []);
  const operationId = answer.response.headers.get('Operation-Id');
  return { done: [{ id, operationId }], again: [], refused: [], renamed: new Map() };
}

/** Takes over what came of these entries. */
async function take(householdId: string, sending: readonly Entry[], { done, refused, renamed }: Settled) {
  const gone = [...done.map(({ id }) => id), ...refused.map(({ entry }) => entry.id)];
  for (const { id } of sending) householdOf.set(id, householdId);
  const sent = [...done, ...refused.map(({ entry: { id } }) => ({ id, operationId: null }))];
  hearSent(sent);
  const kept = refused.filter((refusal) => takers.get(refusal.entry.id)?.(refusal) !== true);
  for (const id of gone) takers.delete(id);
  // What was typed on a list is on it now, where everything else waits for the feed.
  const lines = sending.filter(({ id, act: what }) => what.type === 'shopping.text' && gone.includes(id));
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
  strike(gone);
  if (toDecide.length > 0) tell({ kind: 'outbox' });
  tell({ kind: 'sent', done: sent });
  void around
    .bringRows(householdId)
    .catch(() => undefined)
    .then(() => drop(gone));
}

/** Whoever wants to undo one of these, in whichever tab, knows by what from now on. */
function hearSent(sent: readonly { readonly id: string; readonly operationId: string | null }[]): void {
  for (const { id, operationId } of sent) {
    answered.get(id)?.(operationId);
    answered.delete(id);
    renameStep(id, operationId);
  }
}

let pauses = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Tries again after a pause that grows, and not before the time that the service named. */
function retryLater(atLeast: number): void {
  const pause = Math.min(30_000, 1000 * 2 ** pauses++) * (0.75 + Math.random() / 2);
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
hear((word) => {
  if (word.kind === 'outbox') void reload();
  if (word.kind !== 'sent') return;
  for (const { id } of word.done) {
    const entry = entries.value.find((each) => each.id === id);
    if (entry !== undefined) householdOf.set(id, entry.householdId);
  }
  hearSent(word.done);
});

/** Another tab has taken something back, sent or decided it. */
async function reload(): Promise<void> {
  await takeRefusals();
  const kept = new Set([...(await loadOutbox()), ...unwritten.entries].map(({ id }) => id));
  entries.value = entries.value.filter(({ id, state }) => state !== 'waiting' || kept.has(id));
  await takeKept();
}
