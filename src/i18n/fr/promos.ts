import type { Words } from '../en/index.ts';
import { counter, moneyIn, pluralIn, spell, textOf } from '../format.ts';
import { code, md, moment } from '../markdown.ts';

const count = counter('fr');
const plural = pluralIn('fr');

const statuses = { active: 'Actif', inactive: 'Inactif', archived: 'Archivé' };

export const promos = {
  description: 'Les remises que les acheteurs obtiennent avec un code',
  list: 'Montre les codes promo, leur remise et le nombre d’utilisations',
  filter: 'Seulement les codes dans cet état',
  statuses,
  title: 'Codes promo',
  none: md`Aucun code promo ne correspond. Créez-les dans le Commerce Service.`,
  line: (text, discount) => md`${code(text)} **${discount}**`,
  percent: (percent) => `${percent} %`,
  money: moneyIn('fr'),
  off(amount, duration, charges) {
    if (duration === 'once') return `${amount} de moins sur le premier paiement`;
    if (duration === 'forever') return `${amount} de moins sur chaque paiement`;
    if (duration === 'repeating' && charges !== null)
      return `${amount} de moins sur ${plural(charges, 'le premier paiement', `les ${charges} premiers paiements`)}`;
    return duration === '' ? `${amount} de moins` : `${amount} de moins (${spell(duration)})`;
  },
  status: (status) => textOf(statuses, status) ?? spell(status),
  uses: (uses) => (uses === 0 ? 'jamais utilisé' : `utilisé ${count(uses, 'fois', 'fois')}`),
  left: (uses) => (uses === 0 ? 'épuisé' : `encore ${uses}`),
  plans: (plans) => `pour ${count(plans, 'formule', 'formules')} seulement`,
  newUsers: 'pour les nouveaux acheteurs seulement',
  members: 'pour les membres seulement',
  until: (at) => md`jusqu’au ${moment(at, 'date')}`,
} satisfies Words['promos'];
