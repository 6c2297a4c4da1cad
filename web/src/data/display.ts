import { effect, signal } from '@preact/signals';
import { api, newId, ok, value, type Dto } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { closeHouseholds, now, type HouseholdData, type Occurrence } from './household.ts';
import { showOptimistic } from './outbox.ts';
import type { Item, List } from './shopping.ts';

export type PairedDisplay = Dto['PairedDisplayDto'];

/**
 * The state of a browser without a signed-in account: not known yet, none, unreachable, or a display of a
 * household.
 */
export type DisplayState =
  | { readonly state: 'asking' }
  /**
   * `ended` is the kind of display that this browser was paired as until the pairing was removed or expired. null
   * means this browser was not paired.
   */
  | { readonly state: 'none'; readonly ended: PairedDisplay['kind'] | null }
  | { readonly state: 'unreachable'; readonly error: unknown }
  | { readonly state: 'paired'; readonly display: PairedDisplay };

export const display = signal<DisplayState>({ state: 'asking' });

/**
 * Key of localStorage for the kind of display that this browser was last paired as, so that the page can say
 * when the pairing has ended. The secret itself is in a cookie.
 */
const PAIRED_AS = 'planner.display';
/** Key of localStorage. The entry exists if the guest link that this browser opened last has expired or was removed. */
const PASS_OVER = 'planner.pass-over';

/**
 * Asks the service which display this browser is. A paired display keeps its page if the service cannot be
 * reached.
 */
export async function askDisplay(): Promise<void> {
  try {
    enter(await value(api.GET('/v1/displays/current')));
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) end();
    else if (display.value.state !== 'paired') display.value = { state: 'unreachable', error };
  }
}

/**
 * Pairs this browser as a display, with a code that was typed or that came with a link.
 * @throws ApiError PAIRING_EXPIRED, RATE_LIMITED
 */
export async function pairDisplay(code: string): Promise<void> {
  const paired = await value(api.POST('/v1/displays/pair', { body: { code } }));
  closeHouseholds();
  enter(paired);
}

/** Remembers that the guest link of this browser no longer works, so that the page still says so after a reload. */
export const rememberPassExpired = (): void => localStorage.setItem(PASS_OVER, '');

function enter(paired: PairedDisplay): void {
  localStorage.setItem(PAIRED_AS, paired.kind);
  localStorage.removeItem(PASS_OVER);
  const before = display.value;
  if (before.state === 'paired' && JSON.stringify(before.display) === JSON.stringify(paired)) return;
  display.value = { state: 'paired', display: paired };
}

/**
 * Ends the pairing of this browser: deletes everything that it stores about the household, and remembers what it was
 * paired as, so that the page can say it.
 */
function end(): void {
  const before = localStorage.getItem(PAIRED_AS);
  localStorage.removeItem(PAIRED_AS);
  if (before === 'PASS') rememberPassExpired();
  tokens.clear();
  closeHouseholds();
  const current = display.value;
  const ended = before === 'DISPLAY' ? before : localStorage.getItem(PASS_OVER) === null ? null : 'PASS';
  display.value = { state: 'none', ended: current.state === 'none' ? current.ended : ended };
}

/**
 * Asks the service whether this browser is still a display. It asks when the live stream ends, then every 20 seconds
 * until the stream is back, and after midnight.
 * @returns a function that stops this
 */
export function watchDisplay(household: HouseholdData): () => void {
  let day = household.today.peek();
  return effect(() => {
    const isOver = !household.live.isLive.value || household.isGone.value;
    const today = household.today.value;
    // Reading the clock subscribes this effect to it, so it runs again every 20 seconds.
    const { value: at } = now;
    if ((isOver && at.getTime() > 0) || today !== day) void askDisplay();
    day = today;
  });
}

/**
 * The tokens with which this display may act for members who were recently chosen on it, by member id. A token is
 * forgotten after one minute without use, because the next person at the tablet may be somebody else. The service
 * would accept it for longer.
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

/** Returns true if the member was chosen on this display, or last did something on it, within the last minute. */
export const isChosen = (memberId: string): boolean => tokens.has(memberId);

/**
 * Chooses the member who acts next on this display.
 * @throws ApiError PIN_REJECTED; RATE_LIMITED after too many wrong PINs
 */
