import {
  ActionRowBuilder,
  ApplicationCommandType,
  ChannelSelectMenuBuilder,
  ContextMenuCommandBuilder,
  Events,
  type Interaction,
  PermissionFlagsBits,
  SlashCommandBuilder,
} from 'discord.js';
import { expect, test } from 'vitest';
import { waitFor } from '../support/wait.ts';
import { connectClient, startSandbox } from './sandbox.ts';

const menu = (name: string, type: ApplicationCommandType.User | ApplicationCommandType.Message) =>
  new ContextMenuCommandBuilder().setName(name).setType(type);
const COMMANDS = [
  menu('Why these roles?', ApplicationCommandType.User),
  menu('Report', ApplicationCommandType.Message),
  new SlashCommandBuilder()
    .setName('log')
    .setDescription('Where to tell')
    .addChannelOption((option) => option.setName('where').setDescription('Where').setRequired(true)),
];

async function openMenus(work: (interaction: Interaction) => Promise<unknown>) {
  const started = await startSandbox();
  const { sandbox, member } = started;
  const { client, guild } = await connectClient(sandbox);
  await guild.commands.set(COMMANDS);
  const failed: unknown[] = [];
  client.on(Events.InteractionCreate, (interaction) => {
    work(interaction).catch((error) => failed.push(error));
  });
  const channel = (name: string) =>
    sandbox.community.state.channels.values().find((each) => each.name === name)?.id ?? '';
  const juniper = sandbox.as(member('juniper'), channel('general'));
  return { ...started, juniper, guild, failed, channel };
}

// https://docs.discord.com/developers/interactions/application-commands#user-commands
test('a command in the menu of a member comes with that member, and its answer says whom it is about', async () => {
  const { juniper, sandbox, member, role, failed } = await openMenus(async (interaction) => {
    if (!interaction.isUserContextMenuCommand()) return;
    const { targetUser, targetMember } = interaction;
    const roles = targetMember && 'cache' in targetMember.roles ? targetMember.roles.cache.size : 0;
    await interaction.reply(`${targetUser.username} ${roles}`);
  });
  sandbox.community.giveRole(sandbox.guildId, member('sunniva'), role('Insider'));
  const asked = juniper.useOnUser('Why these roles?', member('sunniva'));
  await asked.answer;
  expect(failed).toEqual([]);
  expect(asked.message()?.content).toBe('sunniva 2');

  const gone = member('leif.h');
  sandbox.community.leave(sandbox.guildId, gone);
  const other = juniper.useOnUser('Why these roles?', gone);
  await other.answer;
  expect(other.message()?.content).toBe('leif.h 0');
  const everyone = {
    permissions: String(PermissionFlagsBits.ViewChannel | PermissionFlagsBits.UseApplicationCommands),
  };
  sandbox.community.changeRole(sandbox.guildId, sandbox.guildId, everyone);
  expect(() => juniper.useOnUser('Why these roles?', gone)).toThrow('may not speak here');
});

// https://docs.discord.com/developers/interactions/application-commands#message-commands
test('a command in the menu of a message comes with the message and what it says', async () => {
  const { juniper, sandbox, member, channel, guild, failed, call } = await openMenus(async (interaction) => {
    if (interaction.isMessageContextMenuCommand())
      await interaction.reply(
        `${interaction.targetMessage.author.username}: ${interaction.targetMessage.content}`,
      );
  });
  const said = sandbox.community.say(member('sunniva'), channel('general'), 'I paid!');
  const asked = juniper.useOnMessage('Report', said.id);
  await asked.answer;
  expect(failed).toEqual([]);
  const answer = asked.message();
  expect(answer?.content).toBe('sunniva: I paid!');
  expect(
    await (await call('GET', `/channels/${channel('general')}/messages/${answer?.id}`)).json(),
  ).toMatchObject({
    type: 23,
    interaction_metadata: { type: 2, target_message_id: said.id },
  });
  expect(() => juniper.useOnMessage('Why these roles?', said.id)).toThrow('offered no command');
  expect(() => juniper.run('Report')).toThrow('offered no command');
  expect(guild.commands.cache.size).toBe(3);
});

// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-resolved-data-structure
test('channels are chosen by an option or a menu, as far as the member sees them', async () => {
  const select = new ActionRowBuilder<ChannelSelectMenuBuilder>().addComponents(
    new ChannelSelectMenuBuilder().setCustomId('where'),
  );
  const names: unknown[] = [];
  const { juniper, channel, failed } = await openMenus(async (interaction) => {
    if (interaction.isChatInputCommand()) {
      names.push(interaction.options.getChannel('where')?.name);
      await interaction.reply({ components: [select] });
    }
    if (!interaction.isChannelSelectMenu()) return;
    names.push(interaction.channels.first()?.id);
    await interaction.update({ content: 'done', components: [] });
  });
  const asked = juniper.run('log', { where: channel('general') });
  await asked.answer;
  const id = asked.message()?.id ?? '';
  await juniper.choose(id, 'where', [channel('general')]).answer;
  await waitFor(() => expect(names).toEqual(['general', channel('general')]));
  expect(failed).toEqual([]);
});
