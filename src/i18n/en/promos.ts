import { counter, moneyIn, pluralIn, spell, textOf } from '../format.ts';
import { code, type Markdown, md, moment } from '../markdown.ts';

const count = counter('en');
const plural = pluralIn('en');

const statuses = { active: 'Active', inactive: 'Inactive', archived: 'Archived' };

export const promos = {
  description: 'Discounts that buyers get for a code',
  list: 'Lists the promo codes with their discounts and how often they were used',
  filter: 'Show only codes in this state',
  statuses,
  title: 'Promo codes',
  none: md`No promo codes match. Create them in the Commerce Service.`,
  line: (text: string, discount: string): Markdown => md`${code(text)} **${discount}**`,
  percent: (percent: number) => `${percent} %`,
  money: moneyIn('en'),
  /** @param charges number of charges that a repeating discount lowers; null if unknown */
  off(amount: string, duration: string, charges: number | null): string {
    if (duration === 'once') return `${amount} off the first payment`;
    if (duration === 'forever') return `${amount} off every payment`;
    if (duration === 'repeating' && charges !== null)
      return `${amount} off the first ${plural(charges, 'payment', `${charges} payments`)}`;
    return duration === '' ? `${amount} off` : `${amount} off (${spell(duration)})`;
  },
  status: (status: string) => textOf(statuses, status) ?? spell(status),
  uses: (uses: number) => (uses === 0 ? 'never used' : `used ${count(uses, 'time', 'times')}`),
  left: (uses: number) => (uses === 0 ? 'used up' : `${uses} left`),
  plans: (plans: number) => `for ${count(plans, 'plan', 'plans')} only`,
  newUsers: 'for new buyers only',
  members: 'for members only',
  until: (at: Date): Markdown => md`until ${moment(at, 'date')}`,
};
