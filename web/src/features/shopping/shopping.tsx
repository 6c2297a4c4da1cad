import { useId, useState } from 'preact/hooks';
import Clock from 'lucide/dist/esm/icons/clock.mjs';
import { useDraft } from '../../data/drafts.ts';
import { useHousehold } from '../../data/household.ts';
import { useRights } from '../../data/rights.ts';
import { clearTicked, useShopping, type Item } from '../../data/shopping.ts';
import { amountText } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead, Rows, Section, useTitle } from '../../ui/page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { Tick } from '../../ui/tick.tsx';
import { toast, undoAction } from '../../ui/toast.tsx';
import { useWakeLock } from '../../ui/wake-lock.ts';
import { AddItems, SuggestedItems } from './add-items.tsx';
import { EditItem } from './edit-item.tsx';
import { ArrangeList, Lists, NewList } from './lists.tsx';
import styles from './shopping.module.css';

/** Key of sessionStorage: set while the shop mode is on in this tab. */
const IN_SHOP = 'planner.inShop';

/** The service allows at most this many lists. */
const MAX_LISTS = 10;

/** The shopping list by section. In shop mode its rows are larger and the screen stays on, if the browser allows it. */
export function Shopping() {
  const household = useHousehold();
  const { lists, list, sections, left, ticked, typed } = useShopping();
  const [open, setOpen] = useState<'new' | 'arrange' | null>(null);
  const { isAdult } = useRights();
  const [edited, edit] = useDraft<string>('shopping.edited');
  const [isInShop, setInShop] = useState(() => sessionStorage.getItem(IN_SHOP) !== null);
  const isAwake = useWakeLock(isInShop);
  useTitle(t('nav.shopping'), household.household.value?.name);
  if (household.failure.value !== null)
    return <Failure error={household.failure.value} onRetry={() => void household.load()} />;
  const isThere = household.replica.isWhole.value;
  const item = edited === null ? undefined : household.replica.all('shoppingItems').get(edited);

  // The list's sections in their order, followed by other sections of its items.
  const sectionNames = [
    ...new Set([
      ...list.value.sections.map(({ name }) => name),
      ...sections.value.flatMap(({ name }) => name ?? []),
    ]),
  ];

  const clear = async () => {
    const count = ticked.value.length;
    try {
      const undo = await clearTicked(household, list.value, ticked.value);
      toast(t('shopping.cleared', { count }), isAdult ? undoAction(undo) : undefined);
    } catch (error) {
      toast(explain(error));
    }
  };

  const changeMode = () => {
    if (isInShop) sessionStorage.removeItem(IN_SHOP);
    else sessionStorage.setItem(IN_SHOP, '1');
    setInShop(!isInShop);
  };

  return (
    <div class={isInShop ? `reading ${styles.inShop}` : 'reading'}>
      <PageHead
        above={isThere ? t('shopping.left', { count: left.value }) : ' '}
        title={t('nav.shopping')}
        aside={
          <Button look={isInShop ? 'main' : 'plain'} aria-pressed={isInShop} onClick={changeMode}>
            {t('shopping.mode')}
          </Button>
        }
      />
      <Lists lists={lists.value} list={list.value} />
      {isInShop ? (
        <p class={styles.awake}>{t(isAwake ? 'shopping.screenStaysOn' : 'shopping.screenMaySwitchOff')}</p>
      ) : (
        <AddItems list={list.value} />
      )}
      {!isThere && <RowsSkeleton />}
      {typed.value.length > 0 && (
        <Rows label={t('shopping.waiting')}>
          {typed.value.map(({ id, text }) => (
            <li key={id} class={styles.typed} title={t('shopping.waiting')}>
              <Icon of={Clock} size={20} />
              <span>
                <bdi class="first-lines">{text}</bdi>
                <span class="unseen"> {t('shopping.waiting')}</span>
              </span>
            </li>
          ))}
        </Rows>
      )}
      {sections.value.map(({ name, items }) => (
        <Section key={name ?? ''} title={name ?? t('shopping.otherSection')}>
          <Rows>
            {items.map((each) => (
              <ItemRow key={each.id} item={each} onEdit={isInShop ? null : edit} />
            ))}
          </Rows>
        </Section>
      ))}
      {sections.value.length > 0 && (
        // The button to remove ticked items is shown (disabled) even if no item is ticked, so that the page does not
        // move with the first tick.
        <Button wide disabled={ticked.value.length === 0} onClick={() => void clear()}>
          {t('shopping.clear')}
        </Button>
      )}
      {isThere && sections.value.length === 0 && typed.value.length === 0 && (
        <Empty>{t('shopping.empty')}</Empty>
      )}
      {isThere && !isInShop && <SuggestedItems list={list.value} />}
      {isThere && !isInShop && (
        <div class={styles.ofLists}>
          {isAdult && (
            <Button look="quiet" onClick={() => setOpen('arrange')}>
              {t('shopping.editList')}
            </Button>
          )}
          {isAdult && lists.value.length < MAX_LISTS && (
            <Button look="quiet" onClick={() => setOpen('new')}>
              {t('shopping.newList')}
            </Button>
          )}
          <ButtonLink look="quiet" href={`/households/${household.id}/print/shopping`}>
            {t('print.print')}
          </ButtonLink>
        </div>
      )}
      {item && (
        <EditItem item={item} lists={lists.value} sections={sectionNames} onClose={() => edit(null)} />
      )}
      {open === 'new' && <NewList onClose={() => setOpen(null)} />}
      {open === 'arrange' && (
        <ArrangeList
          list={list.value}
          sections={sectionNames}
          isFirst={list.value.id === household.id}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

/**
 * One item: its tick, its text and the member who ticked it. A click on the text opens the form of the item. In shop
 * mode it ticks the item instead.
 */
function ItemRow({ item, onEdit }: { item: Item; onEdit: ((id: string) => void) | null }) {
  const household = useHousehold();
  const tickId = useId();
  const { id, name, quantity, unit, note, checked, checkedBy } = item;
  const amount = formatAmount(item);
  const taker = checkedBy === null ? undefined : household.member(checkedBy);
  const what = amount === null ? name : `${name}, ${amount}`;
  const words = (
    <>
      <span class={styles.name} dir="auto">
        {name}
      </span>{' '}
      {amount !== null && <span class={`figures ${styles.amount}`}>{amount}</span>}
      {note !== null && (
        <span class={styles.note} dir="auto">
          {note}
        </span>
      )}
    </>
  );
  return (
    <li class={checked ? `${styles.row} ${styles.ticked}` : styles.row} data-row={id}>
      <Tick
        id={tickId}
        shape="square"
        label={what}
        checked={checked}
        colors={[]}
        doneBy={taker?.color}
        onToggle={() =>
          household.act({
            type: 'shopping.set',
            itemId: id,
            checked: !checked,
            base: { quantity, unit, note },
          })
        }
      />
      {onEdit === null ? (
        <label class={styles.words} for={tickId}>
          {words}
        </label>
      ) : (
        <button type="button" class={styles.words} data-lead onClick={() => onEdit(id)}>
          {words}
          <span class="unseen">, {t('shopping.editItem')}</span>
        </button>
      )}
      {checked && taker && (
        <span class={styles.taker} title={t('shopping.tickedBy', { name: taker.displayName })}>
          <Face of={taker} size={20} />
        </span>
      )}
    </li>
  );
}

const formatAmount = ({ quantity, unit }: Item): string | null =>
  amountText(quantity, unit, tag.value) || null;
