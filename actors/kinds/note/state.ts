/** The states of a note, as paths of its chart's leaves. `RulesOf` holds the chart to them. */
export type NoteState = 'standing' | 'forgotten';
