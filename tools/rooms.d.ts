export declare const runningRooms: readonly string[];
export declare const rooms: readonly string[];
