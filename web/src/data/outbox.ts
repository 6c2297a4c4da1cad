import { batch, computed, signal } from '@preact/signals';
import { api, newId, value } from '../api/client.ts';
import { withLock } from '../api/refresh.ts';
import {
  holdsWords,
  toPatches,
  rename,
  settle,
  undoneBy,
  type Act,
  type Entry,
  type Refusal,
  type RefusedFor,
} from './outbox-rules.ts';
import { keepDraft, readDraft } from './drafts.ts';
import { deleteRefusal, loadOutbox, loadRefusals, saveEntries, settleEntries } from './store.ts';
import { hear, tell } from './tabs.ts';

const MOST_AT_ONCE = 100;
const UNWRITTEN = 'outbox';
const NOTHING = { entries: [], refusals: [] };

/** What was done and is not answered yet, over all households, in the order in which it was done. */
const entries = signal<readonly Entry[]>([]);
/** What the service did not take. A tick is to be told; words are kept on the device until somebody has decided about them. */
export const refusals = signal<readonly Refusal[]>([]);
/** Of these, what waits for a decision. */
export const undecided = computed(() => refusals.value.filter(({ entry }) => holdsWords(entry.act)));
/** How many acts have yet to reach the service, because it cannot be reached. */
export const waiting = computed(() => entries.value.filter(({ state }) => state !== 'done').length);

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
/** Who that is in a household. */
let memberIn: (householdId: string) => string | null = () => null;
/** Called when acts were answered, to bring the rows; settles when the copy of that household has them. */
let readOn: (householdId: string) => Promise<void> = () => Promise.resolve();
/**
 * What the device has not written down yet. It stands in this tab, which keeps it at once, so that a reload
 * right after an act loses nothing; it is sent by its id, so that nothing is done twice.
 */
let unwritten: { readonly entries: readonly Entry[]; readonly refusals: readonly Refusal[] } = NOTHING;
const answered = new Map<string, (operationId: string | null) => void>();
const outcomes = new Map<string, Promise<string | null>>();

/** Begins to work for this user, with what was left from before. */
export async function openOutbox(
  user: string,
  bringRows: (householdId: string) => Promise<void>,
  findMember: (householdId: string) => string | null,
): Promise<void> {
  userId = user;
  readOn = bringRows;
  memberIn = findMember;
  const left = readDraft<typeof unwritten>(UNWRITTEN) ?? NOTHING;
  // Somebody else may have signed in while this tab was not there to hear of it.
  await writeDown({
    entries: left.entries.filter((entry) => entry.userId === user),
    refusals: left.refusals.filter(({ entry }) => entry.userId === user),
  });
  await takeKept();
  await takeRefusals();
  void flush();
}

/** Forgets everything; what waits is lost. */
export function closeOutbox(): void {
  userId = null;
  keepUnwritten(NOTHING);
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
  if (fresh.length > 0) entries.value = [...entries.value, ...fresh].sort((a, b) => a.order - b.order);
}

/** As kept on the device, with what is only to be told here; what was decided in another tab is decided here. */
async function takeRefusals(): Promise<void> {
  const kept = (await loadRefusals()) ?? undecided.value;
  const told = refusals.value.filter(({ entry }) => !holdsWords(entry.act));
  const known = new Map(refusals.value.map((each) => [each.entry.id, each]));
  const all = new Map([...kept, ...unwritten.refusals].map((each) => [each.entry.id, each]));
  const ours = [...all.values()].filter(({ entry }) => entry.userId === userId);
  refusals.value = [...told, ...ours.map((each) => known.get(each.entry.id) ?? each)];
}

/**
 * Does it: shown at once, kept on the device, and sent as soon as it can be. Answers the id by which it is undone;
 * null where it took back something that had not been sent yet.
 */
export function act(householdId: string, what: Act): string | null {
  if (userId === null) throw new Error('Nobody is signed in');
  const ours = entries.value.filter((entry) => entry.householdId === householdId);
  const before = undoneBy(what, ours);
  if (before !== null) {
    drop([before.id]);
    strike([before.id]);
    void saveEntries([], [before.id]).then(() => tell({ kind: 'outbox' }));
    answered.get(before.id)?.(null);
    return null;
  }
  const entry = toEntry(userId, householdId, what);
  entries.value = [...entries.value, entry];
  outcomes.set(entry.id, new Promise((resolve) => answered.set(entry.id, resolve)));
  void keep(entry);
  return entry.id;
}

