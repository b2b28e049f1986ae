/** What lies around a place: nearest first, along ways that lead there, and no more than is asked for. */
import t from 'tap';
import { Geography } from '../../engine/state/geography.ts';
import { neighbourhoodOf } from '../../engine/state/neighbourhood.ts';

/** `a-b` leads both ways, `a>b` one. */
function mapOf(...ways: readonly string[]): Geography {
  const map = new Geography();
  map.setRoot('commons', true);
  for (const name of ways) {
    const [from = '', to = ''] = name.split(/[->]/);
    map.setWay(name, { from, to, bidirectional: name.includes('-') });
  }
  return map;
}

const around = (map: Geography, placesMax = 100, waysMax = 100) => {
  const { places, ways, isTruncated } = neighbourhoodOf(map, ['commons'], placesMax, waysMax);
  return {
    places: places.map(({ id, from }) => `${from ?? ''}/${id}`),
    ways: ways.map(({ from, to }) => `${from} ${to}`),
    isTruncated,
  };
};

t.test('breadth first, each place once, with all ways between them', async (t) => {
  const map = mapOf('commons-a', 'a-b', 'commons>c', 'c>b', 'b>commons');
  t.same(around(map), {
    places: ['/commons', 'commons/a', 'commons/c', 'a/b'],
    ways: ['commons a', 'commons c', 'a b', 'c b', 'b commons'],
    isTruncated: false,
  });
});

t.test('places that cannot be reached, or only lead here, are left out', async (t) => {
  const map = mapOf('commons-a', 'b>a', 'c-d');
  t.same(around(map), { places: ['/commons', 'commons/a'], ways: ['commons a'], isTruncated: false });
  map.setEnded('a', true);
  t.same(around(map), { places: ['/commons'], ways: [], isTruncated: false });
});

t.test('says when there is more: places, or ways', async (t) => {
  const map = mapOf('commons-a', 'commons-b', 'a-b', 'b-c');
  t.same(around(map, 3), {
    places: ['/commons', 'commons/a', 'commons/b'],
    ways: ['commons a', 'commons b', 'a b'],
    isTruncated: true,
  });
  t.match(around(map, 4, 4), { places: { length: 4 }, ways: { length: 4 }, isTruncated: false });
  t.match(around(map, 4, 3), { places: { length: 4 }, ways: { length: 3 }, isTruncated: true });
});
