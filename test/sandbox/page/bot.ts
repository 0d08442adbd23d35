import {
  ActionRowBuilder,
  ApplicationCommandType,
  ButtonBuilder,
  ButtonStyle,
  type ChatInputCommandInteraction,
  ContainerBuilder,
  ContextMenuCommandBuilder,
  EmbedBuilder,
  Events,
  type Interaction,
  MessageFlags,
  ModalBuilder,
  PermissionFlagsBits,
  SectionBuilder,
  SeparatorBuilder,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { connectClient } from '../sandbox.ts';

const COMMANDS = [
  new SlashCommandBuilder()
    .setName('plans')
    .setDescription('The plans')
    .addSubcommand((sub) => sub.setName('list').setDescription('Lists them'))
    .addSubcommand((sub) =>
      sub
        .setName('give')
        .setDescription('Gives somebody a plan')
        .addUserOption((option) => option.setName('who').setDescription('To whom').setRequired(true))
        .addStringOption((option) => option.setName('plan').setDescription('Which').setAutocomplete(true))
        .addIntegerOption((option) =>
          option.setName('days').setDescription('How long').setMinValue(1).setMaxValue(90),
        )
        .addBooleanOption((option) => option.setName('quiet').setDescription('Tell nobody')),
    )
    .addSubcommand((sub) => {
      sub.setName('make').setDescription('Makes a plan of many parts');
      for (let part = 1; part <= 20; part += 1)
        sub.addStringOption((option) =>
          option
            .setName(`part-${part}`)
            .setDescription('A part')
            .setRequired(part === 1),
        );
      return sub;
    }),
  new SlashCommandBuilder().setName('feedback').setDescription('Say what you think'),
  new SlashCommandBuilder().setName('slow').setDescription('Thinks before it speaks'),
  new SlashCommandBuilder().setName('silent').setDescription('Never answers'),
  new SlashCommandBuilder()
    .setName('admin')
    .setDescription('For those who manage roles')
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageRoles),
  new ContextMenuCommandBuilder().setName('Greet').setType(ApplicationCommandType.User),
  new ContextMenuCommandBuilder().setName('Quote').setType(ApplicationCommandType.Message),
];

/** A bot on the real library that uses everything a message can be made of. */
export async function connectBot(sandbox: Sandbox) {
  const { client, guild } = await connectClient(sandbox);
  await guild.commands.set(COMMANDS);
  const thoughts: PromiseWithResolvers<void>[] = [];
  const failed: unknown[] = [];
  client.on(Events.InteractionCreate, (interaction) => {
    answer(interaction, thoughts).catch((error) => failed.push(error));
  });
  /** Lets `/slow` go on. */
  const goOn = () => thoughts.shift()?.resolve();
  return { client, guild, failed, goOn };
}

async function answer(interaction: Interaction, thoughts: PromiseWithResolvers<void>[]): Promise<void> {
  if (interaction.isChatInputCommand()) await runCommand(interaction, thoughts);
  else if (interaction.isUserContextMenuCommand())
    await interaction.reply(`Hello ${interaction.targetUser}!`);
  else if (interaction.isMessageContextMenuCommand())
    await interaction.reply(`They said “${interaction.targetMessage.content}”.`);
  else if (interaction.isAutocomplete()) {
    const typed = interaction.options.getFocused().toLowerCase();
    const choices = ['Gold', 'Silver', 'Bronze'].filter((name) => name.toLowerCase().startsWith(typed));
    await interaction.respond(choices.map((name) => ({ name, value: `plan_${name.toLowerCase()}` })));
  } else if (interaction.isButton()) {
    if (interaction.customId === 'terminate') await interaction.update(listOf('ended'));
    else await interaction.reply({ content: 'Only for you.', flags: MessageFlags.Ephemeral });
  } else if (interaction.isStringSelectMenu())
    await interaction.reply({ content: `You chose ${interaction.values.join(' and ')}.` });
  else if (interaction.isModalSubmit())
    await interaction.reply(`Thank you for “${interaction.fields.getTextInputValue('text')}”.`);
}

async function runCommand(
  interaction: ChatInputCommandInteraction,
  thoughts: PromiseWithResolvers<void>[],
): Promise<void> {
  switch (interaction.commandName) {
    case 'plans':
      if (interaction.options.getSubcommand() === 'list') await interaction.reply(listOf('active'));
      else await give(interaction);
      break;
    case 'feedback':
      await interaction.showModal(form(interaction.channelId));
      break;
    case 'slow': {
      // Before anybody sees that it thinks, as whoever does may let it go on at once.
      const thought = Promise.withResolvers<void>();
      thoughts.push(thought);
      await interaction.deferReply();
      await thought.promise;
      await interaction.editReply('That took a while.');
      break;
    }
    case 'admin':
      await interaction.reply({ content: 'You may.', flags: MessageFlags.Ephemeral });
      break;
    default:
  }
}

async function give(interaction: ChatInputCommandInteraction): Promise<void> {
  const { options } = interaction;
  const who = options.getUser('who', true);
  const embed = new EmbedBuilder()
    .setColor(0xe0913a)
    .setTitle('Given')
    .setDescription(`${who} has **${options.getString('plan')}**.`)
    .addFields({ name: 'Days', value: String(options.getInteger('days')), inline: true })
    .addFields({ name: 'Quiet', value: String(options.getBoolean('quiet')), inline: true })
    .setFooter({ text: 'By hand' });
  await interaction.reply({ embeds: [embed] });
}

/** Everything that Components V2 has, for a membership in a state. */
function listOf(state: string) {
  const container = new ContainerBuilder()
    .setAccentColor(0x2f9e77)
    .addTextDisplayComponents(new TextDisplayBuilder().setContent('### Plans\nWhat you can have'))
    .addSeparatorComponents(new SeparatorBuilder())
    .addSectionComponents(
      new SectionBuilder()
        .addTextDisplayComponents(
          new TextDisplayBuilder().setContent(`**Gold** is ${state}\n-# until <t:1800000000:D>`),
        )
        .setButtonAccessory(
          new ButtonBuilder().setCustomId('terminate').setLabel('Terminate').setStyle(ButtonStyle.Danger),
        ),
    )
    .addActionRowComponents(
      new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
        new StringSelectMenuBuilder()
          .setCustomId('colours')
          .setPlaceholder('Choose two')
          .setMinValues(2)
          .setMaxValues(2)
          .addOptions(['red', 'green', 'blue'].map((value) => ({ label: value, value }))),
      ),
    )
    .addActionRowComponents(
      new ActionRowBuilder<ButtonBuilder>().addComponents(
        new ButtonBuilder().setCustomId('more').setLabel('More').setStyle(ButtonStyle.Primary),
        new ButtonBuilder().setURL('https://example.com/plans').setLabel('Shop').setStyle(ButtonStyle.Link),
      ),
    );
  const flags: MessageFlags.IsComponentsV2 = MessageFlags.IsComponentsV2;
  return { flags, components: [container] } as const;
}

const form = (channelId: string) =>
  new ModalBuilder()
    .setCustomId('feedback')
    .setTitle('Feedback')
    .addTextDisplayComponents(new TextDisplayBuilder().setContent(`All of it is read in <#${channelId}>.`))
    .addComponents(
      new ActionRowBuilder<TextInputBuilder>().addComponents(
        new TextInputBuilder()
          .setCustomId('text')
          .setLabel('What do you think?')
          .setStyle(TextInputStyle.Paragraph)
          .setMinLength(3),
      ),
    );
