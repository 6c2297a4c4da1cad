import type { ItemSuggestion } from '../../../application/shopping/ports.js';
import type { Staple } from '../../../domain/shopping/staples.js';
import type { ShoppingItem } from '../../../domain/shopping/item.js';
import { firstListId, type ShoppingList } from '../../../domain/shopping/list.js';
import { AnyNumber, Integer, Many, PlainText, type InstantText, presentFields } from '../schema/output.js';
import { OrNull } from '../../validation/shape.js';
import { CivilDateField, Flag, Id, InstantField } from '../../validation/values.js';

export class ShoppingItemDto {
  @Id() id!: string;
  @Id() listId!: string;
  @PlainText() name!: string;
  @OrNull() @AnyNumber({ exclusiveMinimum: 0 }) quantity!: number | null;
  @OrNull() @PlainText() unit!: string | null;
  @OrNull() @PlainText() note!: string | null;
  @OrNull() @PlainText() section!: string | null;
  @Flag() checked!: boolean;
  @OrNull() @Id() checkedBy!: string | null;
  @OrNull() @InstantField() checkedAt!: InstantText | null;
  @Id() addedBy!: string;
  @Integer() position!: number;
  @InstantField() createdAt!: InstantText;
  @InstantField() updatedAt!: InstantText;
}

export class ShoppingSuggestion {
  @PlainText() name!: string;
  @OrNull() @PlainText() unit!: string | null;
  @OrNull() @PlainText() section!: string | null;
}

export class ShoppingSectionDto {
  @PlainText() name!: string;
}

export class ShoppingListDto {
  @Id() id!: string;
  @OrNull()
  @PlainText({ description: 'The name of the list. Null for the first list until a member names it.' })
  name!: string | null;
  @Many(ShoppingSectionDto) sections!: readonly ShoppingSectionDto[];
  @Integer() position!: number;
}

export class StapleDto extends ShoppingSuggestion {
  @Integer() everyDays!: number;
  @CivilDateField() lastBoughtOn!: string;
  @CivilDateField() dueOn!: string;
}

export class ClearedItems {
  @Integer() removed!: number;
}

export function presentItem(item: ShoppingItem): ShoppingItemDto {
  const { listId, householdId } = item;
  return presentFields(ShoppingItemDto, { ...item, listId: listId ?? firstListId(householdId) });
}

export function presentList({ id, name, sections, position }: ShoppingList): ShoppingListDto {
  return { id, name, sections: sections.map((section) => ({ name: section })), position };
}

export function presentSuggestion(suggestion: ItemSuggestion): ShoppingSuggestion {
  return presentFields(ShoppingSuggestion, suggestion);
}

export function presentStaple(staple: Staple): StapleDto {
  return presentFields(StapleDto, staple);
}
