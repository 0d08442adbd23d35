import type { FaultDetails } from '../en/faults.ts';
import type { Words } from '../en/index.ts';
import type { Power } from '../en/roles.ts';
import { counter, pluralIn } from '../format.ts';
import { powers as names } from './roles.ts';

const count = counter('fr');
const plural = pluralIn('fr');

const things: Readonly<Record<FaultDetails['thing'], string>> = {
  membership: 'cette adhésion',
  plan: 'cette formule',
  webhook: 'ce webhook',
  thing: 'cela',
};

const operations: Readonly<Record<FaultDetails['operation'], string>> = {
  'list memberships': 'lister les adhésions',
  'list plans': 'lister les formules',
  'list products': 'lister les produits',
  'list promo codes': 'lister les codes promo',
  'list webhooks': 'lister les webhooks',
  'list deliveries': 'lister les envois',
  'look up memberships': 'consulter les adhésions',
  'search memberships by that': 'chercher des adhésions de cette façon',
  'terminate memberships': 'mettre fin aux adhésions',
  'cancel at the end of a period': 'résilier à la fin d’une période',
  'undo a cancellation': 'annuler une résiliation',
  'add free days': 'ajouter des jours gratuits',
  'create plans': 'créer des formules',
  'make quick links': 'créer des liens rapides',
  'register webhooks': 'enregistrer des webhooks',
  'rotate secrets of webhooks': 'donner un nouveau secret aux webhooks',
  'switch webhooks on and off': 'activer ou désactiver des webhooks',
  'do that': 'faire cela',
};

const risks: Readonly<Record<FaultDetails['risk'], string>> = {
  'days added twice':
    'Regardez l’adhésion avant de réessayer, sinon les jours seront peut-être ajoutés deux fois.',
  'two plans': 'Regardez la liste des formules avant de réessayer, sinon il y en aura peut-être deux.',
  'two webhooks': 'Regardez la liste des webhooks avant de réessayer, sinon il y en aura peut-être deux.',
  'secret lost': 'Si oui, le nouveau secret est perdu : remplacez-le encore une fois.',
  twice: 'Vérifiez l’état actuel avant de réessayer, sinon cela se fera peut-être deux fois.',
};

const itSays = (said: string): string => (said === '' ? '' : ` Il répond : ${said}`);
const list = (powers: readonly Power[]): string => powers.map((power) => names[power]).join(', ');

