import type { Scope } from '../../../../domain/series/edit-request.js';
import { aDraft } from '../../../builders/draft.js';
import { attachFile } from '../../application/attach-file.js';
import { ALL } from '../../application/home.js';
import { as, choose, NOTHING, on, pick, TITLES, type Action } from './action.js';

/** Actions on everything except tasks and members. */
export const THINGS_ACTIONS = {
  'make a category': as(({ useCases }, caller, { which }) =>
    useCases.createCategory(caller, { name: `Category ${which % 4}`, color: null, icon: null }),
  ),
  'delete a category': as(async ({ useCases }, caller, { which }) => {
    const { rows } = await useCases.listCategories(caller, ALL);
    const category = rows[which % Math.max(rows.length, 1)];
    return category === undefined ? NOTHING : useCases.deleteCategory(caller, category.id);
  }),
  'sort into a category': on(async ({ useCases }, caller, { id, version }, { how, which }) => {
    const { rows } = await useCases.listCategories(caller, ALL);
    const categoryId = rows[which % (rows.length + 1)]?.id ?? null;
    const scope = choose<Scope>(['this', 'following', 'all'], how);
    return useCases.editOccurrence(caller, id, scope, { categoryId }, { version });
  }),
  'attach a file': on(async (village, caller, { id }, { which, how }) => {
    const { rows } = await village.useCases.listAttachments(caller, id, ALL);
    const file = pick(rows, which);
    if (how % 4 === 0 && file !== undefined) return village.useCases.removeAttachment(caller, file.id);
    return attachFile(village, caller, id, `note ${how}`);
  }),
  'write a shopping list': as(async ({ useCases }, caller, { which, whom, how, other }) => {
    const lists = await useCases.listShoppingLists(caller);
    const list = choose(lists, whom);
    const sections = ['Bakery', 'Fruit', 'Cellar'].slice(other % 4);
    if (how % 12 === 0) return useCases.deleteShoppingList(caller, list.id);
    if (how % 12 === 1) return useCases.updateShoppingList(caller, list.id, { sections });
    if (how % 12 < 4) return useCases.createShoppingList(caller, { name: 'Market', sections });
    const name = choose(['Milk', 'Bread', 'Rice'], which);
    const line = { name, quantity: 1 + (other % 3), unit: null, note: null, section: null };
    return useCases.addShoppingItems(caller, [line], list.id);
  }),
  'go shopping': as(async ({ useCases }, caller, { which, whom, how, other }) => {
    const { rows } = await useCases.listAllShoppingItems(caller, ALL);
    const item = rows[which % Math.max(rows.length, 1)];
    if (item === undefined) return NOTHING;
    if (how % 3 === 0) return useCases.clearCheckedItems(caller, item.listId);
    if (how % 3 === 1) return useCases.removeShoppingItem(caller, item.id);
    if (how % 2 === 1) {
      const lists = await useCases.listShoppingLists(caller);
      const place = other % 2 === 0 ? { position: other % 3 } : {};
      return useCases.editShoppingItem(caller, item.id, { listId: choose(lists, whom).id, ...place });
    }
    return useCases.editShoppingItem(caller, item.id, { checked: !item.checked });
  }),
  'put a staple off': as(async ({ useCases }, caller, { which }) => {
    const name = pick(await useCases.suggestShoppingItems(caller, ''), which)?.name;
    return name === undefined ? NOTHING : useCases.declineStaple(caller, name);
  }),
  'keep a template': as((village, caller, { which, whom, how }) => {
    const responsibleMemberIds = how % 2 === 0 ? [village.person(whom).memberId] : [];
    const task = aDraft({ title: choose(TITLES, which), responsibleMemberIds });
    return village.useCases.createTemplate(caller, {
      name: 'Week',
      tasks: [{ ...task, dayOffset: how % 5 }],
    });
  }),
  'apply a template': as(async ({ useCases }, caller, { which, how }) => {
    const { rows } = await useCases.listTemplates(caller, ALL);
    const template = rows[which % Math.max(rows.length, 1)];
    if (template === undefined) return NOTHING;
    if (how % 6 === 0) return useCases.deleteTemplate(caller, template.id);
    return useCases.applyTemplate(caller, template.id, { date: null, responsibleMemberIds: null });
  }),
  'open a feed': as(async ({ app, householdId }, caller, { how }) => {
    const { rows } = await app.useCases.listFeeds(caller, ALL);
    const [feed] = rows;
    if (feed && how % 3 === 0) return app.useCases.revokeFeed(caller, feed.id);
    return app.useCases.createFeed(caller, { householdId, personal: how % 2 === 0 });
  }),
  'connect a calendar': as(async ({ app: { useCases } }, caller) => {
    const { url, flow } = useCases.startConnect(caller, '/');
    const back = new URL(url).searchParams;
    const answer = { code: back.get('code'), state: back.get('state'), error: null };
    return useCases.finishConnect({ flow, answer, caller });
  }),
  'link a calendar': as(async ({ app, useCases }, caller, { how }) => {
    const [connection] = (await app.useCases.listConnections(caller, ALL)).rows;
    if (connection === undefined) return NOTHING;
    const calendarId = choose(['demo-family', 'demo-own', 'demo-school'], how);
    return useCases.linkCalendar(caller, { connectionId: connection.id, calendarId });
  }),
  'unlink the calendar': as(async ({ app, useCases }, caller, { how }) => {
    const [connection] = (await app.useCases.listConnections(caller, ALL)).rows;
    if (connection && how % 3 === 0) return app.useCases.disconnectCalendar(caller, connection.id);
    return useCases.unlinkCalendar(caller);
  }),
} as const satisfies Record<string, Action>;
