type Parts = { readonly title: string; readonly members: readonly string[] };

/**
 * Returns the title of a task's calendar event in the household's format. `{title}` and `{members}` are replaced. If
 * nobody is assigned, `{members}` is removed together with the text between it and `{title}` and all text on its
 * other side, such as a bracket.
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
