export declare const runningRooms: readonly string[];
export declare const productionRooms: readonly string[];
export declare const rooms: readonly string[];
