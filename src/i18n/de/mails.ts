import type { Words } from '../en/index.ts';

export const mails = {
  signIn: {
    subject: 'Dein Link zum Anmelden',
    text: (host, link) => `Jemand, hoffentlich du, möchte sich bei ${host} mit dieser E-Mail-Adresse anmelden.

Öffne diesen Link innerhalb von 15 Minuten, in dem Browser, in dem du ihn angefordert hast:

${link}

Er funktioniert einmal. Hast du ihn nicht angefordert, ignorier diese E-Mail: Ohne diesen Link kann sich niemand anmelden.
Möchtest du dich selbst anmelden, fordere an derselben Stelle einen Link an. Dann funktioniert auch dieser.
`,
  },
  merge: {
    subject: 'Käufe mit deiner Adresse',
    forChat: (plan, chatId) => `${plan}, für das Chat-Konto ${chatId}`,
    others: (count, address) => `Und ${count} weitere: ${address}`,
    text: (
      host,
      list,
    ) => `Jemand, hoffentlich du, hat bei ${host} einen Link zum Anmelden für diese Adresse geöffnet. Die Käufe mit dieser Adresse gehören jetzt dir:

${list}

Wer einen davon in einem anderen Browser gemacht hat, kann ihn dort weiter ansehen, und kündigen, solange seine Karte dafür bezahlt; ändern kann er ihn nicht, und sonst sieht er nichts von dir. Ist ein Kauf nicht von dir, hat jemand deine Adresse eingegeben. Melde dich an und kündige ihn, oder sag dem Shop Bescheid.
`,
  },
} satisfies Words['mails'];
