/** Makes JavaScript of a TypeScript file and of what it imports: for policies of a simulation, which Node 20 could not read. */

/** The text of one module. Throws what esbuild finds wrong. */
export async function withoutTypes(path) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}
