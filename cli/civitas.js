#!/usr/bin/env node
/**
 * The command on the path. Plain JavaScript, because Node 20 reads no TypeScript: it checks the version before anything
 * is loaded that needs it, builds what has changed, and hands over to cli/civitas.ts.
 */
const [major, minor] = process.versions.node.split('.').map(Number);

if (!((major === 20 && minor >= 19) || (major === 22 && minor >= 12))) {
  process.stderr.write(
    'civitas needs Node 20.19 or later, or 22.12 or later: the HTTP server is a native addon built for 20 and 22, and what ' +
      `builds the pages wants no older ones. This is ${process.version}.\n`,
  );
  process.exit(1);
}

const { built } = await import('../tools/build.js');
await import(await built());
