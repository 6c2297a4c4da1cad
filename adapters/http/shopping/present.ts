import { Type, type Static } from 'typebox';
import type { Suggestion } from '../../../application/shopping/ports.js';
import type { ShoppingItem } from '../../../domain/shopping/item.js';
import { instant, nullable, presentInstant, uuid } from '../schema/common.js';

const text = () => nullable(Type.String());

export const ShoppingItemDto = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    quantity: nullable(Type.Number({ exclusiveMinimum: 0 })),
    unit: text(),
    note: text(),
    section: text(),
    checked: Type.Boolean(),
    checkedBy: nullable(uuid()),
    checkedAt: nullable(instant()),
    addedBy: uuid(),
    position: Type.Integer(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  { title: 'ShoppingItemDto' },
);

export const ShoppingSuggestion = Type.Object(
  { name: Type.String(), unit: text(), section: text() },
  { title: 'ShoppingSuggestion' },
);

export function presentItem(item: ShoppingItem): Static<typeof ShoppingItemDto> {
  return {
    id: item.id,
    name: item.name,
    quantity: item.quantity,
    unit: item.unit,
    note: item.note,
    section: item.section,
    checked: item.checked,
    checkedBy: item.checkedBy,
    checkedAt: presentInstant(item.checkedAt),
    addedBy: item.addedBy,
    position: item.position,
    createdAt: presentInstant(item.createdAt),
    updatedAt: presentInstant(item.updatedAt),
  };
}

export function presentSuggestion({ name, unit, section }: Suggestion): Static<typeof ShoppingSuggestion> {
  return { name, unit, section };
}
