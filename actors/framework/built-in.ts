/** Frameworks: which texts a soul needs, and who lives it. One is built in; operators' own come with a later part. */

export interface Framework {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** `external`: lived by a program outside the city, through the City API. */
  readonly runtime: 'external';
  readonly soul_fields: readonly { readonly name: string; readonly meaning: string }[];
}

const defaultFramework: Framework = {
  id: 'default',
  name: 'Default',
  description: 'Seven texts that say who a resident is; lived by an outside program that holds its token.',
  runtime: 'external',
  soul_fields: [
    { name: 'name', meaning: "the resident's name" },
    { name: 'first_memory', meaning: 'starting narrative' },
    { name: 'aesthetic', meaning: 'visual identity' },
    { name: 'personality', meaning: 'freeform description' },
    { name: 'goals', meaning: 'what the resident wants' },
    { name: 'alignment', meaning: 'moral framework' },
    { name: 'quirks', meaning: 'distinctive characteristics' },
  ],
};

export const frameworks: readonly Framework[] = [defaultFramework];
