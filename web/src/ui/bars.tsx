import type { ComponentChildren } from 'preact';
import { t } from '../i18n/t.ts';
import { Fold } from './fold.tsx';
import styles from './bars.module.css';

/** The numbers of a chart in the form of a table. The first cell of each row names the row. */
export type FigureTable = {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** A chart with its numbers in a collapsed table. */
export function Figure({
  caption,
  table,
  children,
}: {
  caption: string;
  table: FigureTable;
  children: ComponentChildren;
}) {
  return (
    <figure class={styles.figure}>
      <figcaption dir="auto">{caption}</figcaption>
      {children}
      <Fold name={t('bars.asTable')}>
        <div class={styles.scroll} tabIndex={0} role="group" aria-label={caption}>
          <table>
            <thead>
              <tr>
                {table.head.map((name) => (
                  <th dir="auto" key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([name = '', ...cells]) => (
                <tr key={name}>
                  <th dir="auto" scope="row">
                    {name}
                  </th>
                  {cells.map((cell, index) => (
                    <td key={index} class="figures">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Fold>
    </figure>
  );
}

export type Portion = {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly amount: number;
};

const percent = (part: number, all: number): string => `${all === 0 ? 0 : (100 * part) / all}%`;

/** One bar with a part for each member, as wide as the member's share. */
export function StackedShare({ portions }: { portions: readonly Portion[] }) {
  const all = portions.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <div class={styles.stack} aria-hidden="true">
      {portions
        .filter(({ amount }) => amount > 0)
        .map(({ id, name, color, amount }) => (
          <span
            key={id}
            class={`who ${styles.portion}`}
            title={name}
            style={{ '--who': color, inlineSize: percent(amount, all) }}
          />
        ))}
    </div>
  );
}

/** A bar with an optional mark at the expected value. */
export function BarTo({
  amount,
  mark = null,
  most,
  color,
}: {
  amount: number;
  mark?: number | null;
  /** The amount for which the bar fills the whole width. */
  most: number;
  /** The colour of a member. null for an amount that belongs to no member. */
  color: string | null;
}) {
  return (
    <span
      class={`${color === null ? '' : 'who'} ${styles.track}`}
      style={color === null ? {} : { '--who': color }}
      aria-hidden="true"
    >
      <span class={styles.fill} style={{ inlineSize: percent(amount, most) }} />
      {mark !== null && <span class={styles.mark} style={{ insetInlineStart: percent(mark, most) }} />}
    </span>
  );
}

/** A column for each period, stacked by member. */
export function Columns({
  columns,
}: {
  columns: readonly { readonly id: string; readonly label: string; readonly portions: readonly Portion[] }[];
}) {
  const most = Math.max(
    1,
    ...columns.map(({ portions }) => portions.reduce((sum, { amount }) => sum + amount, 0)),
  );
  /** Shows every n-th label, so that labels do not overlap. */
  const every = Math.ceil(columns.length / 6);
  const fromEnd = (index: number) => columns.length - 1 - index;
  /** True for every second of the shown labels. Large text hides them. */
  const isSpare = (index: number) => (fromEnd(index) / every) % 2 === 1;
  return (
    <div class={styles.columns} aria-hidden="true">
      {columns.map(({ id, label, portions }, index) => (
        <div key={id} class={styles.column}>
          <div class={styles.tower}>
            {portions.map(({ id: who, name, color, amount }) => (
              <span
                key={who}
                class={`who ${styles.portion}`}
                title={name}
                style={{ '--who': color, blockSize: percent(amount, most) }}
              />
            ))}
          </div>
          <span class={`figures ${styles.label} ${isSpare(index) ? styles.spare : ''}`}>
            {fromEnd(index) % every === 0 ? label : ' '}
          </span>
        </div>
      ))}
    </div>
  );
}
