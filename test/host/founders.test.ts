/** Founders are held to the default framework as their city has it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t, { type Test } from 'tap';
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import { commonsAtFirst } from '../../actors/kinds/location/index.ts';
import { view } from '../../actors/views.ts';
import { contentHash } from '../../engine/ids.ts';
import { foundFounders } from '../../host/founding/founders.ts';
import { DataFolder } from '../../persistence/data-folder.ts';
import { openWorld } from '../world.ts';

/** A city whose default framework has this text as its schema. */
async function cityWith(text: string) {
  const [description] = defaultFramework.contents;
  const input = { ...defaultFramework.input, schema: contentHash(text) };
  const framework = { ...defaultFramework, input, contents: [description, text] };
  return (await openWorld({ genesis: [commonsAtFirst, framework] })).city;
}

function folderIn(t: Test): DataFolder {
  const path = mkdtempSync(join(tmpdir(), 'founders-'));
  t.teardown(() => rmSync(path, { recursive: true }));
  return new DataFolder(path);
}

t.test('[FR1] [OP4] a city whose default framework came with an earlier schema founds its founders', async (t) => {
  const [, text] = defaultFramework.contents;
  const before = text.replace('starting narrative', 'where it begins');
  const earlierSchemas = [contentHash(before)];
  t.equal((await foundFounders(await cityWith(before), folderIn(t), { earlierSchemas })).length, 3);
});

t.test(
  '[FR1] [FR2] founders are held to the schema, and in such a city have only the fields that it has',
  async (t) => {
    const [, text] = defaultFramework.contents;
    const { quirks: _, ...properties } = JSON.parse(text).properties;
    const required = Object.keys(properties);
    const before = JSON.stringify({ ...JSON.parse(text), properties, required });
    for (const schema of [text, before]) {
      const city = await cityWith(schema);
      const founders = await foundFounders(city, folderIn(t), { earlierSchemas: [contentHash(before)] });
      const isSoul = new Ajv2020().compile(JSON.parse(schema));
      for (const { id } of founders) {
        const me = await city.view(view('me', { id }));
        if (me.type === 'refused' || !('soul' in me.value)) throw new Error(`${id} is not there`);
        const { personality_summary: _, ...fields } = { ...me.value.soul };
        const soul = { name: me.value.name, ...fields };
        t.ok(isSoul(soul), `${id}: ${JSON.stringify(isSoul.errors)}`);
      }
    }
  },
);

t.test('[FR1] in one whose operator has changed it nobody is founded', async (t) => {
  const [, text] = defaultFramework.contents;
  const city = await cityWith(text.replace('starting narrative', 'whatever'));
  await t.rejects(foundFounders(city, folderIn(t)), /The city refused to found .*: stale_schema/);
});
