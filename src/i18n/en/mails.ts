/** Mails to buyers: plain text. */
export const mails = {
  signIn: {
    subject: 'Your sign-in link',
    text: (
      host: string,
      link: string,
    ) => `Someone, hopefully you, wants to sign in at ${host} with this e-mail address.

Open this link within 15 minutes, in the browser where you requested it:

${link}

It works once. If you didn't request it, ignore this mail: nobody can sign in without this link. If you want to
sign in yourself, request a link at the same place. This one then works too.
`,
  },
  /** Tells the owner of an address which purchases have become theirs. */
  merge: {
    subject: 'Purchases with your address',
    forChat: (plan: string, chatId: string) => `${plan}, for the chat account ${chatId}`,
    others: (count: number, address: string) => `And ${count} more: ${address}`,
    text: (
      host: string,
      list: string,
    ) => `Someone, hopefully you, opened a sign-in link for this address at ${host}. The purchases made with this address are now yours:

${list}

Anyone who made one of them in another browser can still view it there, and cancel it as long as their card pays for it, but can't change it or see anything else of yours. If a purchase isn't yours, someone typed your address. Sign in and cancel it, or tell the shop.
`,
  },
};
