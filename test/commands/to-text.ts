import { ButtonStyle, ComponentType, MessageFlags } from 'discord.js';
import type { Sandbox } from '../../src/sandbox/index.ts';
import type { AnyComponent } from '../../src/sandbox/messages/check.ts';
import type { Message } from '../../src/sandbox/records.ts';

const LOOKS = new Map([
  [ButtonStyle.Primary, 'main'],
  [ButtonStyle.Secondary, 'plain'],
  [ButtonStyle.Success, 'good'],
  [ButtonStyle.Danger, 'danger'],
  [ButtonStyle.Link, 'link'],
]);

const TONES = new Map([
  [0x2e_9e_5b, 'good'],
  [0x7a_80_8c, 'neutral'],
  [0xd9_8e_04, 'warning'],
  [0xc9_3c_4a, 'bad'],
]);

/** Renders a message as text: who sees it, its content, its controls in brackets, and mentions by name. */
export function toText(sandbox: Sandbox, message: Message): string {
  const seen = message.flags & MessageFlags.Ephemeral ? 'Only who asked sees this' : 'Everybody sees this';
  const text = [seen, ...message.components.flatMap(lines)].join('\n');
  return `${withNames(sandbox, text)}\n`;
}

function lines(component: AnyComponent): string[] {
  switch (component.type) {
    case ComponentType.Container: {
      const tone = TONES.get(component.accent_color ?? 0) ?? 'no tone';
      return [`(${tone})`, '', ...component.components.flatMap(lines)];
    }
    case ComponentType.TextDisplay:
      return [component.content];
    case ComponentType.Separator:
      return ['', '---', ''];
    case ComponentType.Section:
      return [...component.components.flatMap(lines), ...lines(component.accessory)];
    case ComponentType.ActionRow:
      return ['', component.components.flatMap(lines).join(' ')];
    case ComponentType.Button: {
      const off = component.disabled ? ', off' : '';
      return [`[${component.label} (${LOOKS.get(component.style)}${off})]`];
    }
    case ComponentType.StringSelect:
      return [`[${component.placeholder}: ${component.options.map(({ label }) => label).join(' | ')}]`];
    default:
      return [`[${ComponentType[component.type]}]`];
  }
}

/** Replaces ids with names, and hides error ids, which differ between runs. */
const withNames = ({ community, guildId }: Sandbox, text: string): string =>
  text
    .replace(/<@(\d+)>/g, (_, id) => `@${community.user(id)?.username ?? id}`)
    .replace(/<@&(\d+)>/g, (_, id) => `@${community.guild(guildId)?.roles.get(id)?.name ?? id}`)
    .replace(/`[0-9a-f]{8}`/g, '`an id`');
