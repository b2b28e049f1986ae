/**
 * Seeds that found something in a race, by the race's name and named after what they found: a defect, or what few others bring up.
 * Every run plays them, however short. Another program of chance that finds something gets a file of its own beside this one.
 */
export const seedsOfRaces: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'a reservation is used or expires': { 'a deploy that is refused as invalid': 56 },
  'the death of a guest hinders nobody': { 'a room that is deployed twice': 12 },
};
