import { api, value } from '../api/client.ts';
import { waitingVersion } from './waiting-version.ts';

const ADDRESS = '/sw.js';
const LOOK_AGAIN = 60 * 60_000;

type Policy = { createScriptURL(address: string): string };
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy;
};

/** Makes the address of the service worker the only script URL that the page may load (Trusted Types). */
function trusted(address: string): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  if (types === undefined) return address;
  const policy = types.createPolicy('worker', {
    createScriptURL: (asked) => {
      if (asked !== ADDRESS) throw new TypeError(asked);
      return asked;
    },
  });
  return policy.createScriptURL(address);
}

/**
 * Registers the service worker, which stores the files of this version, and watches for new versions. Over plain
 * http there are no service workers, and everything else works.
 */
export async function keepVersion(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (workers === undefined || __WEB_BUILD__ === 'development') return;
  const hadOne = workers.controller !== null;
  let isReloading = false;
  workers.addEventListener('controllerchange', () => {
    if (!hadOne || isReloading) return;
    isReloading = true;
    location.reload();
  });
  const registration = await workers.register(trusted(ADDRESS), { updateViaCache: 'none' });
  const look = () => {
    const { waiting } = registration;
    if (waiting === null || workers.controller === null) return;
    // A wall display updates by itself, because nobody would click the button.
    if (document.querySelector('[data-wall]') !== null && !isEditing()) waiting.postMessage('take-over');
    waitingVersion.value = { takeOver: () => waiting.postMessage('take-over') };
  };
  look();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      // When the user leaves the page and nothing is being edited, a waiting version is installed immediately.
      if (waitingVersion.value !== null && !isEditing()) waitingVersion.value.takeOver();
    } else void lookForNext(registration);
  });
  setInterval(() => void lookForNext(registration), LOOK_AGAIN);
}

const isEditing = (): boolean =>
  document.querySelector('dialog[open]') !== null ||
  [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'textarea, input:not([type=checkbox])',
    ),
  ].some(({ value: typed, defaultValue }) => typed !== defaultValue && typed !== '');

/** Looks for a new version of the client if the service reports another build. */
async function lookForNext(registration: ServiceWorkerRegistration): Promise<void> {
  const answer = await value(api.GET('/v1/meta')).catch(() => null);
  if (answer !== null && answer.webBuild !== null && answer.webBuild !== __WEB_BUILD__)
    await registration.update().catch(() => undefined);
}
