import type { ShoppingItem } from '../../../domain/shopping/item.js';
import { firstListId, type ShoppingList } from '../../../domain/shopping/list.js';
import {
  AnyNumber,
  Integer,
  Many,
  PlainText,
  type InstantText,
  presentFields,
  presenterOf,
} from '../schema/output.js';
import { Description } from '../../validation/compose.js';
import { OrNull } from '../../validation/shape.js';
import { CivilDateField, Flag, Id, InstantField } from '../../validation/values.js';

@Description('An item of a shopping list.')
export class ShoppingItemDto {
  @Id() id!: string;

  @Description('The shopping list. The first list has the id of the household.')
  @Id()
  listId!: string;

  @PlainText() name!: string;

  @Description('null means that no quantity is given.')
  @OrNull()
  @AnyNumber({ exclusiveMinimum: 0 })
  quantity!: number | null;

  @Description('The unit, such as `kg`. null means pieces.')
  @OrNull()
  @PlainText()
  unit!: string | null;

  @Description('null means that there is none.')
  @OrNull()
  @PlainText()
  note!: string | null;

  @Description('The section of the shop. null means unknown.')
  @OrNull()
  @PlainText()
  section!: string | null;

  @Flag() checked!: boolean;

  @Description('The member who ticked the item. null means that it is not ticked.')
  @OrNull()
  @Id()
  checkedBy!: string | null;

  @Description('The time of the tick. null means that the item is not ticked.')
  @OrNull()
  @InstantField()
  checkedAt!: InstantText | null;

  @Description('The member who added the item.')
  @Id()
  addedBy!: string;

  @Description('Items are ordered by this number, which may have gaps.')
  @Integer()
  position!: number;

  @InstantField() createdAt!: InstantText;

  @Description('The time of the last change.')
  @InstantField()
  updatedAt!: InstantText;
}

@Description('An item that the household often adds.')
export class ShoppingSuggestion {
  @PlainText() name!: string;

  @Description('The unit, such as `kg`. null means pieces.')
  @OrNull()
  @PlainText()
  unit!: string | null;

  @Description('The section of the shop. null means unknown.')
  @OrNull()
  @PlainText()
  section!: string | null;
}

export class ShoppingSectionDto {
  @PlainText() name!: string;
}

@Description('A shopping list with the sections of its shop.')
export class ShoppingListDto {
  @Description('The first list, which always exists, has the id of the household.')
  @Id()
  id!: string;

  @Description('The name of the list. null for the first list until a member names it.')
  @OrNull()
  @PlainText()
  name!: string | null;

  @Description(
    'The sections in the order in which the household walks through the shop. Empty until ' +
      'a member sets their order.',
  )
  @Many(ShoppingSectionDto)
  sections!: readonly ShoppingSectionDto[];

  @Description('Lists are ordered by this number, which may have gaps.')
  @Integer()
  position!: number;
}

@Description('An item that the household buys regularly and that is due again.')
export class StapleDto extends ShoppingSuggestion {
  @Description('The usual number of days between two purchases.')
  @Integer()
  everyDays!: number;

  @Description('The day on which it was last ticked.')
  @CivilDateField()
  lastBoughtOn!: string;

  @Description('The day from which it is due again.')
  @CivilDateField()
  dueOn!: string;
}

export class ClearedItems {
  @Description('The number of ticked items that were removed.')
  @Integer()
  removed!: number;
}

export function presentItem(item: ShoppingItem): ShoppingItemDto {
  const { listId, householdId } = item;
  return presentFields(ShoppingItemDto, { ...item, listId: listId ?? firstListId(householdId) });
}

export function presentList({ id, name, sections, position }: ShoppingList): ShoppingListDto {
  return { id, name, sections: sections.map((section) => ({ name: section })), position };
}

export const presentItemSuggestion = presenterOf(ShoppingSuggestion);

export const presentStaple = presenterOf(StapleDto);
