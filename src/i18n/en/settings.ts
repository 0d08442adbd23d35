import { counter } from '../format.ts';
import { type Markdown, md, mentionOf } from '../markdown.ts';

const count = counter('en');

export const settings = {
  description: 'What Rolekeeper tells whom, and the usual terms of a new mapping',
  show: 'Shows the settings, with buttons to change them',
  change: 'Changes what you name and leaves the rest as it is',
  linkPanel: 'Posts a button in a channel with which everybody can link their purchases',
  options: {
    logChannel: 'Where changes and problems are told',
    language: 'Of the log channel and of messages to members',
    tellMembers: 'Whether members are told what they got and what ends',
    relinkDays: 'Days for which nobody can link again whose link an admin has ended',
    panelChannel: 'Where everybody finds it',
  },
  title: 'Settings',
  saved: 'Saved',
  unchanged: md`You named nothing to change, so all is as it was.`,
  names: {
    logChannel: 'Log channel',
    language: 'Language of the log channel and of messages to members',
    tellMembers: 'Messages to members',
    policy: 'Usual terms of a new mapping',
    relink: 'After an admin has ended a link',
  },
  line: (name: string, value: Markdown | string) => md`**${name}**: ${value}`,
  channel: (id: string) => mentionOf.channel(id),
  publicTitle: 'Everybody can read this channel',
  isPublic: (id: string) =>
    md`${mentionOf.channel(id)} would tell all members who has paid and what goes wrong. A channel for admins alone is better.`,
  publicAnyway: 'Take it anyway',
  noChannel: 'none, so nobody is told of problems',
  told: 'they are told what they got and what ends',
  notTold: 'none',
  policyHint: md`-# They count where ${'/roles map'} is told nothing else; mappings that exist stay as they are.`,
  relink: (days: number) =>
    days === 0 ? 'they can link again at once' : `they can link again after ${count(days, 'day', 'days')}`,
  panelTitle: 'The button is there',
  panelPosted: (channelId: string) =>
    md`Everybody finds it in ${mentionOf.channel(channelId)}, and what they get is shown to them alone. To take it away, delete the message.`,
  choose: 'Choose a log channel',
  noLog: 'No log channel',
  tell: 'Write to members',
  dontTell: 'Write to no member',
  speak: 'Speak English',
};
