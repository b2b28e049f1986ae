/**
 * The program of a sidecar. A core container has no network but the one it shares with this process; here is what it finds
 * there: `http://127.0.0.1:3000`, behind which, connection by connection, lies the city's socket in the mounted folder.
 *
 * What comes from the core container is hostile: it is passed on and not looked at. The bounds that count are kept again
 * on the city's side (`relay.ts`), which does not believe this process either.
 */
import { connect, createServer } from 'node:net';

const port = 3000;
const citySocket = '/city/s';
/** At once; whoever comes when there are so many is told to come again. */
const connectionsMax = 16;
/** Connections that are being told so; beyond these they are just closed. */
const refusalsMax = 16;
/** Until the city is told again that this listens. */
const againMs = 500;

/** As the City API says it (`busy`), with what is always so here: nothing has been passed on. */
const body = JSON.stringify({
  error: 'busy',
  message: 'The city cannot take this right now. Wait as long as Retry-After says, then try again.',
  applied: false,
});
const busy = `HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nRetry-After: 1\r\nConnection: close\r\n\r\n${body}`;

let open = 0;
let refusals = 0;

/** @param {import('node:net').Socket} near */
function refuse(near) {
  if (near.destroyed) return;
  if (refusals >= refusalsMax) {
    near.destroy();
    return;
  }
  refusals += 1;
  near.setTimeout(1_000, () => near.destroy());
  near.on('close', () => {
    refusals -= 1;
  });
  near.resume();
  near.end(busy);
}

/** @param {import('node:net').Socket} near */
function pass(near) {
  near.on('error', () => near.destroy());
  if (open >= connectionsMax) {
    refuse(near);
    return;
  }
  open += 1;
  let isThrough = false;
  const far = connect({ path: citySocket, allowHalfOpen: true });
  far.on('connect', () => {
    isThrough = true;
    near.pipe(far).pipe(near);
  });
  far.on('error', () => far.destroy());
  far.on('close', () => {
    open -= 1;
    if (isThrough) near.destroySoon();
    else refuse(near);
  });
  near.on('close', () => far.destroy());
}

/** The city waits for the first connection: then it knows that this listens, and that its socket is found. */
function tellCity() {
  const hello = connect(citySocket);
  hello.on('connect', () => hello.destroy());
  hello.on('error', () => setTimeout(tellCity, againMs));
}

createServer({ allowHalfOpen: true }, pass).listen(port, '127.0.0.1', tellCity);
