import { code, md, mentionOf, moment } from '../markdown.ts';

const { member } = mentionOf;

export const linking = {
  link: 'Links your purchases to this account, so that you get their roles automatically',
  unlink: 'Ends the link between your purchases and this account',
  linkTitle: 'Link your purchases',
  linkSteps: md`Sign in once, here and at the shop. You get the roles for your purchases a second later, and those for later purchases automatically.`,
  linkedSince: (at: Date) => md`Your purchases have been linked to this account since ${moment(at, 'date')}.`,
  linkAgain: md`You can link again, for example after buying with another address.`,
  linkButton: 'Link my purchases',
  panel: {
    title: 'Have you bought something?',
    text: md`Link your purchases to this account to get their roles automatically.`,
  },
  linkPrivate: md`This link is only for you: it works with no other account.`,
  impossibleTitle: 'Linking isn’t set up here',
  impossible: md`The operator can set DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET to allow it.`,
  forbiddenTitle: 'You can’t link at the moment',
  forbidden: (until: Date) =>
    md`An admin has blocked linking for you until ${moment(until)}. Ask an admin if you think that is a mistake.`,
  linkedTooOften: (until: Date) =>
    md`You have linked six times within an hour. You can link again at ${moment(until)}.`,
  notLinkedTitle: 'Nothing is linked',
  notLinked: md`No purchases are linked to this account. Link them with ${'/link'}.`,
  unlinkTitle: 'End the link?',
  unlinkMeans: md`You lose the roles you got through it, and we delete the data stored for it. You keep your purchases and can link them again.`,
  unlinkButton: 'End the link',
  unlinkedTitle: 'The link has ended',
  unlinked: md`The roles you got through it will be removed in a moment.`,
  description: 'The links between purchases and members',
  show: 'Shows what is linked to a member',
  unlinkMember: 'Ends a member’s link and removes the roles they got through it',
  forbid: 'Stops a member from linking for some days',
  allow: 'Lets a member link again',
  whose: 'The member whose link it is',
  forbidDays: 'Days before they can link again; leave out to use the setting',
  days: 'For how many days',
  showTitle: 'Linked purchases',
  forbidTitle: 'Linking is blocked',
  allowTitle: 'Linking is allowed',
  about: (userId: string) => md`${member(userId)}`,
  linkedTo: (commerceUserId: string, at: Date) =>
    md`Linked to ${code(commerceUserId)} since ${moment(at, 'date')}.`,
  noLink: md`No purchases are linked.`,
  noLinkOf: (userId: string) => md`Nothing was linked to ${member(userId)}.`,
  unlinkedMember: (userId: string) =>
    md`The roles ${member(userId)} got through it will be removed in a moment.`,
  mayNotUntil: (until: Date) => md`They can’t link before ${moment(until)}.`,
  mayAgain: md`They can link again.`,
  mightAlready: md`Linking wasn’t blocked.`,
};
