/** Texts of several kinds of pages. */
export const shared = {
  /** Shown while the browser is being sent to another site, for those that don't go by themselves. */
  onward: {
    title: 'One moment',
    text: (host: string) => `We are taking you to ${host} to sign in.`,
    button: 'Continue',
  },
};
