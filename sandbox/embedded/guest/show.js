/** A value as text for people, much as Node shows it, on one line. */

/** Levels of nested objects. */
const depthMax = 3;
/** Entries of one object. */
const entriesMax = 100;

/** Never throws: a value that cannot be shown is named. */
export function show(value, depth = 0, above = []) {
  try {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'function') return `[Function: ${value.name || '(anonymous)'}]`;
    if (Object.is(value, -0)) return '-0';
    if (typeof value !== 'object' || value === null) return String(value);
    return showObject(value, depth, above);
  } catch {
    return '[cannot be shown]';
  }
}

function showObject(value, depth, above) {
  if (above.includes(value)) return '[Circular]';
  if (value instanceof Error) return `${value.name}: ${value.message}\n${value.stack}`.trimEnd();
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (value instanceof Promise) return 'Promise {}';
  const name = value.constructor?.name ?? 'null';
  if (depth > depthMax) return `[${name}]`;
  const inner = (item) => show(item, depth + 1, [...above, value]);
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return listed(Array.isArray(value) ? '' : name, '[]', value, inner);
  if (value instanceof Set) return listed(name, '{}', value, inner);
  if (value instanceof Map) return listed(name, '{}', value, ([key, item]) => `${inner(key)} => ${inner(item)}`);
  const entry = (key) => `${/^[\w$]+$/.test(key) ? key : JSON.stringify(key)}: ${inner(value[key])}`;
  return listed(name === 'Object' ? '' : name, '{}', Object.keys(value), entry);
}

function listed(name, [open, close], items, textOf) {
  const texts = [];
  for (const item of items) {
    if (texts.length === entriesMax) {
      texts.push('...');
      break;
    }
    texts.push(textOf(item));
  }
  const prefix = name === '' ? '' : `${name} `;
  return texts.length === 0 ? `${prefix}${open}${close}` : `${prefix}${open} ${texts.join(', ')} ${close}`;
}
