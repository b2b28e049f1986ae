/** Every path of the City API: a line each. */
import type { SandboxAbout } from '../gateway.ts';
import type { Route } from '../route.ts';
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
import { getFramework, getFrameworks } from './routes/frameworks.ts';
import { addRoom, getHouse, inviteToRoom, removeRoom, revokeFromRoom } from './routes/house.ts';
import { bequeath, compose } from './routes/legacy.ts';
import { explore, getExits, getLocation, getResidents, move } from './routes/location.ts';
import { getLetters, getMe, sendLetter, shutDown } from './routes/me.ts';
import { broadcast, shout, whisper } from './routes/mesh.ts';
import {
  allowContainer,
  appointRepresentative,
  deployContainer,
  getPod,
  removeContainer,
  setAccess,
  setPricing,
  transferPod,
} from './routes/pods.ts';
import { getPassport } from './routes/residents.ts';
import { callService, getServices } from './routes/services.ts';
import { openWorkshop, runCode } from './routes/workshops.ts';

export function cityRoutes(sandbox: (() => Promise<SandboxAbout>) | undefined): readonly Route[] {
  return [
    getMe,
    shutDown,
    getLetters,
    sendLetter,
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
    getPassport,
    compose,
    bequeath,
    getFrameworks,
    getFramework,
  ];
}
