import path from 'node:path';
import { OutboxMailer } from '../adapters/mail/outbox-mailer.js';
import { SmtpMailer } from '../adapters/mail/smtp-mailer.js';
import type { Clock, Logger, Mailer } from '../application/shared/ports.js';
import type { Config } from './config/config.js';
import { guardedHttps } from '../adapters/net/guarded-https.js';
import { PlatformPushSender } from '../adapters/push/platform-push-sender.js';
import type { FcmSettings } from '../adapters/push/fcm-push-sender.js';
import type { WebPushSettings } from '../adapters/push/web-push-sender.js';
import type { PushSender } from '../application/notifications/ports.js';
import { FolderFileStore } from '../adapters/files/folder-file-store.js';
import type { FileStore } from '../application/attachments/ports.js';
import { completeVapidKeys } from './secrets.js';
import type { FileStoreConfig } from './config/files.js';
import { FolderReleaseSource } from '../adapters/releases/folder-release-source.js';
import { HttpReleaseSource } from '../adapters/releases/http-release-source.js';
import type { ReleaseSource } from '../application/releases/ports.js';
import type { ReleaseSourceSetting as ReleaseSourceConfig } from './config/operations.js';
import type { GoogleIdentitySettings } from '../adapters/google/identity/google-identity-provider.js';
import type { IdentityProvider } from '../application/accounts/ports.js';

export type ComposedMailer = { readonly mailer: Mailer; close(): void };

/** The sender of e-mails if no mail server is configured. These e-mails are written to files. */
const NOWHERE = 'Household planner <planner@localhost>';

/** Creates the mailer: SMTP if it is configured, else one that writes e-mails to files. */
export function composeMailer(
  { mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>,
  { clock, logger }: { clock: Clock; logger: Logger },
): ComposedMailer {
  if (mail === null) {
    const folder = path.join(dataDir, 'outbox');
    return { mailer: new OutboxMailer({ folder, from: NOWHERE, clock, logger }), close: () => undefined };
  }
  const mailer = new SmtpMailer({ url: mail.smtpUrl, from: mail.from });
  return { mailer, close: () => mailer.close() };
}

/**
 * The VAPID contact of a service without an https address. Push services require a contact, although they cannot
 * reach this one.
 */
const NOBODY = 'mailto:planner@example.org';

/** Creates the sender of pushes to the platforms that are configured. */
export async function composePush(config: Config): Promise<PushSender> {
  const { push, http } = config;
  const vapid = await completeVapidKeys(config);
  const subject = http.baseUrl.startsWith('https:') ? http.baseUrl : NOBODY;
  return new PlatformPushSender({
    android: push.fcm && (await fcm(push.fcm)),
    web: vapid && (await web({ ...vapid, subject, send: guardedHttps() })),
  });
}

async function fcm(settings: FcmSettings) {
  const { FcmPushSender } = await import('../adapters/push/fcm-push-sender.js');
  return new FcmPushSender(settings);
}

async function web(settings: WebPushSettings) {
  const { WebPushSender } = await import('../adapters/push/web-push-sender.js');
  return new WebPushSender(settings);
}

/** Creates the store of attachments. The S3 client is loaded only if S3 is configured. */
export async function composeFileStore(config: FileStoreConfig): Promise<FileStore> {
  if (config.kind === 'folder') return new FolderFileStore(config.folder);
  const { S3FileStore } = await import('../adapters/files/s3-file-store.js');
  return new S3FileStore(config);
}

/** Creates the source of Android releases. Returns null if none is configured. */
export function composeReleases(source: ReleaseSourceConfig | null, logger: Logger): ReleaseSource | null {
  if (source === null) return null;
  return source.kind === 'folder'
    ? new FolderReleaseSource(source.folder, logger)
    : new HttpReleaseSource(new URL(`${source.url}/`), logger);
}

export type GoogleSignInSettings = Omit<GoogleIdentitySettings, 'redirectUri'>;

/** Creates the identity provider for signing in with Google. Returns null if this is not configured. */
export async function composeGoogleSignIn(
  settings: GoogleSignInSettings | null,
  { baseUrl, logger }: { readonly baseUrl: string; readonly logger: Logger },
): Promise<IdentityProvider | null> {
  if (settings === null) return null;
  const { GoogleIdentityProvider } = await import('../adapters/google/identity/google-identity-provider.js');
  return new GoogleIdentityProvider(
    { ...settings, redirectUri: `${baseUrl}/v1/auth/google/callback` },
    logger,
  );
}
