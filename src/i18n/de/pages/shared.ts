import type { Words } from '../../en/index.ts';

export const shared = {
  onward: {
    title: 'Einen Moment',
    text: (host) => `Wir leiten dich zum Anmelden zu ${host} weiter.`,
    button: 'Weiter',
  },
} satisfies Words['pages']['shared'];
