import type { Words } from '../en/index.ts';
import type { Power } from '../en/roles.ts';
import { counter } from '../format.ts';
import { code, md, mentionOf } from '../markdown.ts';

const count = counter('fr');

const { role } = mentionOf;

export const powers: Readonly<Record<Power, string>> = {
  Administrator: '« Administrateur »',
  'Manage Server': '« Gérer le serveur »',
  'Manage Roles': '« Gérer les rôles »',
  'Manage Channels': '« Gérer les salons »',
  'Manage Webhooks': '« Gérer les webhooks »',
  'Ban Members': '« Bannir des membres »',
  'Kick Members': '« Expulser des membres »',
  'Mention Everyone': '« Mentionner tout le monde »',
};

export const roles = {
  description: 'Montre et change quels produits et formules donnent quels rôles',
  list: 'Montre quels produits et formules donnent quels rôles, et à quelles conditions',
  map: 'Associe un rôle à un produit ou une formule : montre les effets, puis demande confirmation',
  unmap: 'Retire une association : montre les effets, puis demande confirmation',
  preview: 'Montre ce qu’une association changerait, sans l’enregistrer',
  per: 'Combien par page',
  role: 'Le rôle à donner',
  source: 'Le produit ou la formule qui le donne',
  condition: 'Tant que l’adhésion donne accès (par défaut), ou tant qu’un paiement est en retard',
  conditions: { valid: 'Tant qu’elle donne accès', past_due: 'Tant qu’un paiement est en retard' },
  atEnd: 'Ce qui se passe quand l’adhésion prend fin',
  atEnds: { remove: 'Retirer le rôle', keep: 'Garder le rôle', kick: 'Expulser le membre du serveur' },
  graceDays: 'Jours où le rôle reste après une fin peut-être accidentelle, comme un paiement en retard',
  orphans: 'Que faire si un membre n’a le rôle ni d’une adhésion ni de Rolekeeper',
  orphanses: { keep: 'Garder le rôle', strip: 'Retirer le rôle' },
  screening: 'Attendre que les nouveaux membres aient accepté les règles d’entrée du serveur',
  mapping: 'L’association',
  titles: {
    list: 'Associations de rôles',
    map: 'Enregistrer cette association ?',
    unmap: 'Retirer cette association ?',
    preview: 'Ce que cette association changerait',
    mapped: 'Association enregistrée',
    unmapped: 'Association retirée',
    gone: 'Cette association n’existe pas',
  },
  none: md`Aucun rôle n’est encore associé. Associez le premier avec ${'/roles map'}.`,
  noSuch: md`Elle a peut-être été retirée entre-temps. ${'/roles list'} montre toutes les associations.`,
  gives: (source, id, roleId) =>
    source === id
      ? md`${code(id)} donne ${role(roleId)}`
      : md`**${source}** (${code(id)}) donne ${role(roleId)}`,
  unknownSource: (id) =>
    md`⚠️ Aucun produit ni aucune formule en vente n’a l’identifiant ${code(id)}. Vérifiez-le. Les formules archivées et les liens rapides ne sont pas parcourus.`,
  sameAsBefore: md`-# Cette association existe déjà, aux mêmes conditions.`,
  replaces: (before, after) => md`🔁 Ceci change l’association existante : ${before} → **${after}**`,
  terms: {
    pastDue: 'seulement tant qu’un paiement est en retard',
    keep: 'gardé à la fin',
    kick: 'à la fin, le membre est expulsé du serveur',
    grace: (days) => `${count(days, 'jour', 'jours')} de délai`,
    strip: 'retiré aux membres sans adhésion',
    noScreening: 'donné avant l’acceptation des règles',
    usual: 'retiré à la fin',
  },
  powers,
  gainsPowers: (roleId, names) =>
    md`🔑 **${role(roleId)} est un rôle puissant :** il permet ${names.map((name) => powers[name]).join(', ')}. Tous les membres qui le reçoivent par cette association, maintenant ou plus tard, le pourront, même par un lien rapide.`,
  givePowers: 'Oui, donner ce pouvoir',
  save: 'Enregistrer',
  end: 'Retirer',
  saved: md`Tous les membres sont en cours de vérification. Le salon de logs annonce les changements.`,
} satisfies Words['roles'];
