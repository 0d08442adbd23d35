const rules = new Intl.PluralRules('en');

/** @param {number} count @param {string} one @param {string} other */
export const plural = (count, one, other) => (rules.select(count) === 'one' ? one : other);
