/** Nobody gets a name that breaks a line, draws over others or is read as another's script; nobody is called as the city is. */
import t from 'tap';
import { DisplayName, Handle, NewHandle } from '../../gateways/schema/fields.ts';
import { soulFields } from '../../gateways/souls/soul-fields.ts';
import { operatorToken, post, startedPortalWorld } from '../gateways/started-gateways.ts';

const isName = (name: string): boolean => DisplayName.safeParse(name).success;
const isNewHandle = (handle: string): boolean => NewHandle.safeParse(handle).success;

t.test('[NM1] a name is one line', async (t) => {
  for (const name of ['Vera\nis dead', 'Vera\tLynn', 'Vera\r', 'Vera\u0085', 'Vera\u2028', 'Vera\u2029', 'Ve\u0007ra'])
    t.notOk(isName(name), encodeURIComponent(name));
});

t.test('[NM1] a name is drawn where it stands: marks do not pile up', async (t) => {
  for (const name of [
    `V${'\u0301'.repeat(70)}era`,
    '\u0301Vera',
    'V\u0338\u0337\u0336\u0335era',
    'V\u20dd\u20de\u20df\u20e0',
  ])
    t.notOk(isName(name), encodeURIComponent(name));
  for (const name of ['Nguyễn Ái', 'ọ̀rọ̀', 'हिन्दी', 'ภาษาไทย ที่นี่', 'עִבְרִית', 'عَرَبِيَّة', '1️⃣ Vera', 'བོད་སྐད'])
    t.ok(isName(name), name);
});

t.test('[NM1] no word of a name mixes letters that look alike, or writes plain ones in disguise', async (t) => {
  const disguised = [
    'V\u0435ra',
    '\u0412era',
    '\u039fmar',
    'Оmar',
    'Ꮩera',
    'ꓦera',
    'Ｖｅｒａ',
    '𝐕𝐞𝐫𝐚',
    'Ⓥera',
    'Ver\u00aa',
    'Vera¹',
  ];
  for (const name of disguised) t.notOk(isName(name), name);
  const honest = [
    'Вера',
    'Вера Smith',
    'Ω 7',
    'Zoë',
    'Łukasz',
    '東京 Tower',
    'Tokyo東京',
    'カフェ',
    'ｶﾌｪ',
    'Café № 9',
    'Vera™',
    '👩‍🚀 Vera',
  ];
  for (const name of honest) t.ok(isName(name), name);
});

t.test('[NM1] wherever something gets a name, one is refused', async (t) => {
  const { url } = await startedPortalWorld(t);
  const soul = { first_memory: 'a', aesthetic: 'b', personality: 'c', goals: 'd', alignment: 'e', quirks: 'f' };
  for (const name of ['Vera\nis dead', 'V\u0435ra', `V${'\u0301'.repeat(70)}era`]) {
    const founded = await post(`${url}/v1/admin/residents`, operatorToken, { ...soul, name });
    t.match(founded, { status: 422, body: { error: 'invalid_request', issues: [{ path: 'name' }] } }, name);
  }
});

t.test(
  '[NM2] who registers is not called as the city or its operator is, nor so that it reads like that',
  async (t) => {
    const kept = [
      'operator',
      'admin',
      'city',
      'civitas',
      'the-operator',
      'city-operator',
      'administrator',
      'root',
      'system',
    ];
    const alike = [
      '0perator',
      'operat0r',
      'adm1n',
      'admln',
      'a-d-m-i-n',
      'adrnin',
      '4dmin',
      'c1ty',
      'clty',
      'city-',
      'admin-1',
      'admin007',
      'c-i-t-y',
    ];
    for (const handle of [...kept, ...alike]) t.notOk(isNewHandle(handle), handle);
    for (const handle of ['ada', 'felicity', 'cityscape', 'velocity', 'badminton', 'bo-1', 'smooth-operator', 'grace'])
      t.ok(isNewHandle(handle), handle);
    t.ok(Handle.safeParse('admin').success, 'who had it before logs in with it');
    const { url } = await startedPortalWorld(t);
    const body = JSON.stringify({ handle: 'adm1n', password: 'a ladder of rope' });
    const answer = await fetch(`${url}/v1/visitors/register`, { method: 'POST', body });
    t.equal(answer.status, 422);
    t.match(await answer.json(), { error: 'invalid_request', issues: [{ path: 'handle' }] });
  },
);

t.test('[NM2] no soul is named so that its resident reads as the operator or the city', async (t) => {
  const isSoulName = (name: string): boolean => soulFields.name.safeParse(name).success;
  const alike = [
    'The Operator',
    'operator',
    'OPERATOR',
    'The 0perator',
    'City',
    'The City',
    'C i t y',
    'Adm1n',
    'ADMlN',
    'AdmIn',
  ];
  for (const name of [...alike, '(operator)', 'Opérator']) t.notOk(isSoulName(name), name);
  for (const name of [
    'Ada',
    'A',
    'Visitor',
    'Felicity',
    'Smooth Operator',
    'Vera of the City',
    'Atom Visitor',
    'Вера',
    '李',
  ])
    t.ok(isSoulName(name), name);
});
