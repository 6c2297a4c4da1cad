import type { Ports } from '../use-case-ports.js';
import { addItems } from './add-items.js';
import { clearChecked, editItem, removeItem } from './edit-list.js';
import { listItems, suggestItems } from './queries.js';

/** The shopping list of a household. */
export function shoppingUseCases(ports: Ports) {
  return {
    listShoppingItems: listItems(ports),
    suggestShoppingItems: suggestItems(ports),
    addShoppingItems: addItems(ports),
    editShoppingItem: editItem(ports),
    removeShoppingItem: removeItem(ports),
    clearCheckedItems: clearChecked(ports),
  };
}
