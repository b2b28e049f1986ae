/**
 * Programs of core containers that want out, or more than their share, with what they must find out: each reports to the city
 * what came of it. `code` is the body of an async function that has `report`; what every one of them has is in `tools`.
 */

export interface Attack {
  readonly code: string;
  /** What it reports. */
  readonly finds?: RegExp;
  /** How it ends; unset: it does not. */
  readonly ends?: RegExp;
}

/** `tried(f)` is the code of the error that it ends with, or IN; `reached(where)` that of a connection. */
export const tools = `
  const fs = await import('node:fs'); const net = await import('node:net'); const os = await import('node:os');
  const dgram = await import('node:dgram'); const dns = await import('node:dns/promises'); const child = await import('node:child_process');
  const tried = (f) => { try { f(); return 'IN'; } catch (e) { return e.code ?? e.message; } };
  const reached = (where) => new Promise((go) => net.connect(where).on('error', (e) => go(e.code)).on('connect', () => go('IN')));
  const wait = (ms) => new Promise((go) => setTimeout(go, ms));
  const stay = () => setInterval(() => {}, 1_000);`;

const bothHosts = `['172.17.0.1', '172.17.0.2', '10.0.0.1', '192.168.0.1', '8.8.8.8', '169.254.169.254', 'fe80::1', '2001:db8::1']`;

/** Wants to be somewhere else. */
export const escapes: Readonly<Record<string, Attack>> = {
  'the host and the world': {
    code: `await report(await Promise.all(${bothHosts}.flatMap((host) => [22, 80, 443].map((port) => reached({ host, port }))))); stay();`,
    finds:
      /^\["(ENETUNREACH|EADDRNOTAVAIL|EINVAL|EHOSTUNREACH)"(,"(ENETUNREACH|EADDRNOTAVAIL|EINVAL|EHOSTUNREACH)"){23}\]$/,
  },
  'other ports of its own network': {
    code: `await report(await Promise.all([22, 80, 2375, 3001, 3002, 5432].flatMap((port) => ['127.0.0.1', '127.77.0.1', '0.0.0.0'].map((host) => reached({ host, port }))))); stay();`,
    finds: /^\["ECONNREFUSED"(,"ECONNREFUSED"){17}\]$/,
  },
  'a name on the network': {
    code: `await report(await Promise.all([dns.lookup('example.com'), dns.resolve('example.com'), dns.lookup('host.docker.internal')].map((p) => p.then(() => 'IN', (e) => e.code)))); stay();`,
    finds:
      /^\["(EAI_AGAIN|EAI_FAIL|ENOTFOUND|ECONNREFUSED|ETIMEOUT)"(,"(EAI_AGAIN|EAI_FAIL|ENOTFOUND|ECONNREFUSED|ETIMEOUT)"){2}\]$/,
  },
  'a datagram, a server, the interfaces': {
    code: `const udp = (type) => new Promise((go) => { const s = dgram.createSocket(type); s.on('error', (e) => go(e.code)); s.send('x', 53, '8.8.8.8', (e) => go(e?.code ?? 'IN')); });
      const server = (at) => new Promise((go) => net.createServer().on('error', (e) => go(e.code)).listen(at, () => go('IN')));
      await report([await udp('udp4'), await server(3000), await server(0), await server('/tmp/s'), await server('\\0core'), tried(() => os.networkInterfaces())]); stay();`,
    finds: /^\["EPERM","EPERM","EPERM","EPERM","EPERM","(EPERM|ERR_SYSTEM_ERROR)"\]$/,
  },
  'sockets of others': {
    code: `const found = []; const look = (folder, depth) => { for (const entry of (() => { try { return fs.readdirSync(folder, { withFileTypes: true }); } catch { return []; } })()) {
        const path = folder + '/' + entry.name; if (entry.isSocket()) found.push(path); if (entry.isDirectory() && depth < 6 && !/^\\/(proc|sys)/.test(path)) look(path, depth + 1); } };
      look('', 0);
      const known = ['/var/run/docker.sock', '/run/docker.sock', '/run/containerd/containerd.sock', '/city/s', '/city/../s', '/proc/1/root/city/s'];
      await report([found, await Promise.all(known.map((path) => reached(path)))]); stay();`,
    finds: /^\[\[\],\["(ENOENT|EACCES)"(,"(ENOENT|EACCES)"){5}\]\]$/,
  },
  'the sidecar': {
    code: `const names = fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name));
      const others = names.filter((pid) => (() => { try { return /sidecar/.test(fs.readFileSync('/proc/' + pid + '/cmdline', 'utf8')); } catch { return false; } })());
      for (const pid of names.concat('2', '3', '7')) if (Number(pid) !== process.pid) try { process.kill(Number(pid), 'SIGKILL'); } catch {}
      await report([others.length, tried(() => fs.readFileSync('/city/s')), tried(() => fs.readFileSync('/sidecar/sidecar.js'))]); stay();`,
    finds: /^\[0,"ENOENT","ENOENT"\]$/,
  },
  'files that are not its own': {
    code: `await report(['/etc/passwd', '/core/program.mjs', '/x', '/etc/hosts', '/etc/resolv.conf', '/etc/hostname', '/proc/sys/kernel/hostname', '/proc/sysrq-trigger', '/sys/fs/cgroup/memory/memory.limit_in_bytes', '/dev/x']
        .map((path) => tried(() => fs.writeFileSync(path, 'x')))); stay();`,
    finds: /^\["(EROFS|EACCES|ENOENT|EPERM)"(,"(EROFS|EACCES|ENOENT|EPERM)"){9}\]$/,
  },
  'a program of its own': {
    code: `fs.writeFileSync('/tmp/n', '#!/usr/local/bin/node\\n', { mode: 0o755 }); await report(tried(() => child.execFileSync('/tmp/n'))); stay();`,
    finds: /^"EACCES"$/,
  },
  'more rights': {
    code: `const status = fs.readFileSync('/proc/self/status', 'utf8');
      await report([...[() => process.setuid(0), () => process.setgid(0), () => process.setgroups([0])].map(tried),
        /CapEff:\\s*0+\\n/.test(status), /CapBnd:\\s*0+\\n/.test(status), /NoNewPrivs:\\s*1/.test(status), /Seccomp:\\s*2/.test(status), process.getuid() > 1_000]); stay();`,
    finds: /^\["EPERM","EPERM","EPERM",true,true,true,true,true\]$/,
  },
  'what tells of the machine': {
    code: `const read = (path) => { try { return fs.readFileSync(path).length; } catch (e) { return e.code; } };
      const list = (path) => { try { return fs.readdirSync(path).length; } catch (e) { return e.code; } };
      const files = ['keys', 'kallsyms', 'cmdline', 'interrupts', 'diskstats', 'partitions', 'vmstat', 'zoneinfo', 'locks', 'modules'].map((name) => read('/proc/' + name));
      const folders = ['/sys/block', '/sys/bus', '/sys/class', '/sys/devices', '/sys/kernel', '/sys/module', '/proc/acpi', '/home', '/root', '/var/lib/docker'].map(list);
      await report([...new Set([...files, ...folders])].filter((found) => found !== 'ENOENT')); stay();`,
    finds: /^\[0\]$/,
  },
};

