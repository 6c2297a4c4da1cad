import type { Locale } from '../shared/locale.js';
import type { Frequency, Recurrence } from '../recurrence/rule.js';
import type { RotationRequest } from '../rotation/rotation.js';
import type { CivilDate } from '../shared/civil-date.js';
import type { CategoryId, MemberId } from '../shared/ids.js';
import { EMPTY_DRAFT, type TaskDraft } from '../tasks/draft.js';

type Texts = Readonly<Record<Locale, string>>;

/** A common repeating task that is suggested to households, for example after the first setup. */
export type Starter = {
  readonly key: string;
  /** The heading under which the task is suggested, such as a room. */
  readonly group: Texts;
  readonly title: Texts;
  /** The category of the task. `icon` is the name of a Lucide icon. */
  readonly category: { readonly name: Texts; readonly icon: string };
  readonly recurrence: Recurrence;
  readonly durationMinutes: number;
  /** True if members should take turns. False if any member may do the task. */
  readonly turns: boolean;
};

const CATEGORIES = {
  cleaning: { name: { en: 'Cleaning', fr: 'Ménage' }, icon: 'sparkles' },
  kitchen: { name: { en: 'Kitchen', fr: 'Cuisine' }, icon: 'utensils' },
  laundry: { name: { en: 'Laundry', fr: 'Linge' }, icon: 'shirt' },
  bins: { name: { en: 'Bins', fr: 'Poubelles' }, icon: 'trash-2' },
  plants: { name: { en: 'Plants and garden', fr: 'Plantes et jardin' }, icon: 'sprout' },
  pets: { name: { en: 'Pets', fr: 'Animaux' }, icon: 'paw-print' },
  upkeep: { name: { en: 'Upkeep', fr: 'Entretien' }, icon: 'wrench' },
  papers: { name: { en: 'Papers and money', fr: 'Papiers et argent' }, icon: 'file-text' },
} as const;

const GROUPS = {
  kitchen: { en: 'Kitchen', fr: 'Cuisine' },
  bathroom: { en: 'Bathroom', fr: 'Salle de bains' },
  rooms: { en: 'Living room and bedrooms', fr: 'Salon et chambres' },
  laundry: { en: 'Laundry', fr: 'Linge' },
  outside: { en: 'Bins and outside', fr: 'Poubelles et extérieur' },
  pets: { en: 'Pets', fr: 'Animaux' },
  home: { en: 'The whole home', fr: 'Toute la maison' },
} as const;

const DAILY: Recurrence = { frequency: 'daily' };
const WEEKLY: Recurrence = { frequency: 'weekly' };
const MONTHLY: Recurrence = { frequency: 'monthly' };
const YEARLY: Recurrence = { frequency: 'yearly' };
const every = (interval: number, frequency: Frequency): Recurrence => ({ frequency, interval });

function starter(
  key: string,
  group: keyof typeof GROUPS,
  category: keyof typeof CATEGORIES,
  en: string,
  fr: string,
  recurrence: Recurrence,
  durationMinutes: number,
  { turns = true } = {},
): Starter {
  return {
    key,
    group: GROUPS[group],
    title: { en, fr },
    category: CATEGORIES[category],
    recurrence,
    durationMinutes,
    turns,
  };
}

const ANYBODY = { turns: false };

