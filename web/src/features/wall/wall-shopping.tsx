import { useId, useState } from 'preact/hooks';
import { useHousehold, type Member } from '../../data/household.ts';
import { groupItems, sortLists, type Item } from '../../data/shopping.ts';
import { number } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Face } from '../../ui/face.tsx';
import { Tick } from '../../ui/tick.tsx';
import type { Acts } from './acts.ts';
import { useLeaving } from './choosing.tsx';
import type { Begun } from './ticking.tsx';
import styles from './wall-shopping.module.css';

/** What is to be bought, in the order of each shop. Who takes it is asked with the first tick, and holds until it is closed. */
export function WallShopping({
  acts,
  start,
  as,
  isOwn = false,
  onClose,
}: {
  acts: Acts;
  start: (what: Begun) => void;
  /** Who takes it, where that is known. */
  as: Member | null;
  /** It is their own phone: it stays open. */
  isOwn?: boolean;
  onClose: () => void;
}) {
  const household = useHousehold();
  const [shopper, shopAs] = useState(as);
  useLeaving(isOwn ? null : onClose);
  const all = [...household.replica.all('shoppingItems').values()];
  const lists = sortLists(household.id, household.replica.all('shoppingLists').values())
    .map((list) => ({ ...list, items: all.filter(({ listId }) => listId === list.id) }))
    .filter(({ items }) => items.length > 0);
  const left = all.filter(({ checked }) => !checked).length;
  const take = (item: Item) =>
    start({
      title: item.name,
      question: t('wall.whoShops'),
      member: shopper,
      act: async (member) => {
        shopAs(member);
        await acts.take(item, member.id);
      },
    });
  return (
    <Dialog title={t('wall.toBuy', { count: left })} onClose={onClose}>
      {lists.map(({ id, name, sections, items }) => (
        <section key={id} class={styles.list}>
          {lists.length > 1 && <h3>{name ?? t('nav.shopping')}</h3>}
          {groupItems(
            items,
            sections.map((each) => each.name),
          ).map((section) => (
            <div key={section.name ?? ''}>
              <p class={styles.section}>{section.name ?? t('shopping.elsewhere')}</p>
              <ul class={styles.rows}>
                {section.items.map((item) => (
                  <Row key={item.id} item={item} onTake={() => take(item)} />
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </Dialog>
  );
}

function Row({ item, onTake }: { item: Item; onTake: () => void }) {
  const household = useHousehold();
  const id = useId();
  const { name, quantity, unit, note, checked, checkedBy } = item;
  const taker = checkedBy === null ? undefined : household.member(checkedBy);
  const amount = [quantity === null ? null : number(quantity, tag.value), unit].filter(Boolean).join(' ');
  return (
    <li class={styles.row} data-taken={checked ? '' : undefined}>
      <Tick
        id={id}
        shape="square"
        label={t(checked ? 'shopping.putBack' : 'shopping.take', {
          what: amount === '' ? name : `${name}, ${amount}`,
        })}
        checked={checked}
        colors={[]}
        doneBy={taker?.color}
        onToggle={onTake}
      />
      <label for={id} class={styles.words}>
        <span class={styles.name}>{name}</span>
        {amount !== '' && <span class={`figures ${styles.amount}`}> {amount}</span>}
        {note !== null && <span class={styles.note}>{note}</span>}
      </label>
      {checked && taker && <Face of={taker} size={28} />}
    </li>
  );
}