export async function choose(memberId: string, pin: string | null): Promise<void> {
  const { actToken } = await value(
    api.POST('/v1/displays/act', { body: { memberId, ...(pin !== null && { pin }) } }),
  );
  remember(memberId, actToken);
}

type Tick = 'complete' | 'reopen';

/** The promise of the last request about each row, by row id. It is removed when the request was answered. */
const unanswered = new Map<string, Promise<unknown>>();

/**
 * Sends a request about a row after the previous request about it was answered. Two parallel requests may reach
 * the service in the wrong order, and then a tick that the user has already removed would stay.
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
 * Ticks a task or removes a tick, and shows the change immediately. On a wall tablet, the member who was chosen there
 * is recorded. With a guest link, the guest is recorded.
 * @param ofId the member whose tick it is, if every assignee ticks separately
 * @returns the operation id for undo, or null if there is nothing to undo
 * @throws ApiError if the service refuses it; the task is then shown as before
 */
export async function tickAs(
  household: HouseholdData,
  memberId: string,
  { row, ofId, tick, isPass }: { row: Occurrence; ofId: string; tick: Tick; isPass: boolean },
): Promise<string | null> {
  const occurrenceId = row.id;
  const back = showOptimistic(household.id, memberId, {
    type: `occurrence.${tick}`,
    occurrenceId,
    ...(row.completion === 'all' && { completedForIds: [ofId] }),
  });
  try {
    const { data, response } = await inTurn(occurrenceId, () =>
      sendAs(memberId, isPass, (headers) => {
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
    // Fetch the rows that the service has changed as a consequence, such as the next date of a series.
    void household.catchUp();
  }
}

/**
 * Checks or unchecks an item of the shopping list as a member. The change is shown immediately.
 * @throws ApiError if the service refuses it; the item is shown unchanged again then
 */
export async function checkItemAs(
  household: HouseholdData,
  memberId: string,
  { id, checked }: Item,
  isPass: boolean,
): Promise<void> {
  const back = showOptimistic(household.id, memberId, {
    type: 'shopping.set',
    itemId: id,
    checked: !checked,
  });
  try {
    const { data } = await inTurn(id, () =>
      sendAs(memberId, isPass, (headers) =>
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
 * Adds a typed line to a shopping list as a member.
 * @throws ApiError if the service refuses it
 */
export async function addItemsAs(
  household: HouseholdData,
  memberId: string,
  { text, list, isPass }: { text: string; list: Pick<List, 'id'>; isPass: boolean },
): Promise<void> {
  // The first list has the id of the household, and requests for it contain no list id.
  const body = { text, ...(list.id !== household.id && { listId: list.id }) };
  const key = newId();
  const { data } = await sendAs(memberId, isPass, (headers) =>
    api.POST('/v1/households/{householdId}/shopping/items', {
      params: { path: { householdId: household.id } },
      headers: { ...headers, 'Idempotency-Key': key },
      body,
    }),
  );
  if (data !== undefined) household.replica.put('shoppingItems', data);
}

/**
 * Undoes a tick that was made on this display.
 * @throws ApiError UNDO_BLOCKED
 */
export async function undoAs(
  household: HouseholdData,
  memberId: string,
  { rowId, operationId, isPass }: { rowId: string; operationId: string; isPass: boolean },
): Promise<void> {
  await inTurn(rowId, () =>
    sendAs(memberId, isPass, (headers) =>
      api.POST('/v1/households/{householdId}/operations/{operationId}/undo', {
        params: { path: { householdId: household.id, operationId } },
        headers: { ...headers, 'Idempotency-Key': newId() },
      }),
    ),
  );
  await household.catchUp();
}

type Answered = { readonly data?: unknown; readonly error?: unknown; readonly response: Response };

async function sendAs<A extends Answered>(
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
    // The member's PIN was changed or removed after the member was chosen, so the member has to be chosen again.
    forget(memberId);
    return sendAs(memberId, isPass, send);
  }
}

const isNobodyChosen = (error: unknown): boolean =>
  error instanceof ApiError && (error.details as { reason?: unknown } | null)?.reason === 'NOBODY_CHOSEN';
