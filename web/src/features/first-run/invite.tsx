import { useEffect, useState } from 'preact/hooks';
import Copy from 'lucide/dist/esm/icons/copy.mjs';
import Share2 from 'lucide/dist/esm/icons/share-2.mjs';
import { api, value, type Dto } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { explain } from '../../ui/empty.tsx';
import { Field } from '../../ui/field.tsx';
import { FormProblem, Narrow } from '../../ui/narrow.tsx';
import { useTitle } from '../../ui/page.tsx';
import styles from './first-run.module.css';

const USES = 5;

/** A link that others come in by: copied, shared, or shown as a code to a camera. */
export function Invite({ household, onDone }: { household: string; onDone: () => void }) {
  const [invitation, setInvitation] = useState<Dto['InvitationDto'] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isCopied, setCopied] = useState(false);
  useTitle(t('invite.title'));
  useEffect(() => {
    value(
      api.POST('/v1/households/{householdId}/invitations', {
        params: { path: { householdId: household } },
        body: { maxUses: USES },
      }),
    ).then(setInvitation, setError);
  }, [household]);
  const url = invitation === null ? null : `${location.origin}/join#token=${invitation.token ?? ''}`;
  return (
    <Narrow title={t('invite.title')} text={t('invite.text', { count: USES })}>
      {error !== null && <FormProblem>{explain(error)}</FormProblem>}
      {url !== null && (
        <>
          <Field
            label={t('invite.link')}
            readOnly
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div class={styles.buttons}>
            <Button
              icon={Copy}
              onClick={() => {
                void navigator.clipboard.writeText(url).then(() => setCopied(true));
              }}
            >
              {isCopied ? t('invite.copied') : t('invite.copy')}
            </Button>
            {'share' in navigator && (
              <Button icon={Share2} onClick={() => void navigator.share({ url }).catch(() => undefined)}>
                {t('invite.share')}
              </Button>
            )}
          </div>
          <Code of={url} />
        </>
      )}
      <Button look="main" wide onClick={onDone}>
        {t('welcome.next')}
      </Button>
    </Narrow>
  );
}

/** The link as squares for a camera, drawn when the library is there. */
function Code({ of: url }: { of: string }) {
  const [path, setPath] = useState<{ size: number; d: string } | null>(null);
  useEffect(() => {
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(url, { border: 2 });
      const d = data
        .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
        .join('');
      setPath({ size, d });
    });
  }, [url]);
  if (path === null) return <div class={styles.code} />;
  return (
    <svg
      class={styles.code}
      viewBox={`0 0 ${path.size} ${path.size}`}
      role="img"
      aria-label={t('invite.code')}
    >
      <rect width={path.size} height={path.size} fill="#fff" />
      <path d={path.d} fill="#1d2824" />
    </svg>
  );
}
