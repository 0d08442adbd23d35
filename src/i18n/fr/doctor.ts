import type { Words } from '../en/index.ts';
import { counter } from '../format.ts';
import { code, joined, md, mentionOf, moment } from '../markdown.ts';

const count = counter('fr');
const { channel, member, role } = mentionOf;

const about = (losses: number, missing: number | null) =>
  missing === null
    ? `${count(losses, 'rôle serait retiré', 'rôles seraient retirés')} d’un coup`
    : `Le Commerce Service ne montre plus ${count(missing, 'adhésion qui donnait accès', 'adhésions qui donnaient accès')}`;

export const doctor = {
  description: 'Vérifie tout ce dont Rolekeeper a besoin, et dit comment réparer ce qui ne va pas',
  allWell: 'Tout fonctionne',
  failed: (failed) => `${count(failed, 'chose ne fonctionne pas', 'choses ne fonctionnent pas')}`,
  warned: (warned) => `${count(warned, 'chose', 'choses')} à regarder`,
  again: 'Vérifier à nouveau',
  checks: {
    token: 'Jeton',
    intents: 'Intents',
    permissions: 'Permissions',
    hierarchy: 'Rôles',
    'log channel': 'Salon de logs',
    webhook: 'Webhook',
    delivery: 'Envoi de test',
    key: 'Clé d’API',
    'platform clock': 'Horloge (plateforme de chat)',
    'service clock': 'Horloge (Commerce Service)',
    database: 'Base de données',
    queue: 'File d’attente',
    sweep: 'Contrôle',
    held: 'Décision en attente',
    events: 'Événements',
  },
  permissions: { 'manage roles': '« Gérer les rôles »', 'kick members': '« Expulser des membres »' },
  obstacles: {
    unknown: 'le salon n’existe plus',
    elsewhere: 'il est sur un autre serveur',
    'no text channel': 'ce n’est pas un salon textuel',
    hidden: 'le bot ne le voit pas ; donnez-lui-y « Voir le salon »',
    'read only': 'le bot ne peut pas y écrire ; donnez-lui « Envoyer des messages »',
    'no cards': 'les messages du bot y seraient vides ; donnez-lui « Intégrer des liens »',
  },
  TOKEN_TAKEN: (name, operatorIds) =>
    operatorIds.length === 0
      ? md`Le bot est ${name}. La plateforme n’indique aucun opérateur, personne ne peut donc utiliser ${'/webhooks'}.`
      : md`Le bot est ${name}, exploité par ${joined(operatorIds.map(member), ', ')}.`,
  INTENT_ENABLED: md`L’intent « Server Members » est activé.`,
  INTENT_MISSING: md`L’intent « Server Members » est désactivé. → Activez-le dans le portail des développeurs, sous « Bot ».`,
  PERMISSIONS_GIVEN: md`Le bot a toutes les permissions nécessaires.`,
  PERMISSION_MISSING: (name) =>
    md`${name} manque. → Donnez cette permission au rôle du bot dans les paramètres du serveur.`,
  NOTHING_MAPPED: md`Aucun rôle n’est encore associé. → Associez le premier avec ${'/roles map'}.`,
  ROLES_IN_REACH: (roles) => md`Le bot peut donner ${count(roles, 'rôle associé', 'rôles associés')}.`,
  ROLE_DELETED: (id) =>
    md`Le rôle ${code(id)} est associé mais a été supprimé. → Retirez son association avec ${'/roles unmap'}.`,
  ROLE_OUT_OF_REACH: (id, obstacle) => md`${role(id)} ne peut pas être donné. → ${obstacle}`,
  ROLE_POWERFUL: (id, powers) =>
    md`${role(id)} permet ${powers.join(', ')}, et le propriétaire du serveur n’a pas confirmé que des achats peuvent le donner. → Retirez ces permissions au rôle, ou demandez au propriétaire de les confirmer avec ${'/roles map'}.`,
  NO_LOG_CHANNEL: md`Aucun salon de logs n’est défini, les problèmes ne sont donc pas signalés. → Choisissez-en un avec ${'/settings show'}.`,
  LOG_CHANNEL_WRITABLE: (id) => md`Le bot peut écrire dans ${channel(id)}.`,
  LOG_CHANNEL_PUBLIC: (id) =>
    md`Tous les membres du serveur peuvent lire ${channel(id)} et voir qui a payé et ce qui ne va pas. → Choisissez un autre salon avec ${'/settings show'}, ou retirez-y « Voir le salon » à @everyone.`,
  LOG_CHANNEL_UNUSABLE: (id, obstacle) =>
    md`${channel(id)} est inutilisable : ${obstacle}. Vous pouvez choisir un autre salon avec ${'/settings show'}.`,
  WEBHOOK_REGISTERED: (url) => md`Le Commerce Service envoie ses événements à ${code(url)}.`,
  WEBHOOK_DISABLED: (url) =>
    md`Le webhook pour ${code(url)} est désactivé. → Activez-le dans le Commerce Service.`,
  WEBHOOK_MISSING: (url) =>
    md`Aucun webhook ne mène à Rolekeeper, qui remarque donc les changements avec des minutes de retard. → Enregistrez ${code(url)} dans le Commerce Service.`,
  SERVICE_UNASKABLE: md`Ce Commerce Service ne peut pas lister ses webhooks. → Vérifiez-les dans son tableau de bord.`,
  DELIVERY_SEEN: (milliseconds) =>
    md`Un envoi de test signé est arrivé au bout de ${count(milliseconds, 'milliseconde', 'millisecondes')}.`,
  DELIVERY_REFUSED: (url, status) =>
    md`${code(url)} a refusé un envoi de test signé (${status}). → Définissez partout le même COMMERCE_WEBHOOK_SECRET.`,
  DELIVERY_NOT_STORED: (url) =>
    md`${code(url)} ne peut rien enregistrer en ce moment. → Vérifiez que sa base de données répond et que son disque n’est pas plein.`,
  DELIVERY_UNREACHABLE: (url) =>
    md`Rien ne répond à ${code(url)}. → Vérifiez PUBLIC_URL, et qu’elle est joignable de l’extérieur.`,
  DELIVERY_ELSEWHERE: (url) =>
    md`Un autre programme répond à ${code(url)}, ou un Rolekeeper avec une autre base de données. → Vérifiez PUBLIC_URL.`,
  KEY_TAKEN: md`Le Commerce Service accepte notre clé d’API en lecture et en écriture.`,
  KEY_REFUSED: md`Le Commerce Service rejette notre clé d’API. → Donnez à COMMERCE_API_KEY une clé valide.`,
  KEY_CANT_READ: md`Notre clé d’API n’a pas le droit de lire. → Accordez-le-lui dans le Commerce Service, ou donnez une autre clé à COMMERCE_API_KEY.`,
  KEY_CANT_WRITE: md`Notre clé d’API peut lire mais pas écrire, les adhésions ne peuvent donc pas être modifiées d’ici. → Accordez-lui le droit d’écrire dans le Commerce Service.`,
  CLOCK_RIGHT: md`L’horloge est à l’heure.`,
  CLOCK_WRONG: (seconds) =>
    md`L’horloge de cette machine ${seconds > 0 ? 'retarde' : 'avance'} de ${count(Math.abs(seconds), 'seconde', 'secondes')}. → Synchronisez-la par NTP : les signatures contiennent l’heure.`,
  CLOCK_UNKNOWN: md`La réponse ne contient pas l’heure, notre horloge ne peut donc pas être vérifiée.`,
  DATABASE_FINE: (milliseconds, version) => md`PostgreSQL ${version} répond en ${milliseconds} ms.`,
  DATABASE_SLOW: (milliseconds, version) =>
    md`PostgreSQL ${version} met ${milliseconds} ms pour une requête simple. → Vérifiez sa charge et le réseau entre les deux.`,
  DATABASE_GONE: md`Rolekeeper ne peut pas la joindre : rien n’est enregistré, et tous les rôles restent tels quels. → Vérifiez que PostgreSQL tourne, que DATABASE_URL est correcte et que le réseau permet la connexion. Rolekeeper reprendra alors de lui-même.`,
  DATABASE_FULL: md`Son disque est plein : rien n’est enregistré, et tous les rôles restent tels quels. → Libérez de la place. Rolekeeper reprendra alors de lui-même.`,
  NEEDS_DATABASE: md`Cette vérification a besoin de la base de données.`,
  MIGRATIONS_PENDING: (migrations) =>
    md`${count(migrations, 'migration manque', 'migrations manquent')}. → Redémarrez Rolekeeper.`,
  QUEUE_FLOWS: (waiting) => md`${count(waiting, 'tâche en attente', 'tâches en attente')}.`,
  QUEUE_BEHIND: (waiting, oldest) =>
    md`${count(waiting, 'tâche en attente', 'tâches en attente')}${oldest ? md`, la plus ancienne depuis ${moment(oldest, 'relative')}` : ''}. → Vérifiez qu’un processus exécute la partie « worker ».`,
  SWEEP_DONE: (at) => md`Dernier contrôle complet : ${moment(at, 'relative')}.`,
  SWEEP_LATE: (at) =>
    md`Dernier contrôle complet : ${moment(at, 'relative')}. → Vérifiez qu’un processus exécute la partie « worker ».`,
  SWEEP_NEVER: md`Aucun contrôle n’est encore terminé. → Lancez-en un avec ${'/access sync'}.`,
  NOTHING_HELD: md`Rien n’attend d’admin.`,
  SWEEP_HELD: (since, losses, missing) =>
    md`${about(losses, missing)}. Cela attend un admin depuis ${moment(since, 'time')}. → Décidez dans ${'/access problems'}.`,
  SWEEP_REFUSED: (since, losses, missing) =>
    md`${about(losses, missing)}. Un admin l’a refusé, les contrôles ne retirent donc pas ces rôles (demandé ${moment(since, 'relative')}). → Si c’était une erreur, retirez-les avec ${'/access problems'}.`,
  EVENT_RECEIVED: (at) => md`Le dernier événement est arrivé ${moment(at, 'relative')}.`,
  EVENT_NEVER: md`Aucun événement n’est encore arrivé. C’est normal avant le premier achat.`,
  EVENTS_UNWORKED: (events, oldest) =>
    md`${count(events, 'événement attend', 'événements attendent')} d’être traités ; le plus ancien est arrivé ${moment(oldest, 'relative')}. → ${'/access problems'} montre ce qui a échoué.`,
  TIMED_OUT: md`Aucune réponse n’est arrivée à temps. → Vérifiez à nouveau dans une minute.`,
  UNEXPECTED: md`Cette vérification a échoué de façon inattendue. → L’opérateur en trouve la cause dans le journal.`,
} satisfies Words['doctor'];
