import { signal } from '@preact/signals';
import { api, value, type Dto } from '../api/client.ts';

/** What this service can do; null until it has said so. */
export const meta = signal<Dto['MetaDto'] | null>(null);

/** Whether somebody who came by an invitation, or by none, may make an account here; true until the service has said otherwise. */
export const mayRegister = (isInvited: boolean): boolean =>
  ({ open: true, invited: isInvited, closed: false })[meta.value?.features.registrationMode ?? 'open'];

let asked: Promise<void> | null = null;

/** Asks once. What is not known is not offered. */
export function askMeta(): Promise<void> {
  asked ??= value(api.GET('/v1/meta'))
    .then((answer) => void (meta.value = answer))
    .catch(() => void (asked = null));
  return asked;
}