export const faults = {
  COMMERCE_UNAVAILABLE: ({ status, said }) =>
    status === 0
      ? 'Le Commerce Service est injoignable. Réessayez dans une minute. Si le problème persiste, l’opérateur devrait vérifier COMMERCE_URL.'
      : `Le Commerce Service est en panne (${status}). Réessayez dans une minute.${itSays(said)}`,
  COMMERCE_UNASKABLE: 'Le Commerce Service ne nous laisse plus consulter les adhésions.',
  COMMERCE_CONTRADICTORY: 'Le Commerce Service ne trouve pas une adhésion qu’il vient de lister.',
  COMMERCE_REFUSED: ({ said }) =>
    `Le Commerce Service rejette notre clé d’API (401). L’opérateur devrait vérifier COMMERCE_API_KEY.${itSays(said)}`,
  COMMERCE_FORBIDDEN: ({ said }) =>
    `Notre clé d’API n’a pas ce droit (403). Accordez-le-lui dans le Commerce Service, ou demandez à l’opérateur de donner une autre clé à COMMERCE_API_KEY.${itSays(said)}`,
  COMMERCE_NOT_FOUND: ({ thing }) =>
    `Le Commerce Service ne connaît pas ${things[thing]}. Vérifiez l’identifiant, ou choisissez dans la liste.`,
  COMMERCE_UNABLE: ({ operation }) =>
    `Rolekeeper ne peut pas ${operations[operation]} dans ce Commerce Service. Utilisez plutôt son tableau de bord.`,
  COMMERCE_DECLINED: ({ status, said }) => `Le Commerce Service a refusé (${status}).${itSays(said)}`,
  COMMERCE_BUSY: ({ seconds }) => `Le Commerce Service reçoit trop de requêtes. Réessayez dans ${seconds} s.`,
  COMMERCE_SLOW: 'Le Commerce Service met trop de temps. Réessayez dans une minute.',
  COMMERCE_ELSEWHERE: ({ status }) =>
    `Le Commerce Service nous renvoie vers une autre adresse (${status}). L’opérateur devrait donner à COMMERCE_URL l’adresse véritable.`,
  COMMERCE_UNREADABLE:
    'Le Commerce Service a envoyé une réponse que Rolekeeper ne peut pas lire. Réessayez dans une minute.',
  COMMERCE_UNKNOWN_OUTCOME: ({ risk }) =>
    `Le Commerce Service l’a peut-être fait, peut-être pas : aucune réponse claire n’est arrivée. ${risks[risk]}`,
  ORDERED_ALREADY: 'Cela a déjà été demandé. Vérifiez l’état actuel.',
  DISCORD_UNREADABLE:
    'La plateforme de chat a envoyé une réponse que Rolekeeper ne peut pas lire. Réessayez dans une minute.',
  DISCORD_UNAVAILABLE: 'La plateforme de chat ne répond pas correctement. Réessayez dans une minute.',
  DISCORD_FIREWALL:
    'Un pare-feu devant la plateforme de chat nous bloque. Rolekeeper suspend ses requêtes pendant une minute.',
  DISCORD_TOKEN_REFUSED:
    'La plateforme de chat rejette notre jeton. L’opérateur devrait vérifier DISCORD_TOKEN.',
  COMMUNITY_REFUSED: ({ said }) =>
    said === ''
      ? 'La plateforme de chat refuse cela.'
      : `La plateforme de chat refuse cela. Elle répond : ${said}`,
  ACCOUNT_REFUSED: ({ said }) =>
    `La plateforme de chat refuse les changements du bot pour ce compte, et pour aucun autre (${said}). Si l’acheteur a indiqué un mauvais compte, demandez-lui de lier le sien. Le bot réessaie à chaque contrôle.`,
  ROLE_FORBIDDEN:
    'Le bot n’a pas le droit de modifier ce rôle. Donnez-lui « Gérer les rôles » et placez son rôle au-dessus de celui-ci dans les paramètres du serveur.',
  ROLE_CONTESTED:
    'Un autre bot ou un admin annule sans cesse les changements du bot sur ce rôle. Cherchez qui dans les logs du serveur, et faites en sorte que cela cesse. D’ici là, le bot essaie une fois à chaque contrôle.',
  ROLE_DELETED: 'Ce rôle a été supprimé. Associez la formule à un autre rôle.',
  ROLE_UNGIVABLE:
    'Ce rôle appartient à une intégration ou à tout le monde ; personne ne peut le donner à la main.',
  ROLE_OF_EVERYBODY: 'Tous les membres ont déjà ce rôle.',
  ROLE_MANAGED: 'Ce rôle appartient à une intégration ; personne ne peut le donner à la main.',
  ROLE_TOO_HIGH:
    'Ce rôle est à la hauteur du plus haut rôle du bot, ou plus haut. Placez le rôle du bot au-dessus dans les paramètres du serveur.',
  MANAGE_ROLES_MISSING:
    'La permission « Gérer les rôles » manque au bot. Donnez-la à son rôle dans les paramètres du serveur.',
  KICK_FORBIDDEN:
    'Le bot n’a pas le droit d’expulser ce membre. Donnez-lui « Expulser des membres » et placez son rôle au-dessus de ceux du membre dans les paramètres du serveur.',
  NO_MEMBER_LIST:
    'Le bot ne peut pas lister les membres de ce serveur, ni donc trouver les changements qu’il a manqués. Activez l’intent « Server Members » dans le portail des développeurs ; si le bot a été retiré du serveur, réinvitez-le.',
  APPROVED_ELSEWHERE:
    'Les admins d’un autre serveur qui vend les mêmes adhésions viennent de confirmer qu’elles ont pris fin, et les rôles sont déjà en train d’être retirés. Mettez-vous d’accord avec eux.',
  REFUSED_ELSEWHERE:
    'Les admins d’un autre serveur qui vend les mêmes adhésions ont décidé de ne retirer aucun rôle. Mettez-vous d’accord avec eux. Ils peuvent changer leur décision là-bas avec /access problems.',
  MEMBERSHIPS_UNREADABLE: ({ said }) =>
    `Rolekeeper ne peut pas lire ce que le Commerce Service a envoyé sur certaines adhésions (${said}), leurs membres gardent donc leurs rôles. Demandez à l’opérateur de vérifier le service. Dès que ses réponses seront lisibles, ceci disparaîtra de soi-même.`,
  SERVER_HIDDEN: 'Le bot ne voit plus ce serveur. Réinvitez-le.',
  SERVER_LEFT: 'Le bot n’est pas sur ce serveur. Invitez-le, ou retirez l’association.',
  MAPPING_DAYS: ({ most }) => `Le délai doit être un nombre entier de jours, de 0 à ${most}.`,
  MAPPING_SOURCE:
    'Associez le rôle à un produit ou à une formule : choisissez dans la liste, ou donnez un identifiant qui commence par prod_ ou plan_.',
  MAPPING_ROLE: 'Ce rôle n’existe pas sur ce serveur. Il a peut-être été supprimé.',
  OPERATORS_ONLY:
    'Ceci concerne tous les serveurs de ce bot, c’est donc réservé à ses opérateurs : le propriétaire de son application dans le portail des développeurs, ou le propriétaire, les admins et les développeurs de l’équipe. Demandez à l’un d’eux.',
  YOU_MAY_NOT_MANAGE_ROLES:
    'Pour décider qui reçoit un rôle, il vous faut la permission « Gérer les rôles ». Demandez à un admin qui l’a.',
  ROLE_ABOVE_YOU:
    'Ce rôle est à la hauteur de votre plus haut rôle, ou plus haut : vous ne pourriez pas non plus le donner à la main. Demandez à un admin dont le plus haut rôle est au-dessus.',
  YOU_MAY_NOT_KICK:
    'Ceci peut expulser des membres du serveur, il vous faut donc la permission « Expulser des membres ». Demandez à un admin qui l’a, ou choisissez une autre fin avec /roles map.',
  YOU_MAY_NOT_KICK_ELSEWHERE:
    'Ceci peut aussi expulser le membre d’un autre serveur où se trouve ce bot ; il vous y faut pour cela la permission « Expulser des membres ». Demandez à un admin qui l’a là-bas.',
  ROLE_OWNERS_ONLY: ({ powers }) =>
    `Ce rôle permet ${list(powers)}. Les acheteurs le pourraient aussi, seul le propriétaire du serveur peut donc l’associer.`,
  POWERS_UNCONFIRMED: ({ powers }) =>
    `Ce rôle permet ${list(powers)}, ce qui est plus que ce que vous avez confirmé. Associez-le à nouveau et vérifiez ce qu’il permet maintenant.`,
  SETTINGS_INVALID: ({ most }) => `Indiquez un nombre entier de jours, de 0 à ${most}.`,
  DAYS_OUT_OF_RANGE: ({ most }) => `La liaison peut être interdite pour 1 à ${most} jours.`,
  OPTIONS_OUT_OF_DATE: 'Cette commande a changé. Saisissez-la à nouveau.',
  TEXT_NOT_STORABLE:
    'Ce texte contient un caractère invisible qui ne peut pas être enregistré. Saisissez-le à nouveau.',
  FORM_INCOMPLETE: 'Le formulaire est revenu incomplet. Ouvrez-le à nouveau.',
  CHANGE_DID_NOT_STICK: ({ changes }) =>
    `La plateforme de chat a accepté ${count(changes, 'changement', 'changements')} de rôle, mais ne ${plural(changes, 'l’a pas conservé', 'les a pas conservés')}.`,
  LOCK_BUSY: 'Un autre changement sur ce serveur prend très longtemps. Réessayez dans une minute.',
  LOCK_LOST: 'Une autre instance a pris en charge ce serveur.',
  MEMBERSHIP_NOT_SETTLED_YET:
    'Le Commerce Service contredit un événement qu’il vient d’envoyer sur une adhésion. Rolekeeper continue de demander pendant une minute.',
  MEMBERSHIP_NOT_FOUND_YET:
    'Le Commerce Service ne trouve pas une adhésion sur laquelle il vient d’envoyer un événement. Rolekeeper continue de demander pendant une minute.',
  LOG_CHANNEL_CLOSED:
    'Impossible d’écrire dans le salon de logs. Donnez-y au bot « Voir le salon », « Envoyer des messages » et « Intégrer des liens », ou choisissez-en un autre avec /settings show.',
  LOG_CHANNEL_UNKNOWN: 'Ce salon n’existe plus. Choisissez-en un autre.',
  LOG_CHANNEL_ELSEWHERE: 'Ce salon est sur un autre serveur. Choisissez-en un de ce serveur.',
  LOG_CHANNEL_NO_TEXT: 'Ce n’est pas un salon textuel. Choisissez un salon textuel.',
  LOG_CHANNEL_HIDDEN:
    'Le bot ne voit pas ce salon. Donnez-lui-y « Voir le salon », ou choisissez-en un autre.',
  LOG_CHANNEL_READ_ONLY:
    'Le bot ne peut pas écrire dans ce salon. Donnez-lui-y « Envoyer des messages », ou choisissez-en un autre.',
  LOG_CHANNEL_NO_CARDS:
    'Les messages du bot seraient vides dans ce salon. Donnez-lui-y « Intégrer des liens », ou choisissez-en un autre.',
  TIMED_OUT: 'Cela a pris trop de temps.',
  UNEXPECTED: 'Un problème inattendu est survenu. L’opérateur le trouve dans le journal.',
} satisfies Words['faults'];
