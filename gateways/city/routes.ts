/** Every path of the City API: a line each. */
import type { SandboxAbout } from '../gateway.ts';
import type { SlidingLog } from '../limits/sliding-log.ts';
import type { Route } from '../route/route.ts';
import { frameworkRoutes } from '../routes/frameworks.ts';
import type { Cameras } from '../stations/cameras.ts';
import { readCode, writeCode } from './routes/code.ts';
import {
  approveConnection,
  closeConnection,
  getPendingConnections,
  rejectConnection,
  requestConnection,
  updateConnection,
} from './routes/connections.ts';
import { fundPool, getCredits, getPool, transfer } from './routes/credits.ts';
import { deploy } from './routes/deploy.ts';
import { addRoom, getHouse, inviteToRoom, removeRoom, revokeFromRoom } from './routes/house.ts';
import { jobRoutes } from './routes/jobs.ts';
import { legacyRoutes } from './routes/legacy.ts';
import { explore, getExits, getLocation, getResidents, move } from './routes/location.ts';
import { ownRoutes } from './routes/me.ts';
import { broadcast, shout, whisper } from './routes/mesh.ts';
import {
  allowContainer,
  appointRepresentative,
  contribute,
  deployContainer,
  getPod,
  removeContainer,
  setAccess,
  setPricing,
  transferPod,
} from './routes/pods.ts';
import { portalRoutes } from './routes/portals.ts';
import { residentRoutes } from './routes/residents.ts';
import { callService, getServices } from './routes/services.ts';
import { thresholdRoutes } from './routes/threshold.ts';
import { openWorkshop, runCode } from './routes/workshops.ts';

export function cityRoutes(
  sandbox: (() => Promise<SandboxAbout>) | undefined,
  thoughts: SlidingLog,
  cameras: Cameras,
): readonly Route[] {
  return [
    ...ownRoutes(thoughts),
    getLocation,
    getExits,
    getResidents,
    explore,
    move,
    getHouse,
    addRoom,
    removeRoom,
    inviteToRoom,
    revokeFromRoom,
    openWorkshop,
    writeCode,
    readCode(sandbox),
    runCode,
    deploy,
    requestConnection,
    getPendingConnections,
    approveConnection,
    rejectConnection,
    updateConnection,
    closeConnection,
    getPod,
    appointRepresentative,
    setAccess,
    setPricing,
    transferPod,
    contribute,
    allowContainer,
    deployContainer,
    removeContainer,
    getServices,
    callService,
    broadcast,
    whisper,
    shout,
    getCredits,
    transfer,
    getPool,
    fundPool,
    ...residentRoutes,
    ...jobRoutes,
    ...portalRoutes(cameras),
    ...thresholdRoutes,
    ...legacyRoutes,
    ...frameworkRoutes,
  ];
}
