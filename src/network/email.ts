import Type from 'typebox';

/** The longest address that mail can be sent to: https://www.rfc-editor.org/errata/eid1690 */
const MAX_LENGTH = 254;

/**
 * An e-mail address as HTML forms define it, with a domain of at least two labels. Only ASCII, and no characters that
 * mail programs strip or convert, so that one inbox doesn't count under several spellings; browsers convert domains in
 * other scripts themselves. Neighboring parts of the pattern share no character, so it matches in linear time.
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export const Email = Type.String({
  maxLength: MAX_LENGTH,
  pattern: "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$",
  description: 'an e-mail address',
});
