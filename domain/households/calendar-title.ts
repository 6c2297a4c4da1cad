type Parts = { readonly title: string; readonly members: readonly string[] };

/**
 * Returns the calendar title of a task in the household's format, with `{title}` and `{members}` replaced. If
 * nobody is assigned, `{members}` is removed together with the separator next to it and any closing text
 * after it.
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
