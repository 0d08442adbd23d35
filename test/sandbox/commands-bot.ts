import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  Events,
  type Interaction,
  InteractionContextType,
  PermissionFlagsBits,
  SlashCommandBuilder,
} from 'discord.js';
import { connectClient, startSandbox } from './sandbox.ts';

const plans = new SlashCommandBuilder()
  .setName('plans')
  .setDescription('The plans')
  .addSubcommand((sub) =>
    sub
      .setName('give')
      .setDescription('Gives one')
      .addUserOption((option) => option.setName('who').setDescription('To whom').setRequired(true))
      .addStringOption((option) => option.setName('plan').setDescription('Which').setAutocomplete(true))
      .addIntegerOption((option) => option.setName('days').setDescription('How long').setMinValue(1)),
  );
export const why = new SlashCommandBuilder().setName('why').setDescription('Why?');
export const admin = new SlashCommandBuilder()
  .setName('admin')
  .setDescription('For admins')
  .setDefaultMemberPermissions(PermissionFlagsBits.ManageRoles)
  .setContexts(InteractionContextType.Guild);

export const row = (id: string) =>
  new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder().setCustomId(id).setLabel('More').setStyle(ButtonStyle.Primary),
  );

/** A bot with commands that does `work` with each interaction, and Juniper, who uses it. */
export async function openBot(work: (interaction: Interaction) => Promise<unknown> = async () => {}) {
  const started = await startSandbox();
  const { sandbox, member } = started;
  const { client, guild } = await connectClient(sandbox);
  await guild.commands.set([plans, why, admin]);
  const seen: Interaction[] = [];
  const failed: unknown[] = [];
  client.on(Events.InteractionCreate, (interaction) => {
    seen.push(interaction);
    work(interaction).catch((error) => failed.push(error));
  });
  const channelId =
    sandbox.community.state.channels.values().find(({ name }) => name === 'general')?.id ?? '';
  const as = (name: string) => sandbox.as(member(name), channelId);
  return { ...started, as, juniper: as('juniper'), channelId, client, guild, seen, failed };
}
