import Type from 'typebox';

/** The longest address that mail can be sent to: https://www.rfc-editor.org/errata/eid1690 */
const MAX_LENGTH = 254;

/**
 * An e-mail address as HTML's forms define it, with a domain of at least two labels. ASCII alone, and nothing that mail
 * programs strip or convert, so that one inbox isn't counted under many spellings; browsers convert a domain in other
 * letters by themselves. No character fits two neighbouring parts of the pattern, so it matches in linear time.
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export const Email = Type.String({
  maxLength: MAX_LENGTH,
  pattern: "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$",
  description: 'an e-mail address',
});
