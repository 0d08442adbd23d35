import type { Words } from '../en/index.ts';
import { counter, pluralIn } from '../format.ts';
import { code, md } from '../markdown.ts';

const count = counter('fr');
const plural = pluralIn('fr');

export const frame = {
  notHere: 'Ce serveur n’est pas configuré pour Rolekeeper. Un opérateur peut l’ajouter à DISCORD_GUILD_IDS.',
  notAllowed: 'Il vous faut pour cela la permission « Gérer le serveur ».',
  notYours:
    'Seule la personne qui a lancé cette commande peut se servir de ses boutons. Lancez la commande vous-même pour avoir les vôtres.',
  gone: 'Cela a expiré. Relancez la commande.',
  done: 'C’est déjà fait. Relancez la commande pour voir l’état actuel.',
  outOfDate: 'Le bot a été mis à jour depuis cet affichage. Relancez la commande.',
  tooSlow:
    'Cela a pris trop de temps et n’est peut-être fait qu’en partie. Vérifiez l’état actuel, puis réessayez.',
  databaseGone:
    'Rolekeeper ne peut pas joindre sa base de données. En attendant, aucun membre ne perd de rôle. Réessayez dans une minute, mais vérifiez d’abord l’état actuel. Si le problème persiste, prévenez l’opérateur.',
  databaseFull:
    'Le disque de la base de données de Rolekeeper est plein. En attendant, aucun membre ne perd de rôle. Demandez à l’opérateur de libérer de la place, puis réessayez.',
  noControls:
    'Les boutons manquent ici, car la base de données ne peut pas les enregistrer en ce moment. Relancez la commande plus tard.',
  broken: 'Un problème inattendu est survenu. Merci de prévenir l’opérateur.',
  failed: 'Cela n’a pas marché',
  errorId: (id) => md`-# Erreur ${code(id)}`,
  errorIdForOperator: (id) => md`-# Erreur ${code(id)} : l’opérateur peut la retrouver dans le journal.`,
  more: (lines) => md`-# … et ${count(lines, 'autre ligne', 'autres lignes')}`,
  leftOut: (items) =>
    md`⚠️ ${count(items, 'élément manque', 'éléments manquent')} ici : Rolekeeper ne peut pas lire ce que le Commerce Service a envoyé à ${plural(items, 'son', 'leur')} sujet.`,
  page: (page, pages) => `Page ${page} sur ${pages}`,
  part: (part, parts) => `partie ${part} sur ${parts}`,
  previous: 'Précédent',
  next: 'Suivant',
  cancel: 'Annuler',
  cancelled: 'Rien n’a été changé.',
} satisfies Words['frame'];
