/** From where a global service can be reached, as its manifest says. Which places those are stands in `actors/rules/place/terminal.ts`. */
export const availabilities = ['everywhere', 'library_terminal'] as const;
export type Availability = (typeof availabilities)[number];
