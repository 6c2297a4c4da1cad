/**
 * Time zones for which the JavaScript engine uses an old name, with their current names in the IANA database.
 */
export const RENAMED_ZONES: Readonly<Record<string, string>> = {
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

/**
 * Other names of time zones in the IANA database. The JavaScript engine accepts them but replaces them by the
 * main name.
 */
const LINKS = `
  Africa/Timbuktu America/Argentina/ComodRivadavia America/Atka America/Ensenada America/Fort_Wayne
  America/Knox_IN America/Montreal America/Nipigon America/Pangnirtung America/Porto_Acre
  America/Rainy_River America/Rosario America/Santa_Isabel America/Shiprock America/Thunder_Bay
  America/Virgin America/Yellowknife Antarctica/South_Pole Asia/Ashkhabad Asia/Choibalsan Asia/Chongqing
  Asia/Chungking Asia/Dacca Asia/Harbin Asia/Istanbul Asia/Kashgar Asia/Macao Asia/Tel_Aviv Asia/Thimbu
  Asia/Ujung_Pandang Asia/Ulan_Bator Atlantic/Jan_Mayen Australia/ACT Australia/Canberra Australia/Currie
  Australia/LHI Australia/NSW Australia/North Australia/Queensland Australia/South Australia/Tasmania
  Australia/Victoria Australia/West Australia/Yancowinna Brazil/Acre Brazil/DeNoronha Brazil/East
  Brazil/West Canada/Atlantic Canada/Central Canada/Eastern Canada/Mountain Canada/Newfoundland
  Canada/Pacific Canada/Saskatchewan Canada/Yukon Chile/Continental Chile/EasterIsland Etc/GMT Etc/GMT+0
  Etc/GMT-0 Etc/GMT0 Etc/Greenwich Etc/UCT Etc/UTC Etc/Universal Etc/Zulu Europe/Belfast Europe/Nicosia
  Europe/Tiraspol Europe/Uzhgorod Europe/Zaporozhye Mexico/BajaNorte Mexico/BajaSur Mexico/General
  Pacific/Johnston Pacific/Samoa Pacific/Yap US/Alaska US/Aleutian US/Arizona US/Central US/East-Indiana
  US/Eastern US/Hawaii US/Indiana-Starke US/Michigan US/Mountain US/Pacific US/Samoa
`;

/** The IANA spelling of these time zone names. The key is the name in lower case. */
export const ZONE_SPELLINGS: ReadonlyMap<string, string> = new Map(
  [...Object.entries(RENAMED_ZONES).flat(), ...LINKS.trim().split(/\s+/)].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);
