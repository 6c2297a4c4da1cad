import { effect, signal } from '@preact/signals';
import { api, newId, ok, value, type Dto } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { closeHouseholds, now, type HouseholdData, type Occurrence } from './household.ts';
import { showMeanwhile } from './outbox.ts';
import type { Item, List } from './shopping.ts';

export type PairedDisplay = Dto['PairedDisplayDto'];

/** What this browser is, where it is nobody's. */
export type DisplayState =
  | { readonly state: 'asking' }
  /** `ended`: it was one, and was removed, or its days are over. */
  | { readonly state: 'none'; readonly ended: PairedDisplay['kind'] | null }
  | { readonly state: 'unreachable'; readonly error: unknown }
  | { readonly state: 'paired'; readonly display: PairedDisplay };

export const display = signal<DisplayState>({ state: 'asking' });

/** What this browser was paired as last, so that it can say so when that has ended. No secret: that is in a cookie. */
const PAIRED_AS = 'planner.display';
/** There while the last link of a guest that was opened in this browser is over. */
const PASS_OVER = 'planner.pass-over';

/** Asks the service which display this is. What is shown stays while it cannot be asked. */
export async function askDisplay(): Promise<void> {
  try {
    enter(await value(api.GET('/v1/displays/current')));
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) end();
    else if (display.value.state !== 'paired') display.value = { state: 'unreachable', error };
  }
}

/**
 * Becomes a display, by a code that was typed or by what a link carried.
 * @throws ApiError PAIRING_EXPIRED, RATE_LIMITED
 */
export async function pairDisplay(code: string): Promise<void> {
  const paired = await value(api.POST('/v1/displays/pair', { body: { code } }));
  closeHouseholds();
  enter(paired);
}

/** The link of a guest that led here opens nothing any more; that is said when this page is opened again, too. */
export const passIsOver = (): void => localStorage.setItem(PASS_OVER, '');

function enter(paired: PairedDisplay): void {
  localStorage.setItem(PAIRED_AS, paired.kind);
  localStorage.removeItem(PASS_OVER);
  const before = display.value;
  if (before.state === 'paired' && JSON.stringify(before.display) === JSON.stringify(paired)) return;
  display.value = { state: 'paired', display: paired };
}

/** Nothing of the household is left here. */
function end(): void {
  const before = localStorage.getItem(PAIRED_AS);
  localStorage.removeItem(PAIRED_AS);
  if (before === 'PASS') passIsOver();
  tokens.clear();
  closeHouseholds();
  const current = display.value;
  const ended = before === 'DISPLAY' ? before : localStorage.getItem(PASS_OVER) === null ? null : 'PASS';
  display.value = { state: 'none', ended: current.state === 'none' ? current.ended : ended };
}

/** Looks whether it is still a display: when the stream has ended, then each time the clock is looked at, and after midnight. */
export function watchDisplay(household: HouseholdData): () => void {
  let day = household.today.peek();
  return effect(() => {
    const isOver = !household.live.isLive.value || household.isGone.value;
    const today = household.today.value;
    // Read, so that this is looked at again every some seconds.
    const { value: at } = now;
    if ((isOver && at.getTime() > 0) || today !== day) void askDisplay();
    day = today;
  });
}

/**
 * Who was chosen here lately, each with what they act with. A minute without a tick and it is forgotten, long before the service
 * would: the next one at the tablet may be somebody else.
 */
const tokens = new Map<string, { token: string; timer: ReturnType<typeof setTimeout> }>();
const REMEMBERED_FOR = 60_000;

function remember(memberId: string, token: string): void {
  clearTimeout(tokens.get(memberId)?.timer);
  tokens.set(memberId, { token, timer: setTimeout(() => tokens.delete(memberId), REMEMBERED_FOR) });
}

function forget(memberId: string): void {
  clearTimeout(tokens.get(memberId)?.timer);
  tokens.delete(memberId);
}

/** Whether that member has proved who they are within the last minute. */
export const isChosen = (memberId: string): boolean => tokens.has(memberId);

/**
 * Chooses who acts next.
 * @throws ApiError PIN_REJECTED, RATE_LIMITED where there were too many wrong ones
 */
export async function choose(memberId: string, pin: string | null): Promise<void> {
  const { actToken } = await value(
    api.POST('/v1/displays/act', { body: { memberId, ...(pin !== null && { pin }) } }),
  );
  remember(memberId, actToken);
}

type Tick = 'complete' | 'reopen';

/** By the id of a row: the request about it that was sent last and is not answered yet. */
const unanswered = new Map<string, Promise<unknown>>();

/**
 * Sends a request about a row once the one before it is answered. Two requests that are under way at the same time may reach
 * the service in the wrong order, and a tick that was taken back at once would stay.
 */
async function inTurn<T>(rowId: string, send: () => Promise<T>): Promise<T> {
  const before = unanswered.get(rowId) ?? Promise.resolve();
  const answer = before.catch(() => undefined).then(send);
  unanswered.set(rowId, answer);
  try {
    return await answer;
  } finally {
    if (unanswered.get(rowId) === answer) unanswered.delete(rowId);
  }
}

