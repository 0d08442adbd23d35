import Type from 'typebox';

/** The longest address that mail can be sent to: https://www.rfc-editor.org/errata/eid1690 */
const MAX_LENGTH = 254;

/**
 * An e-mail address: a name, one @, and a domain of at least two labels. No character fits two parts of the pattern, so
 * that it is matched in linear time; where mail arrives, only mail can tell.
 */
export const Email = Type.String({
  maxLength: MAX_LENGTH,
  pattern: '^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$',
  description: 'an e-mail address',
});
