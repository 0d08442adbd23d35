import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { code, md, mentionOf, moment } from '../markdown.ts';

const count = counter('fr');
const { member, role } = mentionOf;

export const problems = {
  description: 'Montre les problèmes et les échecs, à réessayer ou à écarter',
  title: 'À vous de jouer',
  none: 'Rien à faire',
  allWell: md`Chaque rôle peut être donné et retiré comme prévu, et aucun travail n’a échoué.`,
  needYou: (problems) => md`${count(problems, 'point demande', 'points demandent')} votre attention.`,
  failed: (work) => md`${count(work, 'tâche a échoué', 'tâches ont échoué')} pour de bon.`,
  unlisted: (others) =>
    md`-# ${count(others, 'autre apparaîtra', 'autres apparaîtront')} quand certains seront résolus.`,
  subjects: {
    server: 'Le serveur',
    token: 'Le jeton du bot',
    'log channel': 'Le salon de logs',
    'member list': 'La liste des membres',
    memberships: 'Les adhésions',
  },
  kick: (userId) => md`Expulsion de ${member(userId)}`,
  account: (userId, roleId) =>
    roleId === null ? md`Le compte ${member(userId)}` : md`${role(roleId)} pour ${member(userId)}`,
  since: (at) => md`a commencé ${moment(at, 'relative')}`,
  affects: (members, named) => md`concerne ${count(members, 'membre', 'membres')} : ${named}`,
  underWay: md`Une nouvelle tentative est en cours.`,
  work: {
    'access.membership-changed': 'Actualiser une adhésion',
    'access.member-changed': 'Corriger les rôles d’un membre',
    'access.guild-sweep': 'Contrôle de ce serveur',
    'access.sweep': 'Contrôle de tous les serveurs',
    'access.problems-due': 'Réessayer les problèmes peut-être résolus',
    'notifications.guild': 'Écrire dans le salon de logs',
  },
  workAbout: { member: (id) => member(id), membership: (id) => code(id) },
  attempts: (attempts, at) =>
    md`abandonné après ${count(attempts, 'tentative', 'tentatives')}, ${moment(at, 'relative')}`,
  retry: 'Réessayer',
  retryAll: 'Tout réessayer',
  dismiss: 'Écarter',
  approve: 'Retirer les rôles',
  refuse: 'Ne rien retirer',
  retried: md`🔁 Nouvelle tentative lancée.`,
  retriedAll: (problems) =>
    md`🔁 ${count(problems, 'nouvelle tentative lancée', 'nouvelles tentatives lancées')}.`,
  dismissed: md`Écarté. Si le problème se reproduit, il reviendra.`,
  gone: md`Ce problème n’existe plus : il a été résolu ou écarté entre-temps.`,
  approved: md`Les rôles vont être retirés. Le salon de logs annonce les changements.`,
  refused: md`Rien n’est retiré. La question ne sera reposée que si davantage de rôles devaient être retirés.`,
  heldRefused: 'Un admin a décidé de ne rien retirer',
  heldRefusedWhy: md`Les contrôles ne retirent pas ces rôles tant qu’un admin n’en décide pas autrement ici, ou que les rôles de ces membres ne sont pas redevenus corrects.`,
  answered: md`Il n’y a plus rien à décider : un autre admin a décidé, ou un contrôle plus récent a trouvé autre chose.`,
  told: {
    retriedBy: (userId, at) =>
      md`-# 🔁 Nouvelle tentative par ${member(userId)} ${moment(at, 'relative')}. Si elle réussit, ce salon l’annonce.`,
    dismissed: 'Écarté',
    dismissedBy: (userId) => md`-# Par ${member(userId)}. Si le problème se reproduit, il reviendra.`,
    gone: 'Ce n’est plus un problème',
    approved: 'Les rôles vont être retirés',
    refused: 'Rien n’est retiré',
    answered: 'Plus rien à décider',
    answeredBy: (userId) =>
      md`-# Décidé par ${member(userId)}. ${'/access problems'} montre ce qui reste à faire.`,
  },
} satisfies Words['problems'];
