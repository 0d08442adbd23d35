/** Words that English pages can't do without, and that neither German nor French has. */
const ENGLISH = /\b(the|your|you|this|these|with|and|for|are|it|again|yours|way|we)\b/gi;

/** Returns the language that a page claims. */
export const languageOf = (html: string): string | undefined => /<html lang="([^"]*)">/.exec(html)?.[1];

/** Returns the English words that a page shows or that a screen reader says, but for names that are given. */
export function englishIn(html: string, ...names: readonly string[]): string[] {
  const labels = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label);
  const shown = html.replace(/<style>[\s\S]*?<\/style>/, '').replaceAll(/<[^>]*>/g, ' ');
  const text = names.reduce((rest, name) => rest.replaceAll(name, ''), [shown, ...labels].join(' '));
  return text.match(ENGLISH) ?? [];
}
