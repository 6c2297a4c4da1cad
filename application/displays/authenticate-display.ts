import { hasBegun, isDisplayLive, isUnseen, shownDates } from '../../domain/displays/display.js';
import {
  isOpaqueToken,
  type DisplayId,
  type MemberId,
  type SessionId,
  type UserId,
} from '../../domain/shared/ids.js';
import { civilMomentAt, type Instant } from '../../domain/shared/zone.js';
import type { SessionAtHome } from '../accounts/ports.js';
import type { CallingDisplay, MemberCaller } from '../shared/caller.js';
import { policyOf, type OperationName, admit, notOnDisplays } from '../policy/operations.js';
import { ApplicationError } from '../shared/errors.js';
import type { Needs } from '../composition/needs.js';
import { openActToken, sealActToken } from './act-token.js';
import type { OpenedDisplay } from './ports.js';

export type DisplayCaller = MemberCaller & {
  readonly display: CallingDisplay;
  /**
   * A new token for the member who was chosen on the display. It replaces the current one and expires later, so each
   * request for which a member has to be chosen extends the time.
   */
  readonly nextActToken?: string;
};

type Dependencies = Needs<'displays' | 'opaqueTokens' | 'sealer' | 'clock', 'displays'>;

/**
 * Returns the caller for the token of a display. If one was chosen and the operation needs one, the caller is the
 * member who acts on the display. The database is read on every call, so a removed display loses access at once.
 *
 * @param actToken the token of the chosen member, or null
 * @param operation null for operations of an account, which displays may not use
 * @throws UNAUTHENTICATED if the token is unknown, the display has been removed or has expired, or the guest link
 *   (pass) is not valid yet.
 * @throws FORBIDDEN unless the policy of the operation admits the display or the acting member.
 */
export function authenticateDisplay(dependencies: Dependencies) {
  const { displays, opaqueTokens, clock, unitOfWork } = dependencies;
  return async (
    token: string,
    actToken: string | null,
    operation: OperationName | null,
  ): Promise<DisplayCaller> => {
    const right = operation === null ? 'never' : policyOf(operation).display;
    const now = clock.now();
    const act = right === 'act' ? openActToken(dependencies, actToken) : null;
    const opened = isOpaqueToken(token)
      ? await displays.open(opaqueTokens.hash(token), act?.memberId ?? null)
      : null;
    if (opened === null || !isDisplayLive(opened.display, now) || !isOfToday(opened, now))
      throw new ApplicationError(
        'UNAUTHENTICATED',
        'The display is unknown, was removed, has expired or is not valid yet. Pair it again',
      );
    const { display } = opened;
    if (isUnseen(display, now))
      await unitOfWork.run((scope) => scope.displays.touch(display.householdId, display.id, now));
    const actor = findActor(opened, act);
    if (operation === null) throw notOnDisplays();
    const caller = admit(toCaller(opened, right === 'act' ? actor : null), operation);
    return act === null || actor === null
      ? caller
      : { ...caller, nextActToken: sealActToken(dependencies, act) };
  };
}

/**
 * Returns true if the guest link (pass) is already valid: its first day has begun in the household's time zone.
 * Always true for a display.
 */
export function isOfToday({ display, household }: OpenedDisplay, now: Instant): boolean {
  return hasBegun(display, civilMomentAt(household.timeZone, now).date);
}

/**
 * Returns the member who acts: the guest of a guest link (pass), or the member who was chosen on this display with
 * the current PIN.
 */
function findActor(
  { display, actor }: OpenedDisplay,
  act: ReturnType<typeof openActToken>,
): OpenedDisplay['actor'] {
  if (actor === null || display.kind === 'PASS') return actor;
  return act?.displayId === display.id && act.pinSetAt === actor.pinSetAt ? actor : null;
}

function toCaller({ display, household }: OpenedDisplay, actor: OpenedDisplay['actor']): DisplayCaller {
  const { id, kind, name, memberId, firstDate, lastDate } = display;
  return {
    userId: id as string as UserId,
    sessionId: id as string as SessionId,
    account: { locale: household.locale, timeZone: household.timeZone },
    memberId: id as string as MemberId,
    role: 'MEMBER',
    group: 'ADULT',
    ...(actor !== null && { memberId: actor.memberId, role: actor.role, group: actor.group }),
    household,
    display: { id, kind, name, memberId, firstDate, lastDate, dates: shownDates(display) },
  };
}

/**
 * Returns for each session or display whether its event stream may continue. Displays need a second query, which runs
 * only if there are any.
 */
export function areAdmitted({ access, displays, clock }: Needs<'access' | 'displays' | 'clock'>) {
  return async (asked: readonly SessionAtHome[]): Promise<readonly boolean[]> => {
    const keys = asked.flatMap(({ displayId: id, householdId }) =>
      id === undefined ? [] : [{ householdId, id }],
    );
    if (keys.length === 0) return access.areAdmitted(asked);
    const [admitted, found] = await Promise.all([
      access.areAdmitted(asked.filter(({ displayId }) => displayId === undefined)),
      displays.findAll(keys),
    ]);
    const live = new Set<DisplayId>(
      found.filter((one) => isDisplayLive(one, clock.now())).map(({ id }) => id),
    );
    const sessions = admitted.values();
    return asked.map(({ displayId }) =>
      displayId === undefined ? sessions.next().value === true : live.has(displayId),
    );
  };
}
