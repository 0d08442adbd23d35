/** Security headers of all pages, with or without scripts. */
export const PAGE_MANNERS = {
  // Not for subdomains: they may not be ours.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  // With 'no-referrer', browsers send `Origin: null` with our own forms, the same as with another site's.
  referrerPolicy: { policy: 'same-origin' as const },
  xFrameOptions: { action: 'deny' as const },
};

/**
 * Returns the headers of a page without scripts: only its own style sheet and forms are allowed, nothing may frame it,
 * and other sites don't learn where a buyer came from.
 * @param formAction origins outside this service that a form may redirect to
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
