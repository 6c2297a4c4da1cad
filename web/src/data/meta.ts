import { signal } from '@preact/signals';
import { api, value, type Dto } from '../api/client.ts';

/** The features of this service. null until the service has answered. */
export const meta = signal<Dto['MetaDto'] | null>(null);

/**
 * Returns true if new users may create an account on this service. Until the service has answered, it returns true.
 * @param isInvited true if the user has followed an invitation link, which some services require
 */
export const mayRegister = (isInvited: boolean): boolean =>
  ({ open: true, invited: isInvited, closed: false })[meta.value?.features.registrationMode ?? 'open'];

let asked: Promise<void> | null = null;

/**
 * Asks the service which features it offers, unless it has answered already. Never rejects. Until it has answered,
 * the page does not offer these features.
 */
export function askMeta(): Promise<void> {
  asked ??= value(api.GET('/v1/meta'))
    .then((answer) => void (meta.value = answer))
    .catch(() => void (asked = null));
  return asked;
}
