import type { Suggestion } from '../../../application/shopping/ports.js';
import type { ShoppingItem } from '../../../domain/shopping/item.js';
import { presentInstant } from '../schema/instant.js';
import { AnyNumber, Integer, PlainText } from '../schema/output.js';
import { OrNull } from '../schema/presence.js';
import { Flag, Id, InstantField } from '../schema/values.js';

export class ShoppingItemDto {
  @Id() id!: string;
  @PlainText() name!: string;
  @OrNull() @AnyNumber({ exclusiveMinimum: 0 }) quantity!: number | null;
  @OrNull() @PlainText() unit!: string | null;
  @OrNull() @PlainText() note!: string | null;
  @OrNull() @PlainText() section!: string | null;
  @Flag() checked!: boolean;
  @OrNull() @Id() checkedBy!: string | null;
  @OrNull() @InstantField() checkedAt!: string | null;
  @Id() addedBy!: string;
  @Integer() position!: number;
  @InstantField() createdAt!: string;
  @InstantField() updatedAt!: string;
}

export class ShoppingSuggestion {
  @PlainText() name!: string;
  @OrNull() @PlainText() unit!: string | null;
  @OrNull() @PlainText() section!: string | null;
}

export class ClearedItems {
  @Integer() removed!: number;
}

export function presentItem(item: ShoppingItem): ShoppingItemDto {
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

export function presentSuggestion({ name, unit, section }: Suggestion): ShoppingSuggestion {
  return { name, unit, section };
}
