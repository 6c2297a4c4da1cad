import { useLocation } from 'preact-iso/router';
import Keyboard from 'lucide/dist/esm/icons/keyboard.mjs';
import Languages from 'lucide/dist/esm/icons/languages.mjs';
import LogOut from 'lucide/dist/esm/icons/log-out.mjs';
import Moon from 'lucide/dist/esm/icons/moon.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import Undo2 from 'lucide/dist/esm/icons/undo-2.mjs';
import { useHousehold } from '../data/household.ts';
import { rightsIn } from '../data/rights.ts';
import { requestSignOut } from '../data/session.ts';
import { Palette } from '../features/palette/palette.tsx';
import { LANGUAGES, language, t } from '../i18n/t.ts';
import { listSections } from '../ui/settings.tsx';
import { theme, setTheme } from '../ui/theme.ts';
import { undoLast } from '../ui/undo.ts';
import { navigationEntries, toAddress } from './pages.tsx';

/** The command palette with all pages and the global actions. */
export function Commands({
  onAdd,
  onHelp,
  onLanguage,
  onClose,
}: {
  onAdd: () => void;
  onHelp: () => void;
  onLanguage: () => void;
  onClose: () => void;
}) {
  const household = useHousehold();
  const { route } = useLocation();
  const rights = rightsIn(household);
  const isDark = theme.value === 'dark';
  const commands = [
    { text: t('keys.add'), icon: Plus, keys: 'q', run: onAdd },
    ...(rights.isAdult
      ? [{ text: t('toast.undo'), icon: Undo2, keys: 'z', run: () => void undoLast(household) }]
      : []),
    ...navigationEntries(rights).map(({ key, icon, letter, page }) => ({
      text: t(key),
      icon,
      keys: `g ${letter}`,
      run: () => route(`/households/${household.id}${toAddress(page)}`),
    })),
    ...listSections(household.id, rights).map(({ to, ...section }) => ({
      ...section,
      isTypedFor: true,
      run: () => route(to),
    })),
    { text: t('keys.help'), icon: Keyboard, keys: '?', run: onHelp },
    {
      text: t('labelled', { label: t('theme.label'), value: t(isDark ? 'theme.light' : 'theme.dark') }),
      icon: Moon,
      run: () => setTheme(isDark ? 'light' : 'dark'),
    },
    { text: LANGUAGES[language.value === 'en' ? 'fr' : 'en'], icon: Languages, run: onLanguage },
    { text: t('shell.signOut'), icon: LogOut, run: () => void requestSignOut() },
  ];
  return <Palette commands={commands} onAdd={onAdd} onClose={onClose} />;
}
