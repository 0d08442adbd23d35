/** Text in the platform's Markdown, in which nothing that others wrote can be Markdown or a mention. Made by `md`. */
export class Markdown {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** What may stand in a Markdown text: anything but Markdown is escaped. */
type Part = Markdown | string | number;

/** The longest text from outside that is shown in one place, in characters. */
const LONGEST = 500;

/**
 * Writes Markdown: what the template says is taken as it is, what is put into it is shown as it reads.
 * @example md`**${plan.name}** costs ${price}`
 */
export const md = (template: TemplateStringsArray, ...parts: readonly Part[]): Markdown =>
  new Markdown(String.raw({ raw: template }, ...parts.map((part) => toMarkdown(part).text)));

/** Markdown texts in a row. */
export const joined = (parts: readonly Part[], separator = ' '): Markdown =>
  new Markdown(parts.map((part) => toMarkdown(part).text).join(separator));

const toMarkdown = (part: Part): Markdown =>
  part instanceof Markdown ? part : new Markdown(escapeMarkdown(cut(oneLine(String(part)), LONGEST)));

export const mentionOf = {
  member: (id: string) => mention('@', id),
  role: (id: string) => mention('@&', id),
  channel: (id: string) => mention('#', id),
};

/** What is no id must not become part of a mention. */
const mention = (prefix: string, id: string): Markdown =>
  /^\d{17,20}$/.test(id) ? new Markdown(`<${prefix}${id}>`) : toMarkdown(id);

const STYLES = { date: 'D', time: 'f', full: 'F', relative: 'R' } as const;

/**
 * A moment that each reader sees in their own time zone and language.
 * @see https://discord.com/developers/docs/reference#message-formatting-timestamp-styles
 */
export const moment = (at: Date, style: keyof typeof STYLES = 'time'): Markdown =>
  new Markdown(`<t:${Math.floor(at.getTime() / 1000)}:${STYLES[style]}>`);

/** Text to be copied: shown as it is, in a frame. */
export const code = (text: string): Markdown =>
  new Markdown(`\`${cut(oneLine(text), LONGEST).replaceAll('`', 'ˋ') || ' '}\``);

/** Text to be copied in one go, such as a link: a block of its own, whole however long it is within reason. */
export const block = (text: string): Markdown =>
  new Markdown(`\`\`\`\n${cut(oneLine(text), 2_000).replaceAll('`', 'ˋ') || ' '}\n\`\`\``);

/** Shortens a text to so many characters of a reader, and says so with "…". */
export function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

/** Without line breaks, control characters, and what turns the direction of writing. */
const oneLine = (text: string): string =>
  text.replace(/\s+/gu, ' ').replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');

const escapeMarkdown = (text: string): string => text.replace(/[\\*_~`|<>#[\]@:]|^[-+]/g, '\\$&');
