/**
 * Which module an import means. Names of modules are the paths of the job's files; modules of the harness have names with a slash in
 * front, which no import in the job's files leads to.
 */

/** Begins a refusal in place of a module name: QuickJS asks for the module all the same, and forgets any other error. */
const refusal = '//';
/** Characters of a path as it stands in an import. */
const pathCharsMax = 1_000;

/**
 * Only relative paths lead anywhere. An empty part is refused: `.//x` would be a name with a slash in front.
 *
 * @param {string} base Name of the importing module.
 * @param {string} path As it stands in the import.
 */
export function resolve(base, path) {
  if (path.length > pathCharsMax) return refused(path.slice(0, 100), `it has more than ${pathCharsMax} characters`);
  const parts = path.split('/');
  if (parts[0] !== '.' && parts[0] !== '..')
    return refused(path, 'only files of this place can be imported, by relative paths such as ./other.js');
  const folder = base.split('/').slice(0, -1);
  for (const part of parts) {
    if (part === '') return refused(path, 'a part of the path is empty');
    if (part === '..' && folder.pop() === undefined) return refused(path, 'it leaves the folder of this place');
    if (part !== '.' && part !== '..') folder.push(part);
  }
  return folder.join('/');
}

/**
 * Gives the source of a module by its name. JSON files are modules whose default export is their value.
 *
 * @param {ReadonlyMap<string, string>} files
 */
export function loaderOf(files) {
  return (/** @type {string} */ name) => {
    if (name.startsWith(refusal)) return { error: new Error(name.slice(refusal.length)) };
    const text = files.get(name);
    if (text === undefined) return { error: new Error(`there is no file ${name}`) };
    return name.endsWith('.json') ? `export default JSON.parse(${JSON.stringify(text)});` : text;
  };
}

function refused(/** @type {string} */ path, /** @type {string} */ why) {
  return `${refusal}cannot import ${path}: ${why}`;
}
