import { useState } from 'preact/hooks';
import lazy, { ErrorBoundary as Suspense } from 'preact-iso/lazy';
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs';
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs';
import { useHousehold, type Member } from '../../data/household.ts';
import { t } from '../../i18n/t.ts';
import { IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Face, Faces } from '../../ui/face.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PeopleChoice } from '../../ui/people-choice.tsx';
import { namesOf } from './names-of.ts';
import { TURNS, type Turns } from './series-form.ts';
import { readNumber } from './when-fields.tsx';
import styles from './series.module.css';

const Roster = lazy(() => import('./roster.tsx').then((m) => m.Roster));

type Order = Turns['order'];

/** The fields of the rotation. */
export function TurnsFields({ turns, onTurns }: { turns: Turns; onTurns: (turns: Turns) => void }) {
  const household = useHousehold();
  const takers = household.members.value.filter(({ takesTurns }) => takesTurns);
  const set = (part: Partial<Turns>) => onTurns({ ...turns, ...part });
  const { kind, order, unit, length } = turns;
  const choose = (next: Turns['kind']) =>
    set({
      kind: next,
      ...(next !== 'fixed' &&
        next !== 'roster' &&
        order.length === 0 && { order: takers.map(({ id }) => [id]) }),
      // In these kinds of rotation a turn always has one member, so members who share a turn are separated.
      ...((next === 'shuffle' || next === 'balanced') && {
        order: (order.length === 0 ? takers.map(({ id }) => id) : order.flat()).map((id) => [id]),
      }),
    });
  return (
    <>
      <div class={styles.chips} role="group" aria-label={t('series.turns')}>
        {TURNS.map((each) => (
          <Chip key={each} pressed={each === kind} onPress={() => choose(each)}>
            {t(`series.turns.${each}`)}
          </Chip>
        ))}
      </div>
      <p class={styles.hint}>{t(`series.turnsHint.${kind}`)}</p>
      {kind === 'fixed' && (
        <PeopleChoice
          members={household.members.value}
          chosen={turns.fixed}
          onChoose={(fixed) => set({ fixed })}
        />
      )}
      {(kind === 'turns' || kind === 'periods') && (
        <>
          <PeopleInOrder order={order} takers={takers} onOrder={(next) => set({ order: next })} />
          <div class={styles.pair}>
            <Field
              label={t(kind === 'turns' ? 'series.length.turns' : `series.length.${unit}`)}
              type="number"
              inputMode="numeric"
              min={1}
              max={365}
              required
              value={length}
              onValue={(typed) => set({ length: readNumber(typed, length, 365) })}
            />
            {kind === 'periods' && (
              <SelectField
                label={t('series.period')}
                value={unit}
                onValue={(value) => set({ unit: value as Turns['unit'] })}
              >
                {(['day', 'week', 'month'] as const).map((each) => (
                  <option key={each} value={each}>
                    {t(`series.period.${each}`)}
                  </option>
                ))}
              </SelectField>
            )}
          </div>
        </>
      )}
      {(kind === 'shuffle' || kind === 'balanced') && (
        <People order={order} takers={takers} onOrder={(next) => set({ order: next })} />
      )}
      {kind === 'balanced' && (
        <SelectField
          label={t('series.draw')}
          hint={t('series.drawHint')}
          value={turns.draw.unit}
          onValue={(value) => set({ draw: { ...turns.draw, unit: value as 'week' | 'month' } })}
        >
          {(['week', 'month'] as const).map((each) => (
            <option key={each} value={each}>
              {t(`series.draw.${each}`)}
            </option>
          ))}
        </SelectField>
      )}
      {kind === 'roster' && (
        <Suspense>
          <Roster weeks={turns.weeks} takers={takers} onWeeks={(weeks) => set({ weeks })} />
        </Suspense>
      )}
    </>
  );
}

