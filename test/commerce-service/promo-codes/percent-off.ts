/** What a promo code needs besides its code, to take so many percent off. */
export const percentOff = (amount_off: number) => ({
  promo_type: 'percentage',
  base_currency: 'usd',
  amount_off,
});
