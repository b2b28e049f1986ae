#!/usr/bin/env node
/**
 * The command on the path. Plain JavaScript, because Node 20 reads no TypeScript: it checks the version before anything
 * is loaded that needs it, builds what has changed, and hands over to cli/civitas.ts.
 */
const major = Number(process.versions.node.split('.')[0]);

if (major !== 20 && major !== 22) {
  process.stderr.write(
    `civitas needs Node 20 or 22 (the HTTP server is a native addon built for these); this is ${process.version}.\n`,
  );
  process.exit(1);
}

const { built } = await import('../tools/build.js');
await import(await built());
