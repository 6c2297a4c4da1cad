import { useId, useState } from 'preact/hooks';
import { useHousehold, type Member } from '../../data/household.ts';
import { groupItems, sortLists, type Item, type List } from '../../data/shopping.ts';
import { amountText } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EntryCard, entryText } from '../../ui/entry.tsx';
import { Face } from '../../ui/face.tsx';
import { Tick } from '../../ui/tick.tsx';
import type { WallActions } from './acts.ts';
import { useLeaving } from './choose-member.tsx';
import type { PendingTick } from './ticking.tsx';
import styles from './wall-shopping.module.css';

/**
 * The shopping lists on the wall, and a field to add items. The first tick or line asks who is shopping; the
 * answer is kept until the dialog is closed.
 */
export function WallShopping({
  acts,
  start,
  as,
  isOwn = false,
  onClose,
}: {
  acts: WallActions;
  start: (what: PendingTick) => void;
  /** The member who shops, if known. */
  as: Member | null;
  /** True on the guest's own phone. The list stays open there. */
  isOwn?: boolean;
  onClose: () => void;
}) {
  const household = useHousehold();
  const [shopper, shopAs] = useState(as);
  useLeaving(isOwn ? null : onClose);
  const items = [...household.replica.all('shoppingItems').values()];
  const all = sortLists(household.id, household.replica.all('shoppingLists').values());
  const lists = all
    .map((list) => ({ ...list, items: items.filter(({ listId }) => listId === list.id) }))
    .filter((list) => list.items.length > 0);
  const left = items.filter(({ checked }) => !checked).length;
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
      <Add lists={all} shopper={shopper} acts={acts} start={start} onAdded={shopAs} />
      {lists.map(({ id, name, sections, items: ofList }) => (
        <section key={id} class={styles.list}>
          {lists.length > 1 && <h3 dir="auto">{name ?? t('nav.shopping')}</h3>}
          {groupItems(
            ofList,
            sections.map((each) => each.name),
          ).map((section) => (
            <div key={section.name ?? ''}>
              <p dir="auto" class={styles.section}>
                {section.name ?? t('shopping.otherSection')}
              </p>
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

/** A field that adds items. The typed text stays until the service has accepted it. */
function Add({
  lists,
  shopper,
  acts,
  start,
  onAdded,
}: {
  lists: readonly [List, ...List[]];
  shopper: Member | null;
  acts: WallActions;
  start: (what: PendingTick) => void;
  onAdded: (as: Member) => void;
}) {
  const [text, setText] = useState('');
  const [listId, choose] = useState(lists[0].id);
  const list = lists.find(({ id }) => id === listId) ?? lists[0];
  const add = () =>
    start({
      title: text.trim(),
      question: t('wall.whoShops'),
      member: shopper,
      act: async (member) => {
        onAdded(member);
        await acts.add(text.trim(), list, member.id);
        setText('');
      },
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') add();
      }}
    >
      <EntryCard
        submit={t('shopping.submit')}
        isEmpty={text.trim() === ''}
        below={
          lists.length > 1 && (
            <div class={styles.lists} role="group" aria-label={t('shopping.lists')}>
              {lists.map(({ id, name }) => (
                <Chip key={id} pressed={id === list.id} onPress={() => choose(id)}>
                  <bdi>{name ?? t('nav.shopping')}</bdi>
                </Chip>
              ))}
            </div>
          )
        }
      >
        <input
          dir="auto"
          class={entryText}
          value={text}
          maxLength={2000}
          enterkeyhint="done"
          autoComplete="off"
          aria-label={t('shopping.add')}
          placeholder={t('shopping.placeholder')}
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
      </EntryCard>
    </form>
  );
}

function Row({ item, onTake }: { item: Item; onTake: () => void }) {
  const household = useHousehold();
  const id = useId();
  const { name, quantity, unit, note, checked, checkedBy } = item;
  const taker = checkedBy === null ? undefined : household.member(checkedBy);
  const amount = amountText(quantity, unit, tag.value);
  return (
    <li class={styles.row} data-taken={checked ? '' : undefined}>
      <Tick
        id={id}
        shape="square"
        label={amount === '' ? name : `${name}, ${amount}`}
        checked={checked}
        colors={[]}
        doneBy={taker?.color}
        onToggle={onTake}
      />
      <label for={id} class={styles.words}>
        <span dir="auto" class={styles.name}>
          {name}
        </span>
        {amount !== '' && <span class={`figures ${styles.amount}`}> {amount}</span>}
        {note !== null && (
          <span class={styles.note} dir="auto">
            {note}
          </span>
        )}
      </label>
      {checked && taker && <Face of={taker} size={28} />}
    </li>
  );
}
