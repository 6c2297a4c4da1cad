import { useEffect, useRef, useState } from 'preact/hooks';
import Camera from 'lucide/dist/esm/icons/camera.mjs';
import FileText from 'lucide/dist/esm/icons/file-text.mjs';
import Paperclip from 'lucide/dist/esm/icons/paperclip.mjs';
import Trash from 'lucide/dist/esm/icons/trash.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import { newId } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import {
  downloadFile,
  toFileAddress,
  listFiles,
  shrinkImage,
  removeFile,
  upload,
  type Attachment,
} from '../../data/files.ts';
import { useHousehold, type Occurrence } from '../../data/household.ts';
import { number } from '../../i18n/formats.ts';
import { t, tag } from '../../i18n/t.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { explain } from '../../ui/explain.ts';
import { Icon } from '../../ui/icon.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.tsx';
import styles from './occurrence.module.css';

type Sending = {
  readonly key: string;
  readonly file: File;
  readonly share: number;
  readonly problem: string | null;
  readonly stop: AbortController;
};

/** Returns a text such as “2.4 MB”. */
function sizeText(bytes: number): string {
  const isLarge = bytes >= 1_000_000;
  const amount = number(Math.round(bytes / (isLarge ? 100_000 : 1000)) / (isLarge ? 10 : 1), tag.value);
  return t(isLarge ? 'files.megabytes' : 'files.kilobytes', { amount });
}

/** The files of a task. `incoming` are files that were dropped on or pasted into the panel. */
export function Files({
  row,
  incoming,
  isFixed = false,
}: {
  row: Occurrence;
  incoming: readonly File[];
  /** True if the user may neither add nor remove files. */
  isFixed?: boolean;
}) {
  const household = useHousehold();
  const [files, setFiles] = useState<readonly Attachment[] | null>(row.attachmentCount === 0 ? [] : null);
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const [removing, setRemoving] = useState<Attachment | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  useEffect(() => {
    let isWanted = true;
    listFiles(household, row.id).then(
      (found) => isWanted && setFiles(found),
      () => undefined, // without a network, the files are not listed
    );
    return () => void (isWanted = false);
  }, [household, row.id, row.attachmentCount]);

  const change = (key: string, next: Partial<Sending>) =>
    setSending((before) => before.map((each) => (each.key === key ? { ...each, ...next } : each)));
  const leave = (key: string) => setSending((before) => before.filter((each) => each.key !== key));

  const start = async ({ key, file, stop }: Sending) => {
    try {
      const sent = await upload(household, row.id, await shrinkImage(file), {
        key,
        signal: stop.signal,
        onProgress: (share) => change(key, { share }),
      });
      setFiles((before) => [...(before ?? []).filter(({ id }) => id !== sent.id), sent]);
      leave(key);
      void household.readOn().catch(() => undefined);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') leave(key);
      else change(key, { problem: refusal(error), share: 0 });
    }
  };
  const send = (chosen: readonly File[]) => {
    const fresh = chosen.map((file) => ({
      key: newId(),
      file,
      share: 0,
      problem: null,
      stop: new AbortController(),
    }));
    setSending((before) => [...before, ...fresh]);
    for (const each of fresh) void start(each);
  };
  useEffect(() => {
    if (incoming.length > 0) send(incoming);
    // `incoming` is a new array for every drop or paste, so the effect runs once for each.
  }, [incoming]);

  const open = async (file: Attachment) => {
    try {
      saveFile(await downloadFile(household, file), file.fileName);
    } catch (error) {
      toast(explain(error));
    }
  };

  const remove = async (file: Attachment) => {
    setRemoving(null);
    setFiles((before) => (before ?? []).filter(({ id }) => id !== file.id));
    try {
      await removeFile(household, file.id);
      void household.readOn().catch(() => undefined);
    } catch (error) {
      setFiles((before) => [...(before ?? []), file]);
      toast(explain(error));
    }
  };

  return (
    <section class={styles.section} aria-labelledby={`files-${row.id}`}>
      <h2 id={`files-${row.id}`}>{t('files.title')}</h2>
      {(files === null || files.length + sending.length > 0) && (
        <ul class={styles.files}>
          {files?.map((file) => (
            <li key={file.id} class={styles.file}>
              <a
                href={toFileAddress(household, file.id)}
                download={file.fileName}
                class={styles.thumb}
                onClick={(event) => {
                  // If the user holds a modifier key, the browser opens the file in a new tab or window.
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  void open(file);
                }}
              >
                <Thumb file={file} address={toFileAddress(household, file.id)} />
                <span class={styles.fileName} dir="auto">
                  {file.fileName}
                </span>
              </a>
              <span class={`figures ${styles.effect}`}>{sizeText(file.size)}</span>
              {!isFixed && (
                <IconButton
                  icon={Trash}
                  size={18}
                  label={t('files.remove', { name: file.fileName })}
                  onClick={() => setRemoving(file)}
                />
              )}
            </li>
          ))}
          {sending.map((each) => (
            <li key={each.key} class={styles.file}>
              <span dir="auto" class={styles.fileName}>
                {each.file.name}
              </span>
              {each.problem === null ? (
                <progress value={each.share} aria-label={t('files.sending', { name: each.file.name })} />
              ) : (
                <span class={styles.problem} role="alert">
                  {each.problem}{' '}
                  <button
                    type="button"
                    class={styles.link}
                    onClick={() => {
                      change(each.key, { problem: null });
                      void start(each);
                    }}
                  >
                    {t('error.tryAgain')}
                  </button>
                </span>
              )}
              <IconButton
                icon={X}
                size={18}
                label={t('files.cancel', { name: each.file.name })}
                onClick={() => {
                  each.stop.abort();
                  leave(each.key);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div class={styles.chips} hidden={isFixed}>
        <Button icon={Paperclip} onClick={() => chooser.current?.click()}>
          {t('files.add')}
        </Button>
        <Button icon={Camera} class={styles.onTouch} onClick={() => camera.current?.click()}>
          {t('files.photo')}
        </Button>
      </div>
      <input ref={chooser} type="file" multiple hidden onChange={taken(send)} aria-label={t('files.add')} />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={taken(send)}
        aria-label={t('files.photo')}
      />
      {removing !== null && (
        <Dialog title={t('files.removeTitle')} onClose={() => setRemoving(null)}>
          <p>{t('files.removeText', { name: removing.fileName })}</p>
          <DialogActions onCancel={() => setRemoving(null)}>
            <Button look="danger" onClick={() => void remove(removing)}>
              {t('files.removeNow')}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
}

const taken = (send: (files: readonly File[]) => void) => (event: { currentTarget: HTMLInputElement }) => {
  send([...(event.currentTarget.files ?? [])]);
  event.currentTarget.value = '';
};

/** The thumbnail of a file, if the service can create one. */
function Thumb({ file, address }: { file: Attachment; address: string }) {
  const [isNone, setNone] = useState(!file.contentType.startsWith('image/'));
  if (isNone) return <Icon of={FileText} size={28} />;
  return (
    <img
      src={`${address}?variant=thumb`}
      alt=""
      width={56}
      height={56}
      loading="lazy"
      onError={() => setNone(true)}
    />
  );
}

function refusal(error: unknown): string {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'ATTACHMENT_TOO_LARGE' || code === 'PAYLOAD_TOO_LARGE') return t('files.tooLarge');
  if (code === 'ATTACHMENTS_QUOTA') return t('files.storageFull');
  return explain(error);
}
