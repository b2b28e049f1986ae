/** The states of a room, as paths of its chart's leaves. `RulesOf` holds the chart to them. */
export type RoomState = 'furnishing' | 'workshop' | 'meeting' | 'storage' | 'study' | 'ended';
