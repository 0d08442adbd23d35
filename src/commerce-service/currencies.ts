/** Every currency that a plan can be sold in. */
export const CURRENCIES = [
  ...['usd', 'sgd', 'inr', 'aud', 'brl', 'cad', 'dkk', 'eur', 'nok', 'gbp', 'sek', 'chf', 'hkd', 'huf'],
  ...['jpy', 'mxn', 'myr', 'pln', 'czk', 'nzd', 'aed', 'eth', 'ape', 'cop', 'ron', 'thb', 'bgn', 'idr'],
  ...['dop', 'php', 'try', 'krw', 'twd', 'vnd', 'pkr', 'clp', 'uyu', 'ars', 'zar', 'dzd', 'tnd', 'mad'],
  ...['kes', 'kwd', 'jod', 'all', 'xcd', 'amd', 'bsd', 'bhd', 'bob', 'bam', 'khr', 'crc', 'xof', 'egp'],
  ...['etb', 'gmd', 'ghs', 'gtq', 'gyd', 'ils', 'jmd', 'mop', 'mga', 'mur', 'mdl', 'mnt', 'nad', 'ngn'],
  ...['mkd', 'omr', 'pyg', 'pen', 'qar', 'rwf', 'sar', 'rsd', 'lkr', 'tzs', 'ttd', 'uzs', 'rub'],
];

/**
 * Currencies whose amounts have other than two decimals (ISO 4217, list one). The two crypto currencies have
 * eighteen on their chain; eight is what a JSON number carries without loss beside a useful amount.
 */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...['clp', 'jpy', 'krw', 'pyg', 'rwf', 'vnd', 'xof'].map((code) => [code, 0] as const),
  ...['bhd', 'jod', 'kwd', 'omr', 'tnd'].map((code) => [code, 3] as const),
  ...['eth', 'ape'].map((code) => [code, 8] as const),
]);

/** How many decimals an amount in this currency may have. */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2;
