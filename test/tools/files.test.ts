/** Every production file says at its head what is in it, and is found by the words of that. */
import t from 'tap';
import { describedFiles, sentenceOf } from '../../tools/files.ts';
import { root } from '../docs/blocks.ts';

t.test('every production file says what is in it, each something else', async (t) => {
  const files = describedFiles(root);
  t.ok(files.length > 500, `${files.length} files`);
  const firstWith = new Map<string, string>();
  const wrong: string[] = [];
  for (const { path, sentence } of files) {
    if (!/^.{8,}[.:)]$/s.test(sentence)) wrong.push(`${path}: ${sentence}`);
    const other = firstWith.get(sentence);
    if (other !== undefined) wrong.push(`${path} is described as ${other} is`);
    firstWith.set(sentence, path);
  }
  t.same(wrong, []);
});

t.test('the sentence of a file is the first of its comment, on one line, with what follows a colon', async (t) => {
  t.equal(sentenceOf('/** One. Two. */\n'), 'One.');
  t.equal(sentenceOf('/**\n * A list:\n * this and\n * that. More.\n *\n * ID  rule\n */\n'), 'A list: this and that.');
  t.equal(sentenceOf("import 'x';\n/** After imports, 0.5 of it. */\n"), 'After imports, 0.5 of it.');
  t.equal(sentenceOf('/** No end\n *\n * Below */\n'), 'No end');
  t.equal(sentenceOf('const none = 1;\n'), '');
});
