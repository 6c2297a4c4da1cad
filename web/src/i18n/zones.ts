/** The current names of time zones that IANA has renamed, by the old names that browsers still list. */
const RENAMED: Readonly<Partial<Record<string, string>>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Returns the current name of a renamed time zone. The service accepts the old and the new name. */
export const presentZone = (zone: string): string => RENAMED[zone] ?? zone;

/**
 * Returns the time zones to choose from, in alphabetical order and with their present names. The zone `own` is always
 * among them.
 */
export const listZones = (own: string): readonly string[] =>
  [...new Set([own, ...Intl.supportedValuesOf('timeZone')].map(presentZone))].sort();

/** Returns the name of a zone with spaces instead of underscores: “America/New York”. */
export const zoneText = (zone: string): string => presentZone(zone).replaceAll('_', ' ');