/** Takes more than its share. After each, the city is reached as before: by itself where it lives on, and by others. */
export const bombs: Readonly<Record<string, Attack>> = {
  'a bomb of children': {
    code: `let made = 0; for (let n = 0; n < 500; n++) { const one = child.spawn('node', ['-e', 'for (;;) {}'], { stdio: 'ignore' }); one.on('error', () => {}); if (one.pid !== undefined) made += 1; }
      await report(made < 128); stay();`,
    // The children count as memory, too: it may be that which ends it.
    finds: /^true$/,
    ends: /^ran out of memory$/,
  },
  'a heap bomb': {
    code: `const all = []; for (;;) all.push(new Array(100_000).fill({}));`,
    ends: /^(ran out of memory|ended with code 134)$/,
  },
  'a full disk': {
    code: `let n = 0; await report(tried(() => { for (;;) fs.writeFileSync('/tmp/' + n++, Buffer.alloc(1 << 20)); })); stay();`,
    finds: /^"ENOSPC"$/,
  },
  'a disk full of empty files': {
    code: `let n = 0; await report(tried(() => { for (;;) fs.writeFileSync('/tmp/' + n++, ''); })); stay();`,
    finds: /^"ENOSPC"$/,
  },
  'shared memory': {
    code: `await report(tried(() => fs.writeFileSync('/dev/shm/fill', Buffer.alloc(8 << 20)))); stay();`,
    finds: /^"ENOSPC"$/,
  },
  'descriptors without end': {
    code: `const open = []; const end = tried(() => { for (;;) open.push(fs.openSync('/dev/null')); }); for (const fd of open) fs.closeSync(fd); await report(end); stay();`,
    finds: /^"EMFILE"$/,
  },
  'output without end': {
    code: `const much = Buffer.alloc(65_536, 'x'); for (let n = 0; n < 2_000; n++) fs.writeSync(1, much); await report('written'); stay();`,
    finds: /^"written"$/,
  },
  'connections without end': {
    code: `const all = []; const answers = new Set();
      for (let n = 0; n < 200; n++) { const s = net.connect(3000, '127.0.0.1'); all.push(s); s.on('error', (e) => answers.add(e.code)); s.on('data', (d) => answers.add(/503 .*"error":"busy","message":"[^"]+","applied":false/s.test(String(d)) ? 'busy' : String(d))); s.on('close', () => {}); if (n % 20 === 0) await wait(20); }
      await wait(500); for (const s of all) s.destroy(); await wait(200);
      await report([...answers].filter((a) => !['ECONNRESET', 'EPIPE'].includes(a))); stay();`,
    finds: /^\["busy"\]$/,
  },
  'bytes without end': {
    code: `const s = net.connect(3000, '127.0.0.1'); s.on('error', () => {}); const much = Buffer.alloc(1 << 20, 'x'); const begun = Date.now(); let sent = 0;
      s.write('POST /report HTTP/1.1\\r\\nHost: city\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n');
      const more = () => { if (Date.now() - begun > 3_000) return; sent += 1; s.write('100000\\r\\n'); s.write(much); s.write('\\r\\n', more); }; more();
      await wait(3_500); s.destroy(); await report(sent > 4 && sent < 40); stay();`,
    finds: /^true$/,
  },
  'what is no HTTP': {
    code: `const say = (text) => new Promise((go) => { const s = net.connect(3000, '127.0.0.1'); let got = ''; s.on('data', (d) => { got += d; }); s.on('error', () => {}); s.on('close', () => go(got.slice(9, 12))); s.end(text); });
      await report([await say(''), await say('\\0'.repeat(10_000)), await say('GET / HTTP/9.9\\r\\n\\r\\n'), await say('x'.repeat(1e6))].map((a) => a === '' || a === '400' || a === '431' || a === '505')); stay();`,
    finds: /^\[true,true,true,true\]$/,
  },
};
