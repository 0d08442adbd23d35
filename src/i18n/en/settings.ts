import { counter } from '../format.ts';
import { type Markdown, md, mentionOf } from '../markdown.ts';

const count = counter('en');

export const settings = {
  description: 'Shows and changes who Rolekeeper informs, and the default terms of new mappings',
  show: 'Shows the settings, with buttons to change them',
  change: 'Changes the settings you give and leaves the rest as they are',
  linkPanel: 'Posts a button in a channel that lets members link their purchases',
  options: {
    logChannel: 'The channel for changes and problems',
    language: 'The language of the log channel and of messages to members',
    tellMembers: 'Whether members get messages about the roles they gain and what ends',
    relinkDays: 'Days before a member can link again after an admin has ended their link',
    panelChannel: 'The channel for the button',
  },
  title: 'Settings',
  saved: 'Saved',
  unchanged: md`You gave no setting to change, so nothing was changed.`,
  names: {
    logChannel: 'Log channel',
    language: 'Language of the log channel and of messages to members',
    tellMembers: 'Messages to members',
    policy: 'Default terms of new mappings',
    relink: 'After an admin has ended a link',
  },
  line: (name: string, value: Markdown | string) => md`**${name}**: ${value}`,
  channel: (id: string) => mentionOf.channel(id),
  publicTitle: 'Every member can read this channel',
  isPublic: (id: string) =>
    md`In ${mentionOf.channel(id)}, all members would see who has paid and what goes wrong. A channel only for admins is better.`,
  publicAnyway: 'Use it anyway',
  noChannel: 'none, so problems aren’t reported',
  told: 'on, about the roles they gain and what ends',
  notTold: 'off',
  policyHint: md`-# ${'/roles map'} uses them unless you choose otherwise. Existing mappings stay as they are.`,
  relink: (days: number) =>
    days === 0 ? 'they can link again at once' : `they can link again after ${count(days, 'day', 'days')}`,
  panelTitle: 'Button posted',
  panelPosted: (channelId: string) =>
    md`All members can use it in ${mentionOf.channel(channelId)}, and only they see the reply. To remove it, delete the message.`,
  choose: 'Choose a log channel',
  noLog: 'No log channel',
  tell: 'Message members',
  dontTell: 'Don’t message members',
  speak: 'Speak English',
};
