/**
 * The seccomp profiles of containers: `seccomp.json` is that of code, and names every system call that is allowed. The others are derived
 * from it; the differences are in this file.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const Profile = z.looseObject({ syscalls: z.array(z.looseObject({ names: z.array(z.string()) })) });

const ipv4 = 2;
const ipv6 = 10;
const stream = 1;
/** The type of a socket within the second argument of `socket`, without the flags that may stand beside it. */
const typeMask = 0xf;
/** The protocol that belongs to the type, or TCP by its number: no SCTP, no MPTCP. */
const protocols = [0, 6];
/** System calls of servers. */
const listening = ['bind', 'listen', 'accept', 'accept4'];

/** TCP. No datagrams, no raw packets. */
const internet = [ipv4, ipv6].flatMap((family) =>
  protocols.map((protocol) => ({
    comment: 'TCP alone, in a network that has nothing but itself',
    names: ['socket'],
    action: 'SCMP_ACT_ALLOW',
    args: [
      { index: 0, value: family, op: 'SCMP_CMP_EQ' },
      { index: 1, value: typeMask, valueTwo: stream, op: 'SCMP_CMP_MASKED_EQ' },
      { index: 2, value: protocol, op: 'SCMP_CMP_EQ' },
    ],
  })),
);

/** The profile of the code of places: no network at all. */
export const codeProfile = readFile(new URL('./seccomp.json', import.meta.url), 'utf8');

const parsed = codeProfile.then((text) => Profile.parse(JSON.parse(text)));

/** The profile of the sidecar of a core container: it may listen. */
export const sidecarProfile = parsed.then((profile) =>
  JSON.stringify({ ...profile, syscalls: [...profile.syscalls, ...internet] }),
);

/** The profile of a core container: it may connect, and may not listen. */
export const coreProfile = parsed.then((profile) => {
  const rest = profile.syscalls.map((rule) => ({
    ...rule,
    names: rule.names.filter((name) => !listening.includes(name)),
  }));
  return JSON.stringify({ ...profile, syscalls: [...rest, ...internet] });
});
