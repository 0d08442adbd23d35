import type { Words } from '../en/index.ts';
import type { DeliveryState } from '../en/webhooks.ts';
import { counter, eventText, spell, textOf } from '../format.ts';
import { block, code, md, moment } from '../markdown.ts';
import { events } from './events.ts';

const count = counter('fr');

const deliveryStates: Readonly<Record<DeliveryState, string>> = {
  delivered: 'arrivé',
  pending: 'en attente',
  failed: 'échoué',
  dropped: 'abandonné',
};

export const webhooks = {
  description: 'Montre et change où le Commerce Service envoie ses événements',
  list: 'Montre les webhooks, et si le nôtre existe, est activé et reçoit des événements',
  register: 'Enregistre un webhook : le nôtre, si aucune autre adresse n’est indiquée',
  rotate: 'Donne un nouveau secret à un webhook, après confirmation',
  url: 'L’adresse ; sans précision, la nôtre',
  which: 'Le webhook',
  titles: {
    list: 'Webhooks',
    registered: 'Webhook enregistré',
    known: 'Webhook déjà enregistré',
    unregistered: 'Aucun webhook n’a été enregistré',
    rotate: 'Donner un nouveau secret à ce webhook ?',
    rotated: 'Le webhook a un nouveau secret',
    gone: 'Ce webhook n’existe pas',
  },
  oursThere: md`✅ Notre webhook existe et est activé.`,
  oursDisabled: md`⚠️ Notre webhook est désactivé. Activez-le dans le Commerce Service.`,
  oursMissing: (url) =>
    md`⚠️ Notre webhook manque : ${code(url)}. Enregistrez-le avec ${'/webhooks register'}.`,
  nothingCame: md`Aucun envoi du Commerce Service n’est encore arrivé, ou aucun depuis un mois.`,
  lastCame: (at) => md`Le dernier envoi est arrivé ${moment(at, 'relative')}.`,
  lastDelivery({ status, event, attempts, at, statusCode, fault }) {
    const when = at ? md` ${moment(at, 'relative')}` : md``;
    const answer = statusCode === null ? fault : `réponse ${statusCode}`;
    const tried = `${count(attempts, 'tentative', 'tentatives')}${answer ? `, ${answer}` : ''}`;
    return md`-# Son dernier envoi, d’après le service : ${event === null ? 'un événement' : `« ${eventText(events, event)} »`}, ${textOf(deliveryStates, status) ?? spell(status)}${when} (${tried})`;
  },
  line: (url, id, isOurs) => md`${code(url)} · ${code(id)}${isOurs ? md` (le nôtre)` : md``}`,
  state(isEnabled, disabledReason, events) {
    const told =
      events === 0 ? 'tous les événements' : `${count(events, 'type d’événement', 'types d’événements')}`;
    if (isEnabled) return md`-# activé, ${told}`;
    return md`-# désactivé${disabledReason ? ` : ${disabledReason}` : ''}, ${told}`;
  },
  noUrl: (typed) => md`« ${typed} » n’est pas une adresse. Saisissez-en une qui commence par ${'https://'}.`,
  rotateInstead: md`Son secret n’est montré qu’une fois, à sa création. Pour en obtenir un nouveau, utilisez ${'/webhooks rotate'}.`,
  secretIs: md`Ses envois sont signés avec ce secret :`,
  secret: (secret) => block(secret),
  secretThere: md`Le service n’a pas renvoyé le secret. Cherchez-le dans son tableau de bord.`,
  setNew: md`Un opérateur doit donner cette valeur à ${code('COMMERCE_WEBHOOK_SECRET')} et redémarrer Rolekeeper.`,
  setBoth: md`Un opérateur doit donner à ${code('COMMERCE_WEBHOOK_SECRET')} le nouveau secret, une virgule et l’ancien, et redémarrer Rolekeeper. D’ici là, des envois peuvent être refusés.`,
  setThere: md`Donnez-le au destinataire de ces envois.`,
  onlyOnce: 'Vous seul voyez ceci, et seulement maintenant.',
  willRotate: md`Ses envois seront dès lors signés avec le nouveau secret. Leur destinataire en a besoin.`,
  willRotateOurs: md`Ce webhook est le nôtre : un opérateur devra ensuite définir ${code('COMMERCE_WEBHOOK_SECRET')} et redémarrer Rolekeeper. D’ici là, des envois peuvent être refusés. Le prochain contrôle trouvera ce qui a manqué.`,
  rotateIt: 'Nouveau secret',
  noSuch: md`${'/webhooks list'} montre tous les webhooks.`,
} satisfies Words['webhooks'];
