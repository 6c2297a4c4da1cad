import { useState } from 'preact/hooks';
import { createFeed, listFeeds, revokeFeed, type Feed, type NewFeed } from '../../data/feeds.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { lastHousehold, me } from '../../data/session.ts';
import { dateTime } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty, Failure } from '../../ui/empty.tsx';
import { explain } from '../../ui/explain.ts';
import { CheckField, SelectField } from '../../ui/field.tsx';
import { Help } from '../../ui/help.tsx';
import { LinkToShare } from '../../ui/link-to-share.tsx';
import { isOnline } from '../../ui/online.ts';
import { Rows, Section } from '../../ui/page.tsx';
import { FormError, SaveButton } from '../../ui/save-button.tsx';
import { useSaving } from '../../ui/saving.ts';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from '../../ui/settings.module.css';

/** The calendar feeds of the user: addresses with which calendar programs read a household. */
export function Feeds() {
  const { data: feeds, error, reload, set } = useLoaded(listFeeds, []);
  const households = me.value?.households ?? [];
  const zone = me.value?.user.timeZone ?? 'UTC';
  const nameOf = ({ householdId }: Feed) => households.find(({ id }) => id === householdId)?.name ?? '';
  const revoke = async (feed: Feed) => {
    set((feeds ?? []).filter(({ id }) => id !== feed.id));
    try {
      await revokeFeed(feed.id);
      toast(t('feeds.revoked'));
    } catch (refused) {
      toast(explain(refused));
      reload();
    }
  };
  return (
    <>
      <p>{t('feeds.what')}</p>
      {households.length === 0 ? <Empty>{t('feeds.noHousehold')}</Empty> : <NewFeedForm onMade={reload} />}
      <Section title={t('feeds.yours')}>
        {error !== null ? (
          <Failure error={error} onRetry={reload} />
        ) : feeds === null ? (
          <RowsSkeleton rows={2} />
        ) : feeds.length === 0 ? (
          <Empty>{t('feeds.none')}</Empty>
        ) : (
          <Rows>
            {feeds.map((feed) => {
              const made = dateTime(new Date(feed.createdAt), zone, tag.value);
              return (
                <li key={feed.id} class={styles.line}>
                  <span class={styles.grow}>
                    {nameOf(feed)}
                    {feed.personal && <Badge>{t('feeds.withPersonal')}</Badge>}
                    <span class={styles.small}>
                      {feed.lastUsedAt === null
                        ? t('feeds.never', { made })
                        : t('feeds.used', {
                            made,
                            used: dateTime(new Date(feed.lastUsedAt), zone, tag.value),
                          })}
                    </span>
                  </span>
                  <Button
                    aria-label={t('feeds.revokeNamed', { name: nameOf(feed), made })}
                    disabled={!isOnline.value}
                    onClick={() => void revoke(feed)}
                  >
                    {t('invitations.revoke')}
                  </Button>
                </li>
              );
            })}
          </Rows>
        )}
      </Section>
    </>
  );
}

function NewFeedForm({ onMade }: { onMade: () => void }) {
  const households = me.value?.households ?? [];
  const [householdId, choose] = useState(lastHousehold() ?? households[0]?.id ?? '');
  const [personal, setPersonal] = useState(false);
  const [made, setMade] = useState<NewFeed | null>(null);
  const { error, fields, isBusy, run } = useSaving();
  return (
    <>
      <form
        class={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            setMade(await createFeed({ householdId, personal }));
            onMade();
          });
        }}
      >
        {households.length > 1 && (
          <SelectField label={t('household.name')} value={householdId} onValue={choose}>
            {households.map(({ id, name }) => (
              <option dir="auto" key={id} value={id} selected={id === householdId}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <CheckField
          label={t('feeds.personal')}
          hint={t('feeds.personalHint')}
          checked={personal}
          onCheck={setPersonal}
        />
        <FormError error={error} fields={fields} />
        <div class={styles.buttons}>
          <SaveButton busy={isBusy}>{t('feeds.create')}</SaveButton>
        </div>
      </form>
      {made !== null && (
        <div class={styles.made} role="status">
          <p>{t('feeds.once')}</p>
          <Help>{t('feeds.how')}</Help>
          <LinkToShare url={made.url} label={t('feeds.address')} code={t('feeds.code')} />
        </div>
      )}
    </>
  );
}
