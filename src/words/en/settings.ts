import { type Markdown, md, mentionOf } from '../markdown.ts';

export const settings = {
  description: 'What Rolekeeper tells whom, and the usual terms of a new mapping',
  show: 'Shows the settings, with buttons to change them',
  change: 'Changes what you name and leaves the rest as it is',
  options: {
    logChannel: 'Where changes and problems are told',
    language: 'Of the log channel and of messages to members',
    tellMembers: 'Whether members are told what they got and what ends',
  },
  languages: { en: 'English', de: 'Deutsch (German)' },
  title: 'Settings',
  saved: 'Saved',
  unchanged: md`You named nothing to change, so all is as it was.`,
  names: {
    logChannel: 'Log channel',
    language: 'Language of the log channel and of messages to members',
    tellMembers: 'Messages to members',
    policy: 'Usual terms of a new mapping',
  },
  line: (name: string, value: Markdown | string) => md`**${name}**: ${value}`,
  channel: (id: string) => mentionOf.channel(id),
  noChannel: 'none, so nobody is told of problems',
  told: 'they are told what they got and what ends',
  notTold: 'none',
  policyHint: md`-# They count where ${'/roles map'} is told nothing else; mappings that exist stay as they are.`,
  choose: 'Choose a log channel',
  noLog: 'No log channel',
  tell: 'Write to members',
  dontTell: 'Write to no member',
  speak: { en: 'Speak English', de: 'Deutsch sprechen' },
};
