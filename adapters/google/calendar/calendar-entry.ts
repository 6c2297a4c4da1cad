import {
  ACCESS_ROLES,
  type AccessRole,
  type RemoteCalendar,
} from '../../../application/calendar/provider.js';
import { isObject, textIn } from './json.js';

/** An entry of the list of calendars; null for what is none. */
export function readCalendar(data: unknown): RemoteCalendar | null {
  if (!isObject(data)) return null;
  const [id, role, color] = [textIn(data, 'id'), textIn(data, 'accessRole'), textIn(data, 'backgroundColor')];
  if (id === null || role === null) return null;
  return {
    id,
    // The user may have given it a name of their own.
    name: textIn(data, 'summaryOverride') ?? textIn(data, 'summary') ?? id,
    accessRole: isRole(role) ? role : 'none',
    primary: data['primary'] === true,
    color: color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : null,
  };
}

const isRole = (role: string): role is AccessRole => (ACCESS_ROLES as readonly string[]).includes(role);
