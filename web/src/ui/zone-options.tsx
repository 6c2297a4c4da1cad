import { listZones } from '../i18n/zones.ts';

/** The time zones to choose from, for a field with a list. */
export const ZoneOptions = () => (
  <>
    {listZones('UTC').map((zone) => (
      <option key={zone} value={zone} />
    ))}
  </>
);
