/** The licences of the packages that a release has in it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const isLicense = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

async function licenseOf(root, folder) {
  const { name, version, license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const files = (await readdir(join(root, folder))).filter((file) => isLicense.test(file) && !/\.(js|ts)$/.test(file));
  const texts = await Promise.all(files.sort().map((file) => readFile(join(root, folder, file), 'utf8')));
  const terms = typeof license === 'string' ? license : 'see its text';
  return [`${name} ${version} (${terms})`, ...texts.map((text) => text.trim())].join('\n\n');
}

/** `folders` of packages below `root`, and `names` of others; each once. */
export async function licenses(root, folders, names) {
  const all = [...new Set([...folders, ...names.map((name) => `node_modules/${name}`)])].sort();
  const texts = await Promise.all(all.map((folder) => licenseOf(root, folder)));
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