/** The members in their order, which can be changed with the arrow buttons or by dragging. */
function PeopleInOrder({
  order,
  takers,
  onOrder,
}: {
  order: Order;
  takers: readonly Member[];
  onOrder: (order: Order) => void;
}) {
  const { members } = useHousehold();
  const [dragged, drag] = useState<number | null>(null);
  const [said, say] = useState('');
  const everybody = members.value;
  const move = (from: number, to: number) => {
    const slot = order[from];
    if (slot === undefined || to < 0 || to >= order.length || from === to) return;
    const others = order.filter((_, place) => place !== from);
    onOrder([...others.slice(0, to), slot, ...others.slice(to)]);
    say(t('series.movedTo', { who: namesOf(slot, everybody), place: to + 1 }));
  };
  const named = new Set(order.flat());
  const absent = takers.filter(({ id }) => !named.has(id));
  return (
    <>
      <ol class={styles.order} aria-label={t('series.order')}>
        {order.map((slot, index) => {
          const who = namesOf(slot, everybody);
          return (
            <li
              key={slot.join()}
              draggable
              data-dragged={dragged === index ? '' : undefined}
              onDragStart={(event) => {
                event.dataTransfer?.setData('text/plain', who);
                drag(index);
              }}
              onDragEnd={() => drag(null)}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                if (dragged !== index) {
                  move(dragged, index);
                  drag(index);
                }
              }}
              onDrop={(event) => event.preventDefault()}
            >
              <span class={`figures ${styles.place}`}>{index + 1}</span>
              <Faces
                of={slot.flatMap((id) => everybody.find((member) => member.id === id) ?? [])}
                size={28}
              />
              <span class={styles.grow}>{who}</span>
              <IconButton
                icon={ArrowUp}
                label={t('series.movePersonUp', { who })}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                icon={ArrowDown}
                label={t('series.movePersonDown', { who })}
                disabled={index === order.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <Menu
                label={t('series.moreOf', { who })}
                class={styles.more}
                items={[
                  ...(index > 0
                    ? [
                        {
                          label: t('series.together', { who: namesOf(order[index - 1] ?? [], everybody) }),
                          run: () =>
                            onOrder(
                              order.flatMap((each, place) =>
                                place === index - 1 ? [[...each, ...slot]] : place === index ? [] : [each],
                              ),
                            ),
                        },
                      ]
                    : []),
                  ...(slot.length > 1
                    ? [
                        {
                          label: t('series.separately'),
                          run: () =>
                            onOrder(
                              order.flatMap((each, place) =>
                                place === index ? slot.map((id) => [id]) : [each],
                              ),
                            ),
                        },
                      ]
                    : []),
                  ...(order.length > 1
                    ? [
                        {
                          label: t('series.removePerson'),
                          isDanger: true,
                          run: () => onOrder(order.filter((_, place) => place !== index)),
                        },
                      ]
                    : []),
                ]}
              >
                <span aria-hidden="true">⋯</span>
              </Menu>
            </li>
          );
        })}
      </ol>
      <p class="unseen" role="status">
        {said}
      </p>
      {absent.length > 0 && (
        <div class={styles.chips} role="group" aria-label={t('series.addPeople')}>
          {absent.map((member) => (
            <Chip key={member.id} onPress={() => onOrder([...order, [member.id]])}>
              <Face of={member} size={24} named={false} />
              {t('series.addPerson', { name: member.displayName })}
            </Chip>
          ))}
        </div>
      )}
    </>
  );
}

/** The members of a random or balanced rotation. At least one must be chosen. */
function People({
  order,
  takers,
  onOrder,
}: {
  order: Order;
  takers: readonly Member[];
  onOrder: (order: Order) => void;
}) {
  const chosen = order.flat();
  return (
    <div class={styles.chips} role="group" aria-label={t('series.chooseFrom')}>
      {takers.map((member) => {
        const isIn = chosen.includes(member.id);
        const next = isIn ? chosen.filter((id) => id !== member.id) : [...chosen, member.id];
        return (
          <Chip
            key={member.id}
            pressed={isIn}
            onPress={() => next.length > 0 && onOrder(next.map((id) => [id]))}
          >
            <Face of={member} size={24} named={false} />
            <bdi>{member.displayName}</bdi>
          </Chip>
        );
      })}
    </div>
  );
}
