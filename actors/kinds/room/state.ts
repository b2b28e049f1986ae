/** The states of the kind, as paths of its chart's leaves: its declaration is held to them (`RulesOf`). */
export type RoomState = 'furnishing' | 'workshop' | 'meeting' | 'storage' | 'study' | 'ended';
