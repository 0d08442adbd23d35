import type { Words } from '../../en/index.ts';
import { pluralIn } from '../../format.ts';

const plural = pluralIn('fr');

export function wait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 120) return `dans ${Math.ceil(minutes / 60)} heures`;
  return plural(Math.max(minutes, 1), 'dans une minute', `dans ${minutes} minutes`);
}

export const shared = {
  onward: {
    title: 'Un instant',
    text: (host) => `Nous vous conduisons à ${host} pour vous connecter.`,
    button: 'Continuer',
  },
  optional: '(facultatif)',
  membership: 'Adhésion',
  email: 'Adresse e-mail',
  licenseKey: 'Clé de licence',
  promoCode: 'Code promo',
  quantity: 'Quantité',
  chatAccount: 'Compte de chat',
  continue: 'Continuer',
  signIn: 'Se connecter',
  statuses: {
    trialing: 'Essai gratuit',
    active: 'Active',
    past_due: 'Paiement en retard',
    completed: 'Active',
    canceled: 'Terminée',
    expired: 'Terminée',
    unresolved: 'Impayée',
  },
  problem: {
    title: 'Cela n’a pas marché',
    fault: (requestId) => `C’est notre faute, pas la vôtre (${requestId}).`,
    reload: 'Revenez en arrière, rechargez la page et réessayez.',
    reloadToSee: 'Revenez en arrière et rechargez la page pour voir l’état actuel.',
    later: 'Revenez en arrière et réessayez dans une minute.',
    startAgain: 'Retournez d’où vous veniez et recommencez.',
    startAgainThen: 'Revenez ensuite en arrière et recommencez.',
  },
} satisfies Words['pages']['shared'];
