import { useEffect } from 'preact/hooks';
import ArrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs';
import Printer from 'lucide/dist/esm/icons/printer.mjs';
import { useHousehold } from '../../data/household.ts';
import { useShopping, type Item } from '../../data/shopping.ts';
import { amountText, shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useTitle } from '../../ui/page.tsx';
import styles from './print.module.css';

/** The shopping list for printing: two columns by section, with boxes to tick. */
export function PrintShopping() {
  const household = useHousehold();
  const { list, sections } = useShopping();
  const { name = '' } = household.household.value ?? {};
  const title = list.value.name ?? t('nav.shopping');
  useTitle(title, name);
  useEffect(() => document.querySelector('h1')?.focus(), []);
  const open = sections.value
    .map(({ name: section, items }) => ({ section, items: items.filter(({ checked }) => !checked) }))
    .filter(({ items }) => items.length > 0);
  const today = household.today.value;
  return (
    <div class={styles.page}>
      <div class={styles.tools}>
        <ButtonLink href={`/households/${household.id}/shopping`}>
          <Icon of={ArrowLeft} size={18} />
          {t('print.toShopping')}
        </ButtonLink>
        <Button look="main" icon={Printer} onClick={() => print()}>
          {t('print.print')}
        </Button>
      </div>
      <div class={styles.sheet}>
        <header class={styles.head}>
          <h1 tabIndex={-1} dir="auto">
            {title}
          </h1>
          <p>
            <bdi>{name}</bdi>, {shortDate(today, tag.value, '')}
          </p>
        </header>
        {open.length === 0 && <p>{t('shopping.left', { count: 0 })}</p>}
        <div class={styles.columns}>
          {open.map(({ section, items }) => (
            <section key={section ?? ''}>
              <h2 dir="auto">{section ?? t('shopping.otherSection')}</h2>
              <ul>
                {items.map((item) => (
                  <li key={item.id}>
                    <span class={styles.box} aria-hidden="true" />
                    <span dir="auto">{describeItem(item)}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Returns a text such as “2 kg flour (wholemeal)”. */
function describeItem({ name, quantity, unit, note }: Item): string {
  return [amountText(quantity, unit, tag.value), name, note === null ? null : `(${note})`]
    .filter(Boolean)
    .join(' ');
}