/**
 * Ticks, or takes a tick back, as a member: on a tablet as whoever was chosen, with a pass as whose it is. `ofId` is whose tick
 * it is, where each has one of their own. It is shown at once. Answers by which operation it is undone; null: by none.
 * @throws ApiError whatever refuses it; then all is as it was
 */
export async function tickAs(
  household: HouseholdData,
  memberId: string,
  { row, ofId, tick, isPass }: { row: Occurrence; ofId: string; tick: Tick; isPass: boolean },
): Promise<string | null> {
  const occurrenceId = row.id;
  const back = showMeanwhile(household.id, memberId, {
    type: `occurrence.${tick}`,
    occurrenceId,
    ...(row.completion === 'all' && { completedForIds: [ofId] }),
  });
  try {
    const { data, response } = await inTurn(occurrenceId, () =>
      acting(memberId, isPass, (headers) => {
        const options = {
          params: { path: { householdId: household.id, occurrenceId } },
          headers: { ...headers, 'Idempotency-Key': newId() },
          body: row.completion === 'all' ? { completedForIds: [ofId] } : {},
        };
        return tick === 'complete'
          ? api.POST('/v1/households/{householdId}/occurrences/{occurrenceId}/complete', options)
          : api.POST('/v1/households/{householdId}/occurrences/{occurrenceId}/reopen', options);
      }),
    );
    if (data !== undefined) household.replica.put('occurrences', [data]);
    return response.headers.get('Operation-Id');
  } finally {
    back();
    // What follows on it, such as the next date.
    void household.catchUp();
  }
}

/**
 * Takes something that is to be bought, or puts it back, as a member. It is shown at once.
 * @throws ApiError whatever refuses it; then all is as it was
 */
export async function takeAs(
  household: HouseholdData,
  memberId: string,
  { id, checked }: Item,
  isPass: boolean,
): Promise<void> {
  const back = showMeanwhile(household.id, memberId, { type: 'shopping.set', itemId: id, checked: !checked });
  try {
    const { data } = await inTurn(id, () =>
      acting(memberId, isPass, (headers) =>
        api.PATCH('/v1/households/{householdId}/shopping/items/{shoppingItemId}', {
          params: { path: { householdId: household.id, shoppingItemId: id } },
          headers: { ...headers, 'Idempotency-Key': newId() },
          body: { checked: !checked },
        }),
      ),
    );
    if (data !== undefined) household.replica.put('shoppingItems', [data]);
  } finally {
    back();
  }
}

/**
 * Puts what was typed on a shopping list, as a member.
 * @throws ApiError whatever refuses it
 */
export async function addAs(
  household: HouseholdData,
  memberId: string,
  { text, list, isPass }: { text: string; list: Pick<List, 'id'>; isPass: boolean },
): Promise<void> {
  // The first list has the household's id, and is named by nothing.
  const body = { text, ...(list.id !== household.id && { listId: list.id }) };
  const key = newId();
  const { data } = await acting(memberId, isPass, (headers) =>
    api.POST('/v1/households/{householdId}/shopping/items', {
      params: { path: { householdId: household.id } },
      headers: { ...headers, 'Idempotency-Key': key },
      body,
    }),
  );
  if (data !== undefined) household.replica.put('shoppingItems', data);
}

/**
 * Takes back what was ticked here, by the operation of the tick.
 * @throws ApiError UNDO_BLOCKED
 */
export async function undoAs(
  household: HouseholdData,
  memberId: string,
  { rowId, operationId, isPass }: { rowId: string; operationId: string; isPass: boolean },
): Promise<void> {
  await inTurn(rowId, () =>
    acting(memberId, isPass, (headers) =>
      api.POST('/v1/households/{householdId}/operations/{operationId}/undo', {
        params: { path: { householdId: household.id, operationId } },
        headers: { ...headers, 'Idempotency-Key': newId() },
      }),
    ),
  );
  await household.catchUp();
}

type Answered = { readonly data?: unknown; readonly error?: unknown; readonly response: Response };

async function acting<A extends Answered>(
  memberId: string,
  isPass: boolean,
  send: (headers: Record<string, string>) => Promise<A>,
): Promise<A> {
  if (!isPass && !isChosen(memberId)) await choose(memberId, null);
  const { token } = tokens.get(memberId) ?? {};
  try {
    const answer = await ok(send(token === undefined ? {} : { 'X-Act-Token': token }));
    const next = answer.response.headers.get('X-Act-Token');
    if (next !== null) remember(memberId, next);
    return answer;
  } catch (error) {
    if (token === undefined || !isNobodyChosen(error)) throw error;
    // They have another PIN than they were chosen with, or none any more.
    forget(memberId);
    return acting(memberId, isPass, send);
  }
}

const isNobodyChosen = (error: unknown): boolean =>
  error instanceof ApiError && (error.details as { reason?: unknown } | null)?.reason === 'NOBODY_CHOSEN';
