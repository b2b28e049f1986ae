/** The environment of programs that the city starts: none of its settings and secrets. */

const passedOn = ['PATH', 'HOME', 'LANG', 'TMPDIR'] as const;

export const childEnvironment = (more: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(passedOn.map((name) => [name, process.env[name] ?? '']).filter(([, value]) => value)),
  ...more,
});
