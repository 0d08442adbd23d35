export const CURRENCIES = [
  ...['usd', 'sgd', 'inr', 'aud', 'brl', 'cad', 'dkk', 'eur', 'nok', 'gbp', 'sek', 'chf', 'hkd', 'huf'],
  ...['jpy', 'mxn', 'myr', 'pln', 'czk', 'nzd', 'aed', 'eth', 'ape', 'cop', 'ron', 'thb', 'bgn', 'idr'],
  ...['dop', 'php', 'try', 'krw', 'twd', 'vnd', 'pkr', 'clp', 'uyu', 'ars', 'zar', 'dzd', 'tnd', 'mad'],
  ...['kes', 'kwd', 'jod', 'all', 'xcd', 'amd', 'bsd', 'bhd', 'bob', 'bam', 'khr', 'crc', 'xof', 'egp'],
  ...['etb', 'gmd', 'ghs', 'gtq', 'gyd', 'ils', 'jmd', 'mop', 'mga', 'mur', 'mdl', 'mnt', 'nad', 'ngn'],
  ...['mkd', 'omr', 'pyg', 'pen', 'qar', 'rwf', 'sar', 'rsd', 'lkr', 'tzs', 'ttd', 'uzs', 'rub'],
];

/**
 * Currencies whose amounts don't have two decimals (ISO 4217, list one). The two cryptocurrencies have 18 decimals on
 * their chain; with 8, a JSON number still holds useful amounts without loss.
 */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...['clp', 'jpy', 'krw', 'pyg', 'rwf', 'vnd', 'xof'].map((code) => [code, 0] as const),
  ...['bhd', 'jod', 'kwd', 'omr', 'tnd'].map((code) => [code, 3] as const),
  ...['eth', 'ape'].map((code) => [code, 8] as const),
]);

/** Returns the maximum number of decimals of an amount in this currency. */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2;
