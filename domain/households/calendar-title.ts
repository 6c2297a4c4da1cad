type Parts = { readonly title: string; readonly members: readonly string[] };

/**
 * The title of a task in a calendar, by the household's format: `{title}` and `{members}` are filled in. With nobody
 * responsible, `{members}` goes, and with it what stands between the two, and what closes behind it.
 */
export function calendarTitle(format: string, { title, members }: Parts): string {
  const used = members.length === 0 ? withoutMembers(format) : format;
  return used
    .replaceAll(/\{title\}|\{members\}/g, (name) => (name === '{title}' ? title : members.join(', ')))
    .trim();
}

function withoutMembers(format: string): string {
  const [title, members] = [format.indexOf('{title}'), format.indexOf('{members}')];
  if (members < 0) return format;
  return members < title ? format.slice(title) : format.slice(0, title + '{title}'.length);
}
