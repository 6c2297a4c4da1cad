import { readFileSync } from 'node:fs';
import path from 'node:path';
import { InvalidValue, type Environment } from './environment.js';
import type { FcmSettings } from '../../adapters/push/fcm-push-sender.js';
import type { WebPushSettings } from '../../adapters/push/web-push-sender.js';

export interface PushConfig {
  /** The Google service account for pushes to Android devices. null means that none are sent. */
  readonly fcm: FcmServiceAccount | null;
  /**
   * The configured keys for pushes to browsers. null means that none are sent in production. Outside production,
   * generated keys are used.
   */
  readonly vapid: VapidKeys | null;
}

/** A VAPID key pair (RFC 8292), in base64url. */
export type VapidKeys = Pick<WebPushSettings, 'publicKey' | 'privateKey'>;

export type FcmServiceAccount = Omit<FcmSettings, 'fetch'>;

export function readPush(env: Environment, workingFolder: string): PushConfig {
  env.readPair('VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY');
  const publicKey = env.read('VAPID_PUBLIC_KEY', parseVapidPublicKey);
  const privateKey = env.read('VAPID_PRIVATE_KEY', parseVapidPrivateKey);
  return {
    fcm: env.read('FCM_SERVICE_ACCOUNT', (text) => serviceAccount(text, workingFolder)) ?? null,
    vapid: publicKey && privateKey ? { publicKey, privateKey } : null,
  };
}

export const parseVapidPublicKey = readKey(65, 'a P-256 public key: 65 bytes in base64url');
export const parseVapidPrivateKey = readKey(32, 'a P-256 private key: 32 bytes in base64url');

function readKey(bytes: number, expectation: string): (text: string) => string {
  return (text) => {
    if (!/^[A-Za-z0-9_-]+$/.test(text) || Buffer.from(text, 'base64url').length !== bytes) {
      throw new InvalidValue(expectation);
    }
    return text;
  };
}

/** Reads a service account, given as JSON or as the path of the file that Google provides. */
function serviceAccount(text: string, workingFolder: string): FcmServiceAccount {
  const account = parseJson(text.startsWith('{') ? text : readText(path.resolve(workingFolder, text)));
  const { project_id: projectId, client_email: clientEmail, private_key: privateKey } = account;
  if (typeof projectId !== 'string' || typeof clientEmail !== 'string' || typeof privateKey !== 'string') {
    throw new InvalidValue(FORM);
  }
  return { projectId, clientEmail, privateKey };
}

const FORM =
  "a Google service account's JSON, or the path of its file, with project_id, client_email and private_key";

function parseJson(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch (cause) {
    throw new InvalidValue(FORM, { cause });
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new InvalidValue(FORM, { cause });
  }
}
