/** What a place is, by its name, and names that are shortened where there is little room. */

/** Of a place that is called after somebody, what it is: "The Evening School" of "The Evening School of Sunniva Ek". */
export const tradeOf = (name: string): string => {
  const end = name.lastIndexOf(' of ');
  return end <= 0 ? name : name.slice(0, end);
};

/** By what a person is called: the first name, with its title. */
const givenIn = /^(?:(?:Brother|Sister|Professor|Doctor|Captain) )?\S+/u;

/** The same for who sees another of the same trade: "Portrait Studio of Pell" of "The Portrait Studio of Pell Aslan". */
export function shortenedWithOwner(name: string, charactersMax: number): string {
  const trade = tradeOf(name);
  const [given] = givenIn.exec(name.slice(trade.length + ' of '.length)) ?? [];
  const bare = trade.replace(/^The /u, '');
  const texts = given === undefined ? [] : [`${bare} of ${given}`, `${given}’s ${bare.split(' ').at(-1)}`];
  return texts.find((text) => [...text].length <= charactersMax) ?? shortened(name, charactersMax);
}

/** Names that stand beside each other, shortened: with their owners where they would be the same. */
export function signsOf(names: readonly string[], charactersMax: number): readonly string[] {
  const signs = names.map((name) => shortened(name, charactersMax));
  return signs.map((sign, at) =>
    sign !== names[at] && signs.indexOf(sign) !== signs.lastIndexOf(sign)
      ? shortenedWithOwner(names[at] ?? '', charactersMax)
      : sign,
  );
}

/** Words with which no name ends. */
const joining = new Set(['of', 'the', 'and', 'a', 'an', 'at', 'in', 'for', 'to', '&']);

/** No longer than so many characters: what it is, or as many whole words as fit. A word alone that is too long is cut. */
export function shortened(name: string, charactersMax: number): string {
  const fits = (text: string) => [...text].length <= charactersMax;
  if (fits(name)) return name;
  const trade = tradeOf(name);
  if (fits(trade)) return trade;
  const words = trade.split(/\s+/u);
  while (words.length > 1 && (!fits(`${words.join(' ')} …`) || joining.has(words.at(-1)?.toLowerCase() ?? '')))
    words.pop();
  const text = words.length === 1 ? (words[0] ?? '') : `${words.join(' ')} …`;
  return fits(text) ? text : `${[...text].slice(0, charactersMax - 1).join('')}…`;
}
