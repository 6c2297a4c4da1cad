import {
  QUANTITY,
  REQUEST_LIMIT,
  SECTIONS_LIMIT,
  TEXT_LENGTHS,
  type ShoppingLine,
} from '../../../domain/shopping/item.js';
import type { ShoppingListId } from '../../../domain/shopping/list.js';
import { PageQuery } from '../schema/query.js';
import { field, rule, Description } from '../../validation/compose.js';
import { NestedList, Absent, Nullable, RequiredIf } from '../../validation/shape.js';
import { Name, Text } from '../../validation/text.js';
import { Flag, Id, WholeNumber } from '../../validation/values.js';

function Quantity(): PropertyDecorator {
  const scale = 10 ** QUANTITY.decimals;
  const holds = (value: unknown) =>
    typeof value === 'number' &&
    value > 0 &&
    value <= QUANTITY.max &&
    Math.round(value * scale) / scale === value;
  return field(
    { type: 'number', exclusiveMinimum: 0, maximum: QUANTITY.max },
    rule(
      'quantity',
      `must be a positive number of at most ${QUANTITY.max} with at most ${QUANTITY.decimals} decimals`,
      holds,
    ),
  );
}

@Description('The amounts of an item as the client has read them.')
export class SeenAmountsInput {
  @Description('At most three decimals. null means that no quantity is given.')
  @Nullable()
  @Quantity()
  quantity?: number | null;

  @Description('The unit, such as `kg`. null means pieces.')
  @Nullable()
  @Text({ max: TEXT_LENGTHS.unit })
  unit?: string | null;

  @Description('null means that there is none.')
  @Nullable()
  @Text({ max: TEXT_LENGTHS.note })
  note?: string | null;
}

class ItemFieldsInput extends SeenAmountsInput {
  @Description('The section of the shop. null means unknown.')
  @Nullable()
  @Name({ max: TEXT_LENGTHS.section })
  section?: string | null;
}

export class ShoppingItemInput extends ItemFieldsInput {
  @Text({ max: TEXT_LENGTHS.name }) name!: string;
}

/** The shopping list that the request uses. The default is the first list of the household. */
export class OnListInput {
  @Description('The shopping list. The default is the first list.')
  @Absent()
  @Id()
  listId?: ShoppingListId;
}

export class ShoppingItemsQuery extends PageQuery {
  @Absent() @Id() listId?: ShoppingListId;
}

@Description('The items to add: either `items` or `text`. If both are sent, `items` are used.')
export class AddShoppingItemsInput extends OnListInput {
  @Description('The items to add. If they are sent, `text` is ignored.')
  @Absent()
  @NestedList(ShoppingItemInput, { max: REQUEST_LIMIT })
  items?: ShoppingItemInput[];

  @Description('A text with one or more items, such as “2 kg flour, milk”. It is required without `items`.')
  @RequiredIf<AddShoppingItemsInput>(({ items }) => items === undefined)
  @Text({ max: 2_000, lines: true })
  text?: string;
}

@Description('An edit of an item. Fields that are missing keep their values.')
export class UpdateShoppingItemInput extends ItemFieldsInput {
  @Absent() @Text({ max: TEXT_LENGTHS.name }) name?: string;

  @Description('The shopping list to which the item moves. If it is missing, the item stays on its list.')
  @Absent()
  @Id()
  listId?: ShoppingListId;

  @Description('True ticks the item, false removes the tick.')
  @Absent()
  @Flag()
  checked?: boolean;

  @Description('The new position on the list, counted from 0.')
  @Absent()
  @WholeNumber({ min: 0, max: 10_000 })
  position?: number;
}

export class ShoppingSectionInput {
  @Name({ max: TEXT_LENGTHS.section }) name!: string;
}

export class ShoppingSectionsInput {
  @NestedList(ShoppingSectionInput, { max: SECTIONS_LIMIT }) sections!: ShoppingSectionInput[];
}

export class CreateShoppingListInput {
  @Name({ max: TEXT_LENGTHS.list }) name!: string;

  @Description('The sections in the order in which the household walks through the shop.')
  @Absent()
  @NestedList(ShoppingSectionInput, { max: SECTIONS_LIMIT })
  sections?: ShoppingSectionInput[];
}

export class UpdateShoppingListInput {
  @Absent() @Name({ max: TEXT_LENGTHS.list }) name?: string;

  @Description(
    'The sections in the order in which the household walks through the shop. The list replaces the ' +
      'present one.',
  )
  @Absent()
  @NestedList(ShoppingSectionInput, { max: SECTIONS_LIMIT })
  sections?: ShoppingSectionInput[];
}

export class DeclineStapleInput {
  @Description('The name of the thing that is not needed now.')
  @Text({ max: TEXT_LENGTHS.name })
  name!: string;
}

export class SuggestionsQuery {
  @Absent() @Text({ max: 100, blank: true }) q?: string;
}

export function toLine(item: ShoppingItemInput): ShoppingLine {
  const { name, quantity = null, unit = null, note = null, section = null } = item;
  return { name, quantity, unit, note, section };
}

export function toSectionNames(sections?: readonly ShoppingSectionInput[]): string[] | undefined {
  return sections?.map(({ name }) => name);
}