const toEntry = (user: string, householdId: string, what: Act): Entry => ({
  id: newId(),
  userId: user,
  memberId: memberIn(householdId) ?? user,
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

const householdOf = new Map<string, string>();

/** Takes back an operation, and brings its rows. */
export async function undoOperation(householdId: string, operationId: string): Promise<void> {
  await value(
    api.POST('/v1/households/{householdId}/operations/{operationId}/undo', {
      params: { path: { householdId, operationId } },
      headers: { 'Idempotency-Key': newId() },
    }),
  );
  await readOn(householdId);
}

/** Takes a refusal away, after it was told or decided, here and in other tabs. */
export function dismiss({ entry }: Refusal): void {
  refusals.value = refusals.value.filter((each) => each.entry.id !== entry.id);
  strike([entry.id]);
  if (holdsWords(entry.act))
    void deleteRefusal(entry.id)
      .catch(() => undefined)
      .then(() => tell({ kind: 'outbox' }));
}

let isFlushing = false;
/** How often it was asked for: who asks while it is under way has another round. */
let asked = 0;

/** Sends what waits, in order. One tab does at a time. */
export async function flush(): Promise<void> {
  if (userId === null || entries.value.length === 0) return;
  asked++;
  if (isFlushing) return;
  isFlushing = true;
  try {
    for (let served = 0; served !== asked;) {
      served = asked;
      await withLock('planner.outbox', sendWaiting);
    }
  } finally {
    isFlushing = false;
  }
}

async function sendWaiting(): Promise<void> {
  await takeKept();
  for (;;) {
    const first = entries.value.find(({ state }) => state !== 'done');
    if (first === undefined || userId === null) return;
    const { householdId } = first;
    const sending = entries.value
      .filter((entry) => entry.state !== 'done' && entry.householdId === householdId)
      .slice(0, MOST_AT_ONCE);
    setState(sending, 'sent');
    const results = await value(
      api.POST('/v1/households/{householdId}/commands', {
        params: { path: { householdId } },
        body: {
          sentAt: new Date().toISOString(),
          commands: sending.map(({ id, at, act: what }) => ({ id, at, ...what })) as never,
        },
      }),
    ).catch(() => null);
    if (results === null) {
      stuck.value = true;
      retryLater();
      return;
    }
    stuck.value = false;
    pauses = 0;
    const { done, refused, renamed, again: postponed } = settle(sending, results.results);
    for (const { id, operationId } of done) answered.get(id)?.(operationId);
    for (const { entry } of refused) answered.get(entry.id)?.(null);
    for (const { id } of sending) householdOf.set(id, householdId);
    const gone = [...done.map(({ id }) => id), ...refused.map(({ entry }) => entry.id)];
    batch(() => {
      setState(
        sending.filter(({ id }) => gone.includes(id)),
        'done',
      );
      if (renamed.size > 0) entries.value = entries.value.map((entry) => rename(entry, renamed));
      refusals.value = [...refusals.value, ...refused];
      drop(refused.map(({ entry }) => entry.id));
    });
    const toDecide = refused.filter(({ entry }) => holdsWords(entry.act));
    await settleEntries(gone, toDecide).catch(() => undefined);
    strike(gone);
    if (toDecide.length > 0) tell({ kind: 'outbox' });
    void readOn(householdId)
      .catch(() => undefined)
      .then(() => drop(gone));
    if (postponed.length > 0) {
      retryLater();
      return;
    }
  }
}

let pauses = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function retryLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void flush(), Math.min(30_000, 1000 * 2 ** pauses++) * (0.75 + Math.random() / 2));
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
});

/** Another tab has taken something back, sent or decided it. */
async function reload(): Promise<void> {
  await takeRefusals();
  const kept = new Set([...(await loadOutbox()), ...unwritten.entries].map(({ id }) => id));
  entries.value = entries.value.filter(({ id, state }) => state !== 'waiting' || kept.has(id));
  await takeKept();
}
