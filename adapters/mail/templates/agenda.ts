import type { AgendaMail } from '../../../application/shared/ports.js';
import type { Locale } from '../../../domain/shared/locale.js';
import { asName, type Letter } from './letter.js';

type Home = AgendaMail['homes'][number];
type Task = Home['today'][number];

/** The largest number of tasks that each list names. The letter only says how many others there are. */
const MAX_NAMED = 15;

export function agendaLetter({ locale, name, link, homes }: AgendaMail): Letter {
  const words = WORDS[locale];
  return {
    subject: words.subject,
    greeting: words.greeting(asName(name)),
    paragraphs: homes.flatMap(({ household, late, today, coming }) => [
      asName(household),
      ...(late.length === 0 ? [] : [`${words.late} ${listTasks(late, locale, true)}`]),
      ...(today.length === 0 ? [] : [`${words.today} ${listTasks(today, locale, false)}`]),
      ...(coming.length === 0 ? [] : [`${words.coming} ${listTasks(coming, locale, true)}`]),
    ]),
    action: { label: words.open, link },
    notes: [words.off],
  };
}

function listTasks(tasks: readonly Task[], locale: Locale, withDate: boolean): string {
  const day = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'fr-FR', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
  });
  const named = tasks.slice(0, MAX_NAMED).map(({ title, date, time }) => {
    const when = [withDate && date !== null && day.format(Date.parse(date)), time].filter(Boolean);
    return when.length === 0 ? asName(title) : `${asName(title)} (${when.join(', ')})`;
  });
  const others = tasks.length - named.length;
  return `${named.join(' · ')}${others > 0 ? WORDS[locale].more(others) : ''}`;
}

const WORDS: Record<
  Locale,
  Readonly<Record<'subject' | 'late' | 'today' | 'coming' | 'open' | 'off', string>> & {
    readonly greeting: (name: string) => string;
    readonly more: (count: number) => string;
  }
> = {
  en: {
    subject: 'Your day at home',
    greeting: (name) => `Good morning ${name},`,
    late: 'Late:',
    today: 'Today:',
    coming: 'Coming up:',
    more: (count) => ` and ${count} more`,
    open: 'Open the planner',
    off: 'You get this e-mail on mornings when there is something to do. You can turn it off in your notification settings.',
  },
  fr: {
    subject: 'Votre journée à la maison',
    greeting: (name) => `Bonjour ${name},`,
    late: 'En retard :',
    today: 'Aujourd’hui :',
    coming: 'À venir :',
    more: (count) => ` et ${count} ${count === 1 ? 'autre' : 'autres'}`,
    open: 'Ouvrir l’application',
    off: 'Vous recevez cet e-mail les matins où il y a quelque chose à faire. Vous pouvez le désactiver dans les réglages des notifications.',
  },
};
