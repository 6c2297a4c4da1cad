import { auth, calendar, type calendar_v3 } from '@googleapis/calendar';
import type { FakeGoogle } from '../../support/fake-google/fake-google.js';

/** Returns Google's own client, without retries, so that one call makes one request. */
export function clientOf({ url }: FakeGoogle, accessToken: string): calendar_v3.Calendar {
  const client = new auth.OAuth2();
  client.setCredentials({ access_token: accessToken });
  const settings = { rootUrl: url, retry: false, fetchImplementation: globalThis.fetch };
  return calendar({ version: 'v3', auth: client, ...settings });
}

/** Returns the status, domain and reason of the error of a refused call. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    const { status, response } = error as {
      status?: number;
      response?: { data?: { error?: { errors?: { domain: string; reason: string }[] } } };
    };
    const [first] = response?.data?.error?.errors ?? [];
    return `${String(status)} ${first?.domain ?? ''}/${first?.reason ?? ''}`;
  }
  return 'none';
}

export const at = (hour: number) => ({
  dateTime: `2026-11-24T${String(hour).padStart(2, '0')}:00:00+01:00`,
  timeZone: 'Europe/Paris',
});

export const anEvent = (fields: calendar_v3.Schema$Event = {}): calendar_v3.Schema$Event => ({
  id: 'gn0123456789abcdef0123456789abcdef',
  summary: 'Bins',
  start: at(12),
  end: at(13),
  ...fields,
});
