/** What programs that the city starts beside itself may know of its environment: none of its settings and secrets. */

const passedOn = ['PATH', 'HOME', 'LANG', 'TMPDIR'] as const;

export const childEnvironment = (more: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(passedOn.map((name) => [name, process.env[name] ?? '']).filter(([, value]) => value)),
  ...more,
});
