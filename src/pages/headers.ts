/** The headers of all pages, whatever runs on them. */
export const PAGE_MANNERS = {
  // What else is on the domain is not ours to decide for.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  // With 'no-referrer' browsers would send `Origin: null` with our own forms, as with those of strangers.
  referrerPolicy: { policy: 'same-origin' as const },
  xFrameOptions: { action: 'deny' as const },
};

/**
 * What a page's headers allow: its own style sheet and forms. Nothing runs on these pages, nothing frames
 * them, and they tell no other site where a buyer came from.
 * @param formAction where forms may lead besides this service, by way of a redirect
 */
export const pageHeaders = (styleHash: string, formAction: readonly string[] = []) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: [styleHash],
      formAction: ["'self'", ...formAction],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  ...PAGE_MANNERS,
});
