/** What a place is, by its name. */

/** Of a place that is called after somebody, what it is: "The Evening School" of "The Evening School of Sunniva Ek". */
export const tradeOf = (name: string): string => {
  const end = name.lastIndexOf(' of ');
  return end <= 0 ? name : name.slice(0, end);
};
