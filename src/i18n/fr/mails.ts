import type { Words } from '../en/index.ts';

export const mails = {
  signIn: {
    subject: 'Votre lien de connexion',
    text: (
      host,
      link,
    ) => `Quelqu’un, vous sans doute, souhaite se connecter à ${host} avec cette adresse e-mail.

Ouvrez ce lien dans les 15 minutes, dans le navigateur où vous l’avez demandé :

${link}

Il fonctionne une fois. Si vous ne l’avez pas demandé, ignorez cet e-mail : personne ne peut se connecter sans ce lien.
Si vous souhaitez vous connecter vous-même, demandez un lien au même endroit. Celui-ci fonctionnera alors aussi.
`,
  },
  merge: {
    subject: 'Achats faits avec votre adresse',
    forChat: (plan, chatId) => `${plan}, pour le compte de chat ${chatId}`,
    others: (count, address) => `Et ${count} de plus : ${address}`,
    text: (
      host,
      list,
    ) => `Quelqu’un, vous sans doute, a ouvert sur ${host} un lien de connexion pour cette adresse. Les achats faits avec cette adresse sont désormais à vous :

${list}

La personne qui en a fait un dans un autre navigateur peut toujours l’y consulter, et le résilier tant que sa carte le paie, mais elle ne peut ni le modifier ni voir quoi que ce soit d’autre de vous. Si un achat n’est pas de vous, quelqu’un a saisi votre adresse. Connectez-vous et résiliez-le, ou prévenez la boutique.
`,
  },
} satisfies Words['mails'];
