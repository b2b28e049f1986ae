/**
 * Given somebody whose name is written as pages write that of another with its id, when pages show it, then it is not taken for that other.
 */
import t from 'tap';
import { DisplayName } from '../../gateways/schema/fields.ts';
import { labelOf, remember } from '../../web/lib/names-read-alike.ts';

t.test('[NM3] nobody is shown as another is with its id', async (t) => {
  remember('ada-1', 'Ada');
  remember('ada-7', 'Ada');
  const shown = labelOf('ada-1', 'Ada');
  t.equal(shown, 'Ada (ada-1)', 'of two Adas each has its id beside it');
  const name = DisplayName.parse(shown);
  remember('ada-ada-1-9', name);
  t.not(labelOf('ada-ada-1-9', name), shown);
});

t.test('[NM3] nobody is shown by the id of another', async (t) => {
  remember('bo-1', 'Bo');
  const name = DisplayName.parse('bo-1');
  remember('bo-1-8', name);
  t.match(labelOf('bo-1-8', name), 'bo-1-8');
});
