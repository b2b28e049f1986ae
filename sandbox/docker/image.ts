/**
 * The image of containers. Either the host's own Node, imported as a tar, so that no registry is needed; or an image that the operator
 * has configured, with the runner added. It is made once: its tag is a hash of its contents.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type Docker from 'dockerode';
import { hostNode, runnerFiles, sidecarFiles, withFolders } from './image-files.ts';
import { labels } from './labels.ts';
import { statusOf, withDeadline } from './request-deadlines.ts';
import { type Entry, tarOf } from './tar.ts';

const repository = 'civitas-runner';
const runner = ['node', '/runner/runner.js'] as const;
const inspectMsMax = 5_000;
/** Time for the daemon to write 100 MB while it has other things to do. */
const makeMsMax = 120_000;

export interface Image {
  readonly reference: string;
  /** The command that is process 1. */
  readonly runner: readonly string[];
}

/** The image to use, made if it is not there yet. `configured` is an image that Docker has already. */
export async function imageOf(docker: Docker, configured: string | undefined): Promise<Image> {
  return configured === undefined ? ownImage(docker) : derivedImage(docker, configured);
}

/** The reference of the city's own image, once its files were read: a hundred megabytes, which do not change while a city runs. */
let ownReference: string | undefined;

/** The image with the Node that runs the city and its own programs: the runner of places, and the sidecar of core containers. */
export async function ownImage(docker: Docker): Promise<Image> {
  if (ownReference !== undefined && (await exists(docker, ownReference))) return { reference: ownReference, runner };
  const node = await hostNode();
  const entries = withFolders([...node.files, ...(await runnerFiles()), ...(await sidecarFiles())]);
  const changes = [`LABEL ${labels.image}=own`, ...node.env.map((setting) => `ENV ${setting}`)];
  const reference = `${repository}:${hashOf(entries, changes)}`;
  if (!(await exists(docker, reference)))
    await make(`import of ${reference}`, (abortSignal) =>
      docker.importImage(Readable.from(tarOf(entries)), { ...tagged(reference), changes, abortSignal }),
    );
  ownReference = reference;
  return { reference, runner };
}

/**
 * An image with the Node that the configured image has. If that Node can be read, code can look into the runner and speak in its name:
 * then only the city's checks protect it.
 */
async function derivedImage(docker: Docker, configured: string): Promise<Image> {
  const id = await imageIdOf(docker, configured);
  const recipe = Buffer.from(`FROM ${id}\nCOPY runner /runner\nLABEL ${labels.image}=derived\n`);
  const entries = [...(await runnerFiles()), { path: 'Dockerfile', mode: 0o644, content: recipe }];
  const reference = `${repository}:${hashOf(entries)}`;
  if (!(await exists(docker, reference)))
    await make(`build of ${reference}`, (abortSignal) =>
      docker.buildImage(Readable.from(tarOf(entries)), { t: reference, networkmode: 'none', abortSignal }),
    );
  return { reference, runner };
}

/** The id of an image of the operator's, which Docker has already. Rejects when Docker does not have it, or when it cannot be used. */
export async function imageIdOf(docker: Docker, reference: string): Promise<string> {
  const { Id, Config } = await withDeadline(`inspect ${reference}`, inspectMsMax, () =>
    docker.getImage(reference).inspect(),
  );
  // A volume is a folder on the host's disk without a bound.
  if (Object.keys(Config.Volumes ?? {}).length > 0) throw new Error(`the image ${reference} declares volumes`);
  return Id;
}

function tagged(reference: string): { repo: string; tag: string } {
  const [repo = '', tag = ''] = reference.split(':');
  return { repo, tag };
}

function hashOf(entries: readonly Entry[], changes: readonly string[] = []): string {
  const hash = createHash('sha256').update(JSON.stringify(changes));
  for (const { path, mode, content } of entries) {
    hash.update(`${path}\0${mode}\0${content?.length ?? -1}\0`);
    if (content !== null) hash.update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

async function exists(docker: Docker, reference: string): Promise<boolean> {
  try {
    await withDeadline(`inspect ${reference}`, inspectMsMax, () => docker.getImage(reference).inspect());
    return true;
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw error;
  }
}

/** Docker answers 200 first and says what went wrong in its last line. */
async function make(what: string, call: (signal: AbortSignal) => Promise<NodeJS.ReadableStream>): Promise<void> {
  const told = await withDeadline(what, makeMsMax, async (signal) => text(Readable.from(await call(signal))));
  const lines = told.split('\n').filter((line) => line.includes('"error"'));
  if (lines.length > 0) throw new Error(`${what}: ${lines.join(' ').slice(0, 500)}`);
}
