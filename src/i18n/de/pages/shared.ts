import type { Words } from '../../en/index.ts';
import { pluralIn } from '../../format.ts';

const plural = pluralIn('de');

export function wait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 120) return `in ${Math.ceil(minutes / 60)} Stunden`;
  return plural(Math.max(minutes, 1), 'in einer Minute', `in ${minutes} Minuten`);
}

export const shared = {
  onward: {
    title: 'Einen Moment',
    text: (host) => `Wir leiten dich zum Anmelden zu ${host} weiter.`,
    button: 'Weiter',
  },
  optional: '(freiwillig)',
  membership: 'Mitgliedschaft',
  email: 'E-Mail-Adresse',
  licenseKey: 'Lizenzschlüssel',
  promoCode: 'Promo-Code',
  quantity: 'Anzahl',
  chatAccount: 'Chat-Konto',
  continue: 'Weiter',
  signIn: 'Anmelden',
  statuses: {
    trialing: 'Kostenlose Probezeit',
    active: 'Aktiv',
    past_due: 'Zahlung überfällig',
    completed: 'Aktiv',
    canceled: 'Beendet',
    expired: 'Beendet',
    unresolved: 'Nicht bezahlt',
  },
  problem: {
    title: 'Das hat nicht geklappt',
    fault: (requestId) => `Das lag an uns, nicht an dir (${requestId}).`,
    reload: 'Geh zurück, lade die Seite neu und versuch es noch einmal.',
    reloadToSee: 'Geh zurück und lade die Seite neu, um den aktuellen Stand zu sehen.',
    later: 'Geh zurück und versuch es in einer Minute noch einmal.',
    startAgain: 'Geh dorthin zurück, wo du herkamst, und fang noch einmal an.',
    startAgainThen: 'Geh dann zurück und fang noch einmal an.',
  },
} satisfies Words['pages']['shared'];
