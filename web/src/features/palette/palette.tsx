import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import CircleCheck from 'lucide/dist/esm/icons/circle-check.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import Search from 'lucide/dist/esm/icons/search.mjs';
import { useHousehold } from '../../data/household.ts';
import { foldForSearch, listRecent, rememberRecent, useMatches } from '../../data/search.ts';
import { returnSentence } from '../../data/sentences.ts';
import { shortDate } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { explain } from '../../ui/explain.ts';
import { Face } from '../../ui/face.tsx';
import { Icon, type IconNode } from '../../ui/icon.tsx';
import { findAddress, RESULT_ICONS, listResultPeople } from './matches.ts';
import styles from './palette.module.css';

/** A page or an action that is available everywhere. */
export type Command = {
  readonly text: string;
  readonly icon: IconNode;
  /** The keyboard shortcut of the command. */
  readonly keys?: string;
  /**
   * True if the palette lists this command only after the user has typed a part of its text, because there are
   * many commands of this kind.
   */
  readonly isTypedFor?: boolean;
  readonly run: () => void;
};

type Choice = Command & {
  readonly id: string;
  readonly note?: string | undefined;
  readonly personIds?: readonly string[];
};
type Group = { readonly title: string; readonly choices: readonly Choice[] };

/**
 * The command palette: searches the household (tasks, members, shopping items, categories and templates), opens pages
 * and runs actions.
 */
export function Palette({
  commands,
  onAdd,
  onClose,
}: {
  commands: readonly Command[];
  /** Opens the quick-add field. */
  onAdd: () => void;
  onClose: () => void;
}) {
  const household = useHousehold();
  const { route } = useLocation();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const listed = useRef<HTMLDivElement>(null);
  const id = useId();
  const words = text.trim();
  const { matches, error } = useMatches(words);
  useEffect(() => input.current?.focus(), []);

  const base = `/households/${household.id}`;
  const open = (occurrenceId: string) => () => {
    rememberRecent(occurrenceId);
    route(`${base}/occurrences/${occurrenceId}`);
  };
  const day = (date: string | null) =>
    date === null ? undefined : shortDate(date, tag.value, household.today.value);
  const groups: Group[] = [
    {
      title: t('palette.recent'),
      choices:
        words !== ''
          ? []
          : listRecent().flatMap((occurrenceId) => {
              const row = household.occurrence(occurrenceId);
              return row === undefined
                ? []
                : {
                    id: occurrenceId,
                    text: row.title,
                    icon: CircleCheck,
                    note: day(row.date),
                    personIds: row.responsibleMemberIds,
                    run: open(occurrenceId),
                  };
            }),
    },
    {
      title: t('palette.found'),
      choices: (matches ?? []).flatMap((match) => {
        const address = findAddress(match, base);
        return address === null
          ? []
          : {
              id: match.id,
              text: match.title,
              icon: RESULT_ICONS[match.kind],
              note: day(match.date),
              personIds: listResultPeople(match),
              run: match.occurrenceId === null ? () => route(address) : open(match.occurrenceId),
            };
      }),
    },
    {
      title: t('palette.commands'),
      choices: commands
        .filter(
          ({ text: name, isTypedFor }) =>
            foldForSearch(name).includes(foldForSearch(words)) && (words !== '' || isTypedFor !== true),
        )
        .map((command, index) => ({ ...command, id: `${command.text} ${index}` })),
    },
    {
      title: t('palette.add'),
      choices:
        words === ''
          ? []
          : [
              {
                id: 'add',
                text: t('palette.addTask', { text: words }),
                icon: Plus,
                run: () => {
                  returnSentence(words);
                  onAdd();
                },
              },
            ],
    },
  ].filter(({ choices }) => choices.length > 0);
  const all = groups.flatMap(({ choices }) => choices);
  const current = all[Math.min(at, all.length - 1)];

  const choose = (choice: Choice) => {
    onClose();
    choice.run();
  };
  const step = (to: number) => {
    const next = (to + all.length) % all.length;
    setAt(next);
    listed.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <Dialog title={t('palette.title')} onClose={onClose}>
      <div class={styles.field}>
        <Icon of={Search} size={20} />
        <input
          dir="auto"
          ref={input}
          class={styles.input}
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={current && `${id}-${current.id}`}
          aria-autocomplete="list"
          autocomplete="off"
          enterkeyhint="go"
          maxLength={100}
          placeholder={t('palette.placeholder')}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.isComposing) return;
            const keys: Record<string, (() => void) | undefined> = {
              ArrowDown: () => step(at + 1),
              ArrowUp: () => step(at - 1),
              Home: text === '' ? () => step(0) : undefined,
              End: text === '' ? () => step(all.length - 1) : undefined,
              Enter: () => current && choose(current),
            };
            const act = keys[event.key];
            if (act === undefined) return;
            event.preventDefault();
            act();
          }}
        />
      </div>
      <p class="unseen" role="status">
        {matches !== null && words !== '' && t('palette.count', { count: matches.length })}
      </p>
      <div class={styles.results}>
        {error !== null && <p class={styles.none}>{explain(error)}</p>}
        {matches?.length === 0 && words !== '' && (
          <p class={styles.none}>{t('palette.none', { text: words })}</p>
        )}
        <div ref={listed} id={id} role="listbox" aria-label={t('palette.label')} class={styles.list}>
          {groups.map(({ title, choices }) => (
            <div key={title} role="group" aria-label={title}>
              <p dir="auto" class={styles.group} aria-hidden="true">
                {title}
              </p>
              {choices.map((choice) => (
                <div
                  key={choice.id}
                  id={`${id}-${choice.id}`}
                  role="option"
                  aria-selected={choice === current}
                  class={styles.choice}
                  onPointerMove={() => setAt(all.indexOf(choice))}
                  onClick={() => choose(choice)}
                >
                  <Icon of={choice.icon} size={18} />
                  <span class={styles.words} dir="auto">
                    {choice.text}
                  </span>
                  {(choice.personIds ?? []).flatMap((personId) => {
                    const person = household.member(personId);
                    return person ? [<Face key={personId} of={person} size={20} />] : [];
                  })}
                  {choice.note !== undefined && (
                    <span class={`figures ${styles.note}`} dir="auto">
                      {choice.note}
                    </span>
                  )}
                  {choice.keys !== undefined && (
                    <kbd class={styles.keys} aria-hidden="true">
                      {choice.keys}
                    </kbd>
                  )}
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
