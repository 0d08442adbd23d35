import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { md, mentionOf } from '../markdown.ts';

const count = counter('fr');

export const settings = {
  description: 'Montre et change qui Rolekeeper informe, et les conditions des nouvelles associations',
  show: 'Montre les paramètres, avec des boutons pour les changer',
  change: 'Change les paramètres indiqués et laisse les autres tels quels',
  linkPanel: 'Publie dans un salon un bouton avec lequel les membres lient leurs achats',
  options: {
    logChannel: 'Le salon pour les changements et les problèmes',
    language: 'La langue du salon de logs et des messages aux membres',
    tellMembers: 'Si les membres sont informés des rôles reçus et de ce qui prend fin',
    relinkDays: 'Jours avant une nouvelle liaison, quand un admin a mis fin à celle d’un membre',
    panelChannel: 'Le salon pour le bouton',
  },
  title: 'Paramètres',
  saved: 'Enregistré',
  unchanged: md`Vous n’avez indiqué aucun paramètre à changer, rien n’a donc été changé.`,
  names: {
    logChannel: 'Salon de logs',
    language: 'Langue du salon de logs et des messages aux membres',
    tellMembers: 'Messages aux membres',
    policy: 'Conditions des nouvelles associations',
    relink: 'Quand un admin a mis fin à une liaison',
  },
  line: (name, value) => md`**${name}** : ${value}`,
  channel: (id) => mentionOf.channel(id),
  publicTitle: 'Tous les membres peuvent lire ce salon',
  isPublic: (id) =>
    md`Dans ${mentionOf.channel(id)}, tous les membres verraient qui a payé et ce qui ne va pas. Mieux vaut un salon réservé aux admins.`,
  publicAnyway: 'L’utiliser quand même',
  noChannel: 'aucun, les problèmes ne sont donc pas signalés',
  told: 'activés, pour les rôles reçus et ce qui prend fin',
  notTold: 'désactivés',
  policyHint: md`-# ${'/roles map'} les utilise, sauf si vous choisissez autre chose. Les associations existantes restent telles quelles.`,
  relink: (days) =>
    days === 0
      ? 'une nouvelle liaison est possible aussitôt'
      : `une nouvelle liaison est possible après ${count(days, 'jour', 'jours')}`,
  panelTitle: 'Bouton publié',
  panelPosted: (channelId) =>
    md`Tous les membres peuvent s’en servir dans ${mentionOf.channel(channelId)}, et eux seuls voient la réponse. Pour le retirer, supprimez le message.`,
  choose: 'Choisir un salon de logs',
  noLog: 'Aucun salon de logs',
  tell: 'Écrire aux membres',
  dontTell: 'Ne pas écrire aux membres',
  speak: 'Parler français',
} satisfies Words['settings'];
