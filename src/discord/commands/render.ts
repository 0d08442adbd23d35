import {
  type APIButtonComponent,
  type APIComponentInContainer,
  type APIComponentInMessageActionRow,
  type APIContainerComponent,
  type APISectionComponent,
  type APITextDisplayComponent,
  ButtonStyle,
  ChannelType,
  ComponentType,
} from 'discord-api-types/v10';
import type { Words } from '../../i18n/index.ts';
import { cut, type Markdown, md } from '../../i18n/markdown.ts';
import type { Button, Choice, Link, Reply, Row, Section } from './reply.ts';

const COLOURS = { good: 0x2e_9e_5b, neutral: 0x7a_80_8c, warning: 0xd9_8e_04, bad: 0xc9_3c_4a } as const;

const STYLES = {
  plain: ButtonStyle.Secondary,
  main: ButtonStyle.Primary,
  good: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
} as const;

/**
 * Limit on all text of a message, in characters. The platform's is higher; the rest is for the line that says how much
 * was cut.
 * @see https://discord.com/developers/docs/components/reference
 */
const MOST_TEXT = 3_800;

/** Most sections separated by rules, since a message may have at most 40 components in all. */
const MOST_SECTIONS = 12;

/** Stores a control's step and returns its custom id. */
export type Keep = (control: Button | Choice) => Promise<string>;

/** Converts a reply to the platform's format: a single card. Text that doesn't fit is cut, with a note of how much. */
export async function render(reply: Reply, words: Words, keep: Keep): Promise<APIContainerComponent> {
  const { tone = 'neutral', title, lines = [], sections = [], rows = [], footer, picture } = reply;
  const budget = createBudget(words);
  // Fitted first, so that the footer with the page number is kept even if other text is cut.
  const small = footer === undefined ? [] : [textOf(budget.fit([md`-# ${footer}`]))];
  const parts: APIComponentInContainer[] = [textOf(budget.fit([heading(title), ...lines]))];
  for (const section of inRoom(sections)) {
    parts.push(RULE, await renderSection(section, budget, keep));
    if (section.below) parts.push(await renderRow(section.below, keep));
  }
  if (picture) parts.push(galleryOf(picture));
  parts.push(...small);
  const controls = rows.filter((row) => 'kind' in row || row.length > 0);
  for (const row of controls) parts.push(await renderRow(row, keep));
  return { type: ComponentType.Container, accent_color: COLOURS[tone], components: parts };
}

const RULE = { type: ComponentType.Separator, divider: true, spacing: 1 } as const;

const heading = (title: Markdown | string): Markdown => md`### ${title}`;

const textOf = (content: string): APITextDisplayComponent => ({ type: ComponentType.TextDisplay, content });

const galleryOf = ({ name, alt }: NonNullable<Reply['picture']>): APIComponentInContainer => ({
  type: ComponentType.MediaGallery,
  items: [{ media: { url: `attachment://${name}` }, description: cut(alt, 1000) }],
});

/** Fits lines into the remaining text budget. Only whole lines, because half a line could be broken Markdown. */
function createBudget(words: Words) {
  let left = MOST_TEXT;
  return {
    fit(lines: readonly Markdown[]): string {
      const fitting: string[] = [];
      for (const [index, { text }] of lines.entries()) {
        if (text.length + 1 > left) {
          fitting.push(words.frame.more(lines.length - index).text);
          left = 0;
          break;
        }
        fitting.push(text);
        left -= text.length + 1;
      }
      return fitting.join('\n');
    },
  };
}

/** Merges text-only sections if there are too many to separate them by rules. */
function inRoom(sections: readonly Section[]): readonly Section[] {
  const filled = sections.filter(({ lines }) => lines.length > 0);
  if (filled.length <= MOST_SECTIONS || filled.some(({ beside, below }) => beside ?? below)) return filled;
  return [{ lines: filled.flatMap(({ lines }, index) => (index > 0 ? [md``, ...lines] : lines)) }];
}

async function renderSection(
  { lines, beside }: Section,
  budget: ReturnType<typeof createBudget>,
  keep: Keep,
): Promise<APISectionComponent | APITextDisplayComponent> {
  const text = textOf(budget.fit(lines));
  if (!beside) return text;
  return { type: ComponentType.Section, components: [text], accessory: await renderButton(beside, keep) };
}

async function renderRow(row: Row, keep: Keep) {
  const components: APIComponentInMessageActionRow[] =
    'kind' in row
      ? [await renderChoice(row, keep)]
      : await Promise.all(row.map((control) => renderButton(control, keep)));
  return { type: ComponentType.ActionRow as const, components };
}

async function renderButton(control: Button | Link, keep: Keep): Promise<APIButtonComponent> {
  const common = { type: ComponentType.Button as const, label: cut(control.label, 80) };
  if (control.kind === 'link') return { ...common, style: ButtonStyle.Link, url: control.url };
  return {
    ...common,
    style: STYLES[control.look],
    custom_id: await keep(control),
    disabled: control.isDisabled,
  };
}

async function renderChoice(control: Choice, keep: Keep): Promise<APIComponentInMessageActionRow> {
  const { hint, of, most } = control;
  const common = {
    custom_id: await keep(control),
    placeholder: cut(hint, 150),
    min_values: 1,
    max_values: most,
  };
  switch (of) {
    case 'members':
      return { ...common, type: ComponentType.UserSelect };
    case 'roles':
      return { ...common, type: ComponentType.RoleSelect };
    case 'channels':
      return { ...common, type: ComponentType.ChannelSelect, channel_types: [ChannelType.GuildText] };
    default:
      return {
        ...common,
        type: ComponentType.StringSelect,
        max_values: Math.min(most, of.length),
        options: of.map(({ value, label, note }) => ({
          value,
          label: cut(label, 100),
          ...(note !== undefined && { description: cut(note, 100) }),
        })),
      };
  }
}
