import { useState } from 'preact/hooks';
import type { HouseholdData, Occurrence } from '../../data/household.ts';
import { compareTexts, findConflict, type Difference, type Fields, type Group } from '../../data/merge.ts';
import type { Refusal } from '../../data/outbox-rules.ts';
import { dateTime, list, shortDate, time } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { durationText } from '../../ui/duration-text.ts';
import { escalationText, nagText } from '../../ui/nagging.ts';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { decide } from './editing.ts';
import styles from './occurrence.module.css';

/**
 * Lets the user decide about fields that somebody else has changed too. The other person's values are
 * preselected. The decision can be postponed.
 */
export function ConflictForm({
  refusal,
  household,
  onClose,
}: {
  refusal: Refusal;
  household: HouseholdData;
  onClose: () => void;
}) {
  const [choices, setChoices] = useState<ReadonlyMap<Group, 'yours' | 'theirs'>>(new Map());
  const { act } = refusal.entry;
  const conflict = findConflict(
    refusal,
    'occurrenceId' in act ? household.occurrence(act.occurrenceId) : undefined,
  );
  if (conflict === null) return null;
  const [first] = conflict.differences;
  const by = household.member(first?.theirsBy ?? '')?.displayName;
  return (
    <Dialog title={t('conflict.title')} onClose={onClose}>
      <p>{by === undefined ? t('conflict.text') : t('conflict.textBy', { name: by })}</p>
      {conflict.differences.map((difference) => (
        <Block
          key={difference.group}
          difference={difference}
          household={household}
          choice={choices.get(difference.group) ?? 'theirs'}
          onChoose={(choice) => setChoices(new Map(choices).set(difference.group, choice))}
        />
      ))}
      <DialogActions onCancel={onClose} cancel={t('tray.decideLater')}>
        <Button
          look="main"
          onClick={() => {
            decide(household, refusal, conflict, choices);
            onClose();
          }}
        >
          {t('occurrence.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Block({
  difference: { group, yours, theirs, theirsBy, theirsAt },
  household,
  choice,
  onChoose,
}: {
  difference: Difference;
  household: HouseholdData;
  choice: 'yours' | 'theirs';
  onChoose: (choice: 'yours' | 'theirs') => void;
}) {
  const name = theirsBy === null ? undefined : household.member(theirsBy)?.displayName;
  const at = theirsAt === null ? undefined : dateTime(new Date(theirsAt), household.zone.value, tag.value);
  const whose =
    name === undefined || at === undefined ? t('conflict.theirs') : t('conflict.theirsBy', { name, at });
  return (
    <fieldset class={styles.block}>
      <legend>{t(`group.${group}`)}</legend>
      <div class={styles.sides}>
        {(['theirs', 'yours'] as const).map((side) => (
          <label key={side} class={styles.radio}>
            <input type="radio" name={group} checked={choice === side} onChange={() => onChoose(side)} />
            <span class={styles.grow}>
              <span class={styles.effect}>{side === 'yours' ? t('conflict.yours') : whose}</span>
              {group === 'notes' ? (
                <Notes mine={side} yours={asText(yours.notes)} theirs={asText(theirs.notes)} />
              ) : (
                <span dir="auto">
                  {describeGroup(group, side === 'yours' ? { ...theirs, ...yours } : theirs, household)}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Shows one of two texts and marks the lines that the other text does not contain. */
function Notes({ mine, yours, theirs }: { mine: 'yours' | 'theirs'; yours: string; theirs: string }) {
  const pieces = compareTexts(yours, theirs).filter(({ kind }) => kind === 'same' || kind === mine);
  return (
    <span class={styles.compared} dir="auto">
      {pieces.map(({ text, kind }, index) =>
        kind === 'same' ? (
          <span key={index}>
            {text}
            {'\n'}
          </span>
        ) : (
          <mark key={index}>
            {text}
            {'\n'}
          </mark>
        ),
      )}
    </span>
  );
}

/** Returns the values of a group of fields in words. */
export function describeGroup(group: Group, fields: Fields, household: HouseholdData): string {
  const today = household.today.value;
  switch (group) {
    case 'title':
    case 'notes':
      return asText(fields[group]) || t('conflict.nothing');
    case 'categoryId':
      return household.category(asText(fields.categoryId) || null)?.name ?? t('occurrence.noCategory');
    case 'priority':
      return t(`priority.${fields.priority as 'LOW'}`);
    case 'visibility':
      return t(`visibility.${fields.visibility as 'SHARED'}`);
    case 'people': {
      const names = ((fields.responsibleMemberIds ?? []) as string[]).flatMap(
        (id) => household.member(id)?.displayName ?? [],
      );
      const people = names.length === 0 ? t('people.anyone') : list(names, tag.value);
      return fields.completion === 'all' && names.length > 1 ? `${people} · ${t('completion.all')}` : people;
    }
    case 'reminders': {
      const minutes = (fields.reminders ?? []) as number[];
      const words = minutes.map((each) => (each === 0 ? t('reminder.atTime') : durationText(each)));
      const { nag, escalateAfterMinutes: after } = fields as Partial<Occurrence>;
      return [
        words.length === 0 ? t('reminder.none') : list(words, tag.value),
        ...(nag ? [nagText(nag)] : []),
        ...(typeof after === 'number'
          ? [t('labelled', { label: t('escalate.label'), value: escalationText(after) })]
          : []),
      ].join(' · ');
    }
    case 'schedule': {
      const {
        date,
        time: at,
        durationMinutes,
      } = fields as { date?: string; time?: string; durationMinutes?: number };
      const parts = [
        date && shortDate(date, tag.value, today),
        at && time(at, tag.value),
        durationMinutes && durationText(durationMinutes),
      ].filter(Boolean);
      return parts.join(' · ') || t('occurrence.noDate');
    }
  }
}
