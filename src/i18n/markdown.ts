/** Markdown text, made by `md`. External text in it is escaped: it can't become Markdown or a mention. */
export class Markdown {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** A part of a Markdown text. Anything but `Markdown` is escaped. */
type Part = Markdown | string | number;

/** Maximum length of external text in one place, in characters. */
const LONGEST = 500;

/**
 * Builds Markdown: the template is Markdown, and inserted values are escaped unless they are `Markdown`.
 * @example md`**${plan.name}** costs ${price}`
 */
export const md = (template: TemplateStringsArray, ...parts: readonly Part[]): Markdown =>
  new Markdown(String.raw({ raw: template }, ...parts.map((part) => toMarkdown(part).text)));

/** Joins Markdown texts. */
export const joined = (parts: readonly Part[], separator = ' '): Markdown =>
  new Markdown(parts.map((part) => toMarkdown(part).text).join(separator));

const toMarkdown = (part: Part): Markdown =>
  part instanceof Markdown ? part : new Markdown(escapeMarkdown(cut(oneLine(String(part)), LONGEST)));

export const mentionOf = {
  member: (id: string) => mention('@', id),
  role: (id: string) => mention('@&', id),
  channel: (id: string) => mention('#', id),
};

/** Only an id becomes a mention; other text is escaped. */
const mention = (prefix: string, id: string): Markdown =>
  /^\d{17,20}$/.test(id) ? new Markdown(`<${prefix}${id}>`) : toMarkdown(id);

const STYLES = { date: 'D', time: 'f', full: 'F', relative: 'R' } as const;

/**
 * Formats a time that each reader sees in their own time zone and language.
 * @see https://discord.com/developers/docs/reference#message-formatting-timestamp-styles
 */
export const moment = (at: Date, style: keyof typeof STYLES = 'time'): Markdown =>
  new Markdown(`<t:${Math.floor(at.getTime() / 1000)}:${STYLES[style]}>`);

/** Formats text for copying, as inline code. */
export const code = (text: string): Markdown =>
  new Markdown(`\`${cut(oneLine(text), LONGEST).replaceAll('`', 'ˋ') || ' '}\``);

/** Formats text for copying in one go, such as a link, as a code block of up to 2,000 characters. */
export const block = (text: string): Markdown =>
  new Markdown(`\`\`\`\n${cut(oneLine(text), 2_000).replaceAll('`', 'ˋ') || ' '}\n\`\`\``);

/** Shortens a text to a number of Unicode characters, with a final "…". */
export function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

/** Removes line breaks, control characters, and characters that change the writing direction. */
const oneLine = (text: string): string =>
  text.replace(/\s+/gu, ' ').replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');

const escapeMarkdown = (text: string): string => text.replace(/[\\*_~`|<>#[\]@:]|^[-+]/g, '\\$&');
