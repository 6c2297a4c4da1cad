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

const starter =
  (turns: boolean) =>
  (
    key: string,
    group: keyof typeof GROUPS,
    category: keyof typeof CATEGORIES,
    recurrence: Recurrence,
    durationMinutes: number,
    title: Texts,
  ): Starter => ({
    ...{ key, recurrence, durationMinutes, title, turns },
    ...{ group: GROUPS[group], category: CATEGORIES[category] },
  });
const inTurns = starter(true);
const forAnybody = starter(false);

/** The suggested tasks by group. Clients may store the keys, so the meaning of a key must never change. */
export const STARTERS: readonly Starter[] = [
  inTurns('dishes', 'kitchen', 'kitchen', DAILY, 20, { en: 'Do the dishes', fr: 'Faire la vaisselle' }),
  inTurns('cook-dinner', 'kitchen', 'kitchen', DAILY, 45, { en: 'Cook dinner', fr: 'Préparer le dîner' }),
  inTurns('wipe-kitchen', 'kitchen', 'cleaning', every(3, 'daily'), 15, {
    en: 'Wipe the worktops and the cooker',
    fr: 'Nettoyer le plan de travail et la cuisinière',
  }),
  inTurns('plan-meals', 'kitchen', 'kitchen', WEEKLY, 30, {
    en: 'Plan the meals and write the shopping list',
    fr: 'Prévoir les repas et la liste de courses',
  }),
  inTurns('groceries', 'kitchen', 'kitchen', WEEKLY, 75, {
    en: 'Go shopping for the week',
    fr: 'Faire les courses de la semaine',
  }),
  inTurns('clean-fridge', 'kitchen', 'cleaning', MONTHLY, 30, {
    en: 'Clean the fridge',
    fr: 'Nettoyer le réfrigérateur',
  }),
  inTurns('clean-oven', 'kitchen', 'cleaning', every(3, 'monthly'), 45, {
    en: 'Clean the oven',
    fr: 'Nettoyer le four',
  }),
  inTurns('clean-toilet', 'bathroom', 'cleaning', WEEKLY, 10, {
    en: 'Clean the toilet',
    fr: 'Nettoyer les toilettes',
  }),
  inTurns('clean-bathroom', 'bathroom', 'cleaning', WEEKLY, 40, {
    en: 'Clean the bathroom',
    fr: 'Nettoyer la salle de bains',
  }),
  inTurns('change-towels', 'bathroom', 'laundry', WEEKLY, 10, {
    en: 'Change the towels',
    fr: 'Changer les serviettes',
  }),
  inTurns('vacuum', 'rooms', 'cleaning', WEEKLY, 40, { en: 'Vacuum', fr: 'Passer l’aspirateur' }),
  inTurns('mop', 'rooms', 'cleaning', every(2, 'weekly'), 40, { en: 'Mop the floors', fr: 'Laver les sols' }),
  inTurns('dust', 'rooms', 'cleaning', every(2, 'weekly'), 25, { en: 'Dust', fr: 'Faire la poussière' }),
  inTurns('change-bedding', 'rooms', 'laundry', every(2, 'weekly'), 30, {
    en: 'Change the bedding',
    fr: 'Changer les draps',
  }),
  inTurns('clean-windows', 'rooms', 'cleaning', every(3, 'monthly'), 90, {
    en: 'Clean the windows',
    fr: 'Nettoyer les vitres',
  }),
  inTurns('wash', 'laundry', 'laundry', every(3, 'daily'), 30, {
    en: 'Wash and hang up the laundry',
    fr: 'Laver et étendre le linge',
  }),
  inTurns('fold', 'laundry', 'laundry', every(3, 'daily'), 30, {
    en: 'Fold the laundry and put it away',
    fr: 'Plier et ranger le linge',
  }),
  inTurns('take-out-bins', 'outside', 'bins', WEEKLY, 10, {
    en: 'Take out the bins',
    fr: 'Sortir les poubelles',
  }),
  inTurns('take-out-recycling', 'outside', 'bins', every(2, 'weekly'), 10, {
    en: 'Take out the recycling',
    fr: 'Sortir le tri',
  }),
  inTurns('water-plants', 'outside', 'plants', every(3, 'daily'), 15, {
    en: 'Water the plants',
    fr: 'Arroser les plantes',
  }),
  inTurns('mow', 'outside', 'plants', every(2, 'weekly'), 60, {
    en: 'Mow the lawn',
    fr: 'Tondre la pelouse',
  }),
  inTurns('feed-pets', 'pets', 'pets', DAILY, 10, { en: 'Feed the pets', fr: 'Nourrir les animaux' }),
  inTurns('litter', 'pets', 'pets', every(2, 'daily'), 10, {
    en: 'Clean the litter tray',
    fr: 'Nettoyer la litière',
  }),
  forAnybody('vet', 'pets', 'pets', YEARLY, 60, {
    en: 'Yearly visit to the vet',
    fr: 'Visite annuelle chez le vétérinaire',
  }),
  inTurns('tidy-together', 'home', 'cleaning', WEEKLY, 30, { en: 'Tidy up', fr: 'Ranger la maison' }),
  forAnybody('smoke-alarms', 'home', 'upkeep', every(6, 'monthly'), 15, {
    en: 'Test the smoke alarms',
    fr: 'Tester les détecteurs de fumée',
  }),
  forAnybody('boiler', 'home', 'upkeep', YEARLY, 30, {
    en: 'Have the heating serviced',
    fr: 'Faire entretenir le chauffage',
  }),
  forAnybody('bills', 'home', 'papers', MONTHLY, 30, {
    en: 'Go through the post and pay the bills',
    fr: 'Trier le courrier et payer les factures',
  }),
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
