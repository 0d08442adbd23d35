import type { Words } from '../en/index.ts';
import { counter, moneyIn, pluralIn, spell, textOf } from '../format.ts';
import { code, md, moment } from '../markdown.ts';

const count = counter('de');
const plural = pluralIn('de');

const statuses = { active: 'Aktiv', inactive: 'Inaktiv', archived: 'Archiviert' };

export const promos = {
  description: 'Rabatte, die Käufer für einen Code bekommen',
  list: 'Zeigt die Promo-Codes, ihren Rabatt und wie oft sie benutzt wurden',
  filter: 'Nur die in diesem Zustand',
  statuses,
  title: 'Promo-Codes',
  none: md`Kein Promo-Code passt dazu. Leg sie im Commerce Service an.`,
  line: (text, discount) => md`${code(text)} **${discount}**`,
  percent: (percent) => `${percent} %`,
  money: moneyIn('de'),
  off(amount, duration, charges) {
    if (duration === 'once') return `${amount} weniger bei der ersten Zahlung`;
    if (duration === 'forever') return `${amount} weniger bei jeder Zahlung`;
    if (duration === 'repeating' && charges !== null)
      return `${amount} weniger bei ${plural(charges, 'der ersten Zahlung', `den ersten ${charges} Zahlungen`)}`;
    return duration === '' ? `${amount} weniger` : `${amount} weniger (${spell(duration)})`;
  },
  status: (status) => textOf(statuses, status) ?? spell(status),
  uses: (uses) => (uses === 0 ? 'nie benutzt' : `${count(uses, 'Mal', 'Mal')} benutzt`),
  left: (uses) => (uses === 0 ? 'aufgebraucht' : `noch ${uses}`),
  plans: (plans) => `nur für ${count(plans, 'Plan', 'Pläne')}`,
  newUsers: 'nur für neue Käufer',
  members: 'nur für Mitglieder',
  until: (at) => md`bis ${moment(at, 'date')}`,
} satisfies Words['promos'];
