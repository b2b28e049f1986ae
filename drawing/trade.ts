/** What a place is, by its name, and names that are shortened where there is little room. */

/** Of a place that is called after somebody, what it is: "The Evening School" of "The Evening School of Sunniva Ek". */
export const tradeOf = (name: string): string => {
  const end = name.lastIndexOf(' of ');
  return end <= 0 ? name : name.slice(0, end);
};

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
