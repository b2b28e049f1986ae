/**
 * A program that makes given system calls, so that a test can play code that has broken out of JavaScript, on any machine and without a
 * compiler. It reads records of eight 64-bit numbers (a call and its six arguments, and one that is ignored), makes each call, and writes
 * its result as one such number; it ends with its input.
 */
import { arch } from 'node:process';

/** Machine code: read 64 bytes to 0x10001000, load registers, call, store, write 8 bytes, again; at the end, exit. */
const machineCode: Readonly<Record<string, string>> = {
  x64: '31c031ffbe00100010ba400000000f054885c07e394889f3488b03488b7b08488b7310488b53184c8b53204c8b43284c8b4b300f05488903b801000000bf010000004889deba080000000f05ebb2b83c00000031ff0f05',
  arm64:
    '000080d2130082d21300a2f2e10313aa020880d2e80780d2010000d41f0000f1ad010054680240f9608640a9628e41a9649642a9010000d4600200f9200080d2e10313aa020180d2080880d2010000d4ecffff17000080d2a80b80d2010000d4',
};
const elfMachines: Readonly<Record<string, number>> = { x64: 62, arm64: 183 };
const base = 0x1000_0000n;
const headBytes = 120;
const memoryBytes = 0x4000n;

/** The program as an ELF file: one segment that is code and memory at once. */
export function nativeProgram(): Buffer {
  const code = Buffer.from(machineCode[arch] ?? '', 'hex');
  const machine = elfMachines[arch];
  if (machine === undefined) throw new Error(`no machine code for ${arch}`);
  const head = Buffer.alloc(headBytes);
  head.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  head.writeUInt16LE(2, 16);
  head.writeUInt16LE(machine, 18);
  head.writeUInt32LE(1, 20);
  head.writeBigUInt64LE(base + BigInt(headBytes), 24);
  head.writeBigUInt64LE(64n, 32);
  head.writeUInt16LE(64, 52);
  head.writeUInt16LE(56, 54);
  head.writeUInt16LE(1, 56);
  head.writeUInt32LE(1, 64);
  head.writeUInt32LE(7, 68);
  head.writeBigUInt64LE(base, 80);
  head.writeBigUInt64LE(base, 88);
  head.writeBigUInt64LE(BigInt(headBytes + code.length), 96);
  head.writeBigUInt64LE(memoryBytes, 104);
  head.writeBigUInt64LE(0x1000n, 112);
  return Buffer.concat([head, code]);
}

/** Numbers of system calls: of x64, of arm64. */
const numbers = {
  dup: [32, 23],
  inotify_init1: [294, 26],
  epoll_create1: [291, 20],
  epoll_ctl: [233, 21],
  eventfd2: [290, 19],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_setup: [206, 0],
  mount: [165, 40],
  move_mount: [429, 429],
  open_tree: [428, 428],
  fsopen: [430, 430],
  pivot_root: [155, 41],
  chroot: [161, 51],
  unshare: [272, 97],
  setns: [308, 268],
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  mq_open: [240, 180],
  msgget: [68, 186],
  semget: [64, 190],
  shmget: [29, 194],
  syslog: [103, 116],
  init_module: [175, 105],
  finit_module: [313, 273],
  kexec_load: [246, 104],
  mbind: [237, 235],
  personality: [135, 92],
  clone: [56, 220],
  socket: [41, 198],
} as const;

export type Call = keyof typeof numbers;

export function numberOf(call: Call): number {
  return numbers[call][arch === 'arm64' ? 1 : 0];
}