/** The suggested tasks by group. Clients may store the keys, so the meaning of a key must never change. */
export const STARTERS: readonly Starter[] = [
  starter('dishes', 'kitchen', 'kitchen', 'Do the dishes', 'Faire la vaisselle', DAILY, 20),
  starter('cook-dinner', 'kitchen', 'kitchen', 'Cook dinner', 'Préparer le dîner', DAILY, 45),
  starter(
    'wipe-kitchen',
    'kitchen',
    'cleaning',
    'Wipe the worktops and the cooker',
    'Nettoyer le plan de travail et la cuisinière',
    every(3, 'daily'),
    15,
  ),
  starter(
    'plan-meals',
    'kitchen',
    'kitchen',
    'Plan the meals and write the shopping list',
    'Prévoir les repas et la liste de courses',
    WEEKLY,
    30,
  ),
  starter(
    'groceries',
    'kitchen',
    'kitchen',
    'Go shopping for the week',
    'Faire les courses de la semaine',
    WEEKLY,
    75,
  ),
  starter(
    'clean-fridge',
    'kitchen',
    'cleaning',
    'Clean the fridge',
    'Nettoyer le réfrigérateur',
    MONTHLY,
    30,
  ),
  starter('clean-oven', 'kitchen', 'cleaning', 'Clean the oven', 'Nettoyer le four', every(3, 'monthly'), 45),
  starter('clean-toilet', 'bathroom', 'cleaning', 'Clean the toilet', 'Nettoyer les toilettes', WEEKLY, 10),
  starter(
    'clean-bathroom',
    'bathroom',
    'cleaning',
    'Clean the bathroom',
    'Nettoyer la salle de bains',
    WEEKLY,
    40,
  ),
  starter('change-towels', 'bathroom', 'laundry', 'Change the towels', 'Changer les serviettes', WEEKLY, 10),
  starter('vacuum', 'rooms', 'cleaning', 'Vacuum', 'Passer l’aspirateur', WEEKLY, 40),
  starter('mop', 'rooms', 'cleaning', 'Mop the floors', 'Laver les sols', every(2, 'weekly'), 40),
  starter('dust', 'rooms', 'cleaning', 'Dust', 'Faire la poussière', every(2, 'weekly'), 25),
  starter(
    'change-bedding',
    'rooms',
    'laundry',
    'Change the bedding',
    'Changer les draps',
    every(2, 'weekly'),
    30,
  ),
  starter(
    'clean-windows',
    'rooms',
    'cleaning',
    'Clean the windows',
    'Nettoyer les vitres',
    every(3, 'monthly'),
    90,
  ),
  starter(
    'wash',
    'laundry',
    'laundry',
    'Wash and hang up the laundry',
    'Laver et étendre le linge',
    every(3, 'daily'),
    30,
  ),
  starter(
    'fold',
    'laundry',
    'laundry',
    'Fold the laundry and put it away',
    'Plier et ranger le linge',
    every(3, 'daily'),
    30,
  ),
  starter('take-out-bins', 'outside', 'bins', 'Take out the bins', 'Sortir les poubelles', WEEKLY, 10),
  starter(
    'take-out-recycling',
    'outside',
    'bins',
    'Take out the recycling',
    'Sortir le tri',
    every(2, 'weekly'),
    10,
  ),
  starter(
    'water-plants',
    'outside',
    'plants',
    'Water the plants',
    'Arroser les plantes',
    every(3, 'daily'),
    15,
  ),
  starter('mow', 'outside', 'plants', 'Mow the lawn', 'Tondre la pelouse', every(2, 'weekly'), 60),
  starter('feed-pets', 'pets', 'pets', 'Feed the pets', 'Nourrir les animaux', DAILY, 10),
  starter('litter', 'pets', 'pets', 'Clean the litter tray', 'Nettoyer la litière', every(2, 'daily'), 10),
  starter(
    'vet',
    'pets',
    'pets',
    'Yearly visit to the vet',
    'Visite annuelle chez le vétérinaire',
    YEARLY,
    60,
    ANYBODY,
  ),
  starter('tidy-together', 'home', 'cleaning', 'Tidy up', 'Ranger la maison', WEEKLY, 30),
  starter(
    'smoke-alarms',
    'home',
    'upkeep',
    'Test the smoke alarms',
    'Tester les détecteurs de fumée',
    every(6, 'monthly'),
    15,
    ANYBODY,
  ),
  starter(
    'boiler',
    'home',
    'upkeep',
    'Have the heating serviced',
    'Faire entretenir le chauffage',
    YEARLY,
    30,
    ANYBODY,
  ),
  starter(
    'bills',
    'home',
    'papers',
    'Go through the post and pay the bills',
    'Trier le courrier et payer les factures',
    MONTHLY,
    30,
    ANYBODY,
  ),
];

/**
 * Returns the suggested tasks with these keys in the order of the list, without duplicates. Returns null if a
 * key is unknown.
 */
export function findStarters(keys: readonly string[]): readonly Starter[] | null {
  const known = new Set(STARTERS.map(({ key }) => key));
  return keys.every((key) => known.has(key)) ? STARTERS.filter(({ key }) => keys.includes(key)) : null;
}

export type StarterApplication = {
  readonly locale: Locale;
  readonly startDate: CivilDate;
  /**
   * The members who take turns with the tasks that have `turns`. A single member is assigned to all of their
   * dates. If there is none, nobody is assigned.
   */
  readonly memberIds: readonly MemberId[];
  readonly categories: ReadonlyMap<Starter['category'], CategoryId>;
};

/**
 * Creates the drafts of the selected tasks. Each rotation begins with another member, so that one member does
 * not get all tasks of the first day.
 */
export function draftsOfStarters(
  starters: readonly Starter[],
  { locale, startDate, memberIds, categories }: StarterApplication,
): readonly TaskDraft[] {
  const taken = starters.filter(({ turns }) => turns);
  return starters.map((one) => {
    const rotation = one.turns && memberIds.length > 1 ? toTurns(memberIds, taken.indexOf(one)) : null;
    return {
      ...EMPTY_DRAFT,
      title: one.title[locale],
      categoryId: categories.get(one.category) ?? null,
      durationMinutes: one.durationMinutes,
      date: startDate,
      recurrence: one.recurrence,
      responsibleMemberIds: one.turns && rotation === null ? memberIds : [],
      rotation,
    };
  });
}

function toTurns(memberIds: readonly MemberId[], place: number): RotationRequest {
  return {
    kind: 'turns',
    order: memberIds.map((id) => [id]),
    unit: 'occurrence',
    length: 1,
    offset: place % memberIds.length,
  };
}
