import type { DisplayCaller } from '../../../../application/displays/authenticate-display.js';
import { addDays } from '../../../../domain/shared/civil-date.js';
import { runOperation } from '../../application/run-operation.js';
import { ALL } from '../../application/home.js';
import type { Village } from '../village.js';
import {
  as,
  choose,
  looked,
  membersOf,
  NOTHING,
  pick,
  seen,
  somebody,
  today,
  type Action,
  type Draw,
} from './action.js';

const PINS: readonly [string, ...string[]] = ['1234', '98765'];

/** Returns an action of a member who is chosen on a display. */
const onDisplay =
  (act: (village: Village, caller: DisplayCaller, draw: Draw) => Promise<unknown>): Action =>
  async (village, draw) => {
    const token = pick(village.displays, draw.who);
    const chosen = pick(await membersOf(village), draw.whom + draw.which);
    if (token === undefined || chosen === undefined) return NOTHING;
    const { actOnDisplay, authenticateDisplay } = village.app.useCases;
    const display = await authenticateDisplay(token, null, 'getHousehold');
    const pin = draw.how % 4 === 0 ? null : choose(PINS, draw.how);
    const actToken = await actOnDisplay(display, { memberId: chosen.id, pin });
    const caller = await authenticateDisplay(token, actToken, 'completeOccurrence');
    return (await runOperation(village.app, caller, () => act(village, caller, draw))).result;
  };

export const DISPLAY_ACTIONS = {
  'put up a display': as(async ({ useCases, codes }, caller, { which, how }) => {
    if (how % 3 === 0) {
      const display = pick(await useCases.listDisplays(caller), which);
      return display === undefined ? NOTHING : useCases.removeDisplay(caller, display.id);
    }
    const { display, pairingCode } = await useCases.createDisplay(caller, 'Kitchen');
    codes.push(pairingCode);
    return display;
  }),
  'pair a display': async ({ app, displays, codes }, { which }) => {
    const code = pick(codes, which);
    if (code === undefined) return NOTHING;
    const { display, token } = await app.useCases.pairDisplay(code);
    displays.push(token);
    return display;
  },
  'give out a pass': as(async (village, caller, { which, how }) => {
    const member = await looked(village, which);
    if (member === undefined) return NOTHING;
    const until = addDays(today(caller, village), how % 20);
    const { display, token } = await village.useCases.issuePass(caller, member.id, until);
    village.displays.push(token);
    return display;
  }),
  'set a PIN': as(async (village, caller, draw) => {
    const id = await somebody(village, draw);
    return draw.how % 4 === 0
      ? village.useCases.removePin(caller, id)
      : village.useCases.setPin(caller, id, choose(PINS, draw.how));
  }),
  'tick on a display': onDisplay(async (village, caller, { other, how }) => {
    const { useCases } = village;
    const target = await seen(village, caller, other);
    if (target === undefined) return NOTHING;
    const { id, checklist } = target;
    const [item] = checklist;
    switch (how % 5) {
      case 0:
        return useCases.reopenOccurrence(caller, id);
      case 1:
        return useCases.skipOccurrence(caller, id);
      case 2:
        return useCases.claimOccurrence(caller, id);
      case 3:
        if (item) return useCases.editChecklistItem(caller, id, item.id, { done: !item.done });
    }
    return useCases.completeOccurrence(caller, id, { for: null, at: null });
  }),
  'shop on a display': onDisplay(async ({ useCases }, caller, { other, how }) => {
    const item = pick((await useCases.listAllShoppingItems(caller, ALL)).rows, other);
    if (item !== undefined && how % 3 > 0)
      return useCases.editShoppingItem(caller, item.id, { checked: !item.checked });
    const line = { name: 'Salt', quantity: 1, unit: null, note: null, section: null };
    return useCases.addShoppingItems(caller, [line]);
  }),
} as const satisfies Record<string, Action>;
