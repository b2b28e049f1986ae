/** A number of credits, as sentences of the city say it: with as many decimals as it has, three at most. */

export const creditsText = (amount: number): string =>
  `${Number(amount.toFixed(3))} ${amount === 1 ? 'credit' : 'credits'}`;
