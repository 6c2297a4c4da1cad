import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Computes the keys of shopping names again: accents count now, and the rules for plurals have changed. Names in a
 * household's history that have the same key now are merged.
 */
export const shoppingKeys: Migration = { up, down };

type Known = {
  readonly name_key: string;
  readonly name: string;
  readonly unit: string | null;
  readonly section: string | null;
  readonly times: number;
  readonly last_at: string;
  readonly section_by_hand: boolean;
  readonly bought: readonly string[];
  readonly declined_at: string | null;
};

/** The number of purchases that are kept for each name. */
const PURCHASES_KEPT = 12;

async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from households order by id`.execute(db);
  for (const { id } of rows) {
    await rekeyItems(db, id);
    await rekeyHistory(db, id);
  }
}

async function rekeyItems(db: Kysely<unknown>, household: string): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; name_key: string }>`
    select id, name, name_key from shopping_items where household_id = ${household}
  `.execute(db);
  const changed = rows.flatMap(({ id, name, name_key }) =>
    nameKey(name) === name_key ? [] : [{ id, name_key: nameKey(name) }],
  );
  if (changed.length === 0) return;
  await sql`
    update shopping_items i set name_key = c.name_key
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c(id uuid, name_key text)
    where i.household_id = ${household} and i.id = c.id
  `.execute(db);
}

/**
 * Keys are unique. So it first deletes the rows whose key changes and the rows that already have the new keys, and
 * then inserts the merged rows.
 */
async function rekeyHistory(db: Kysely<unknown>, household: string): Promise<void> {
  const { rows } = await sql<{ row: Known }>`
    select to_jsonb(h) as row from shopping_history h where household_id = ${household}
  `.execute(db);
  const byKey = Map.groupBy(
    rows.map(({ row }) => row),
    ({ name }) => nameKey(name),
  );
  const changed = [...byKey].filter(([key, same]) => same.some(({ name_key }) => name_key !== key));
  if (changed.length === 0) return;
  const oldKeys = changed.flatMap(([, same]) => same.map(({ name_key }) => name_key));
  const joined = changed.map(([key, same]) => ({ ...join(same), household_id: household, name_key: key }));
  await sql`
    delete from shopping_history where household_id = ${household} and name_key = any(${oldKeys})
  `.execute(db);
  await sql`
    insert into shopping_history
      (household_id, name_key, name, unit, section, times, last_at, section_by_hand, bought, declined_at)
    select household_id, name_key, name, unit, section, times, last_at, section_by_hand, bought, declined_at
    from jsonb_populate_recordset(null::shopping_history, ${JSON.stringify(joined)}::jsonb)
  `.execute(db);
}

/**
 * Merges rows with the same key: keeps the latest name, and prefers a section chosen by a member to a guessed one.
 */
function join(same: readonly Known[]): Known {
  const latest = same.toSorted((a, b) => compare(b.last_at, a.last_at));
  const [first] = latest as [Known, ...Known[]];
  const { section, section_by_hand } = latest.find((row) => row.section_by_hand) ?? first;
  return {
    ...first,
    ...{ section, section_by_hand },
    unit: latest.find(({ unit }) => unit !== null)?.unit ?? null,
    times: same.reduce((sum, { times }) => sum + times, 0),
    bought: [...new Set(same.flatMap(({ bought }) => bought))]
      .toSorted((a, b) => compare(b, a))
      .slice(0, PURCHASES_KEPT),
    declined_at:
      latest.flatMap(({ declined_at }) => declined_at ?? []).toSorted((a, b) => compare(b, a))[0] ?? null,
  };
}

const compare = (a: string, b: string): number => new Date(a).getTime() - new Date(b).getTime();

/**
 * Does nothing: keys are computed from names, and a process of the previous version writes its own keys when it
 * saves.
 */
async function down(): Promise<void> {
  await Promise.resolve();
}

/** Returns the key of a name by the rules of this version. */
function nameKey(name: string): string {
  const lower = name.normalize('NFC').toLowerCase().trim();
  const key = lower
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll(/[^\p{L}\p{M}\p{N}%]+/gu, ' ')
    .trim()
    .split(' ')
    .map(singular)
    .join(' ');
  // A name without any letters, such as an emoji, is its own key.
  return key === '' ? lower : key;
}

/** Irregular plurals with their singular, in lower case. */
const IRREGULAR: Readonly<Record<string, string>> = {
  ...withEnding(
    'es',
    'peach radish sandwich brush toothbrush box lunchbox mix fox glass wineglass dish squash match torch ' +
      'patch watch bunch lunch punch leech potato tomato mango bench branch inch pouch dress mattress ' +
      'bus gas lens iris hash rash wash relish starch hairbrush paintbrush toothwash flash virus',
  ),
  loaves: 'loaf',
  halves: 'half',
  leaves: 'leaf',
  knives: 'knife',
  shelves: 'shelf',
  aulx: 'ail',
  bocaux: 'bocal',
  journaux: 'journal',
};

const SINGULARS = new Set(Object.values(IRREGULAR));

/** Words that end in "s" and are not the plural of the word without it: "pâtes" is pasta, "pâte" is dough. */
const NOT_FOLDED = new Set(
  (
    'pâtes pates moules ciseaux lunettes toilettes vacances échecs cours fils bras gras pois bois poids corps ' +
    'news means goods greens shorts tights briefs boxers pants jeans spirits spectacles arms customs mars lens ' +
    'gas glasses bass brass gris mets sens temps puits ananas hummus couscous asparagus'
  ).split(' '),
);

function withEnding(ending: string, words: string): Readonly<Record<string, string>> {
  return Object.fromEntries(words.split(' ').map((word) => [`${word}${ending}`, word]));
}

/**
 * Returns a form that a word shares with its plural, in English and French. It is only compared and never shown.
 * "berry" becomes "berrie": the endings of "cookies" and "bougies" do not tell whether the singular ends in "y" or
 * "ie".
 */
function singular(word: string): string {
  const irregular = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined;
  if (irregular !== undefined) return irregular;
  if (word.length <= 3 || SINGULARS.has(word) || NOT_FOLDED.has(word)) return word;
  if (/(?:eau|eu|ou)x$/u.test(word)) return word.slice(0, -1);
  if (/[^aeiouy]y$/u.test(word)) return `${word.slice(0, -1)}ie`;
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
