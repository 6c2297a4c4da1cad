import { escapeHtml } from '../../application/shared/escape-html.js';
import type { Locale } from '../../domain/shared/locale.js';

/** The content of a page, as plain text. */
export type HtmlPage = {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** A link that the page shows below the paragraphs. */
  readonly action?: { readonly label: string; readonly link: string };
};

/** Returns an HTML page that loads no other files. */
export function presentPage(locale: Locale, { title, paragraphs, action }: HtmlPage): string {
  const body = [
    `<h1>${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    ...(action ? [`<p><a href="${escapeHtml(action.link)}">${escapeHtml(action.label)}</a></p>`] : []),
  ];
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
</head>
<body>
${body.join('\n')}
</body>
</html>
`;
}
