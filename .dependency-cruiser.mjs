/**
 * Import directions: cli -> main -> host -> gateways, services, persistence, sandbox -> actors -> engine.
 * Run by `npm run check:imports` (tools/check-imports.ts), which also fails when nothing was seen.
 */
const rooms =
  'actors|bench|cli|client|config|drawing|engine|gateways|host|land|minds|persistence|population|research|sandbox|services|test|tools|web';
const inside = `^(${rooms})/|^[^/]+\\.ts$`;

/** What the city itself uses of the packages in package.json; the others are for building and testing it. */
const libraries = [
  '@jitl/quickjs-wasmfile-release-sync @modelcontextprotocol/server @node-rs/argon2 @resvg/resvg-js ajv commander cookie csv-parse d3-delaunay dockerode fastest-levenshtein gpt-tokenizer hyparquet-writer ipaddr.js',
  'jstat lru-cache msgpackr node-cron openai opentype.js pino poisson-disk-sampling postgres prom-client pure-rand quickjs-emscripten-core solid-js sorted-btree undici uplot uWebSockets.js',
  'ws xstate zod zod-openapi',
].flatMap((line) => line.split(' '));

/** A forbidden import between our own files: from `from`, to anything of ours that `allowed` does not match. */
const only = (name, from, allowed, comment, extra = {}) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: inside, pathNot: allowed, ...extra },
});

/** Of the rules, what lists the words that answers may say. */
const tables = ['people/(causes-of-death|deeds)', 'place/access', 'workshops/tiers'];

/** What global services say of themselves and of their answers. */
const manifests = '^services/(contract|[^/]+/manifest)\\.ts$';

/** Each kind of actor knows of those after it, and of these their messages and states: so the graph of kinds has no circle. */
const kinds = [
  ...['location', 'visitor', 'soul', 'framework', 'print', 'portal-station', 'note', 'question', 'resident', 'job'],
  ...['service-call', 'room', 'pod', 'connection', 'container', 'call'],
];

const kindsByMessages = kinds.map((kind, n) =>
  only(
    `kind-${kind}`,
    `^actors/kinds/${kind}/`,
    `^(?!actors/kinds/)|^actors/kinds/(${kind}/|(${kinds.slice(n + 1).join('|')})/(messages|state)\\.ts$)`,
    'A kind knows of another its messages.ts and state.ts alone, and no circle leads from kind to kind; what both ask stands in actors/rules/.',
  ),
);

export default {
  forbidden: [
    ...kindsByMessages,
    only(
      'kinds-in-order',
      `^actors/kinds/(?!(${kinds.join('|')})/)`,
      '^(?!actors/kinds/)',
      'A new kind finds its place in the order of kinds, at the head of this file.',
    ),
    only(
      'rules-by-messages',
      '^actors/rules/',
      '^(?!actors/kinds/)|^actors/kinds/[^/]+/(messages|state)\\.ts$',
      'What several kinds share knows of each its messages.ts and state.ts alone.',
    ),
    only(
      'engine-alone',
      '^engine/',
      '^engine/',
      'The engine imports nothing from the other folders; what it needs it names in ports.ts.',
    ),
    only(
      'actors-know-engine',
      '^actors/',
      '^(actors|engine)/',
      'Actors are rules: they import the engine and each other.',
    ),
    {
      name: 'actors-libraries',
      severity: 'error',
      comment: 'Charts and schemas need xstate and zod, nothing else.',
      from: { path: '^actors/' },
      to: { path: 'node_modules/', pathNot: 'node_modules/(xstate|zod)/' },
    },
    {
      name: 'rules-do-no-io',
      severity: 'error',
      comment: 'No clock, chance or I/O in engine/ and actors/ (T4): of Node only what computes.',
      from: { path: '^(engine|actors)/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(assert|buffer|crypto|events|util)(/|$)' },
    },
    only(
      'persistence-knows-ports',
      '^persistence/',
      '^(persistence|engine)/|^config/settings\\.ts$|^gateways/(visitors/credentials|overview/tick-rows|chronicle/chronicle-rows|stations/pictures)\\.ts$',
      'Persistence implements ports, those of the engine and four of the gateways; it knows no actors, and no more of gateways.',
    ),
    only(
      'sandbox-knows-ports',
      '^sandbox/(?!performers\\.ts$)',
      '^(sandbox|engine)/|^config/settings\\.ts$',
      'The sandbox implements ports; it knows no actors and no gateways.',
    ),
    only(
      'performers-know-effects',
      '^sandbox/performers\\.ts$',
      '^(sandbox|engine)/|^actors/effects\\.ts$',
      'The seam knows both sides: the port, and the declaration of what charts ask for. Nothing else of the actors.',
    ),
    {
      name: 'ports-only',
      severity: 'error',
      comment:
        "Of the engine, persistence and sandbox use ports, ids, assertions, passing sets and types; the engine's workings are not theirs.",
      from: { path: '^(persistence|sandbox)/' },
      to: { path: '^engine/', pathNot: '^engine/(ports|ids|assert|passing)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    only(
      'gateways-know-city',
      '^gateways/',
      '^(gateways|actors|drawing|engine|land)/|^services/contract\\.ts$|^config/settings\\.ts$',
      'Gateways reach the city through its interface, never its storage, and of global services they know the contract.',
    ),
    only(
      'answers-alone',
      '^gateways/answers/',
      `^gateways/answers/|^actors/(kinds/[^/]+/(state|messages)|event-types|city-text|rules/(${tables.join('|')}))\\.ts$`,
      'What the city answers is said in words of its own and of the tables of the actors: whoever reads answers takes it along.',
    ),
    {
      name: 'answers-as-types',
      severity: 'error',
      comment: 'Who reaches the city from outside knows what it answers, and checks by itself what has come.',
      from: { path: '^(client|minds|population|web)/' },
      to: { path: '^(gateways/answers|services)/', dependencyTypesNot: ['type-only'] },
    },
    only(
      'pages-from-outside',
      '^web/',
      '^(web|drawing|land)/|^gateways/(answers/|schema/look-alikes\\.ts$)|^actors/rules/people/causes-of-death\\.ts$',
      'What runs in a browser reaches the city over its public interface, like anyone else; how names are read, and what deaths are called, is said once.',
    ),
    only(
      'land-alone',
      '^land/',
      '^land/',
      'The land follows from a seed: it knows nobody who lives on it, and runs in the city and in browsers.',
    ),
    only(
      'drawing-on-land',
      '^drawing/',
      '^(drawing|land)/',
      'What is drawn of a town follows from its map: it is drawn in browsers and by the city alike.',
    ),
    {
      name: 'pages-run-in-browsers',
      severity: 'error',
      comment: 'The pages are built, not imported.',
      from: { pathNot: '^(web|test|bench)/' },
      to: { path: '^web/' },
    },
    only(
      'services-alone',
      '^services/',
      '^services/|^config/settings\\.ts$',
      'A global service knows its contract; storage, and whatever else it needs, host/bring-up.ts hands it.',
    ),
    only('config-alone', '^config/', '^config/', 'Settings are parsed before anything else exists.'),
    {
      name: 'raw-sockets',
      severity: 'error',
      comment:
        'Only gateways/transport/exchange.ts, unread.ts, event-stream.ts, first-requests.ts, http.ts, socket.ts and upgrade.ts touch uWebSockets objects (G2); addon.ts only loads it.',
      from: {
        pathNot:
          '^gateways/transport/(addon|exchange|unread|event-stream|first-requests|http|socket|upgrade)\\.ts$|^(bench|test)/|node_modules/',
      },
      to: { path: 'node_modules/(uWebSockets\\.js|uws-pack)/' },
    },
    only(
      'client-alone',
      '^client/',
      '^client/|^gateways/answers/',
      'How a program speaks with the city: it knows the public interface and nothing of what lives behind it.',
    ),
    only(
      'population-from-outside',
      '^population/',
      `^(client|population|gateways/answers)/|${manifests}`,
      'What lives in the city reaches it over its public interface, like anyone else.',
    ),
    only(
      'minds-from-outside',
      '^minds/',
      `^(client|minds|gateways/answers)/|^population/seeded-random\\.ts$|^drawing/city-time\\.ts$|${manifests}`,
      'A mind is a client: it shares with the residents program how one speaks with the city, with the pages when a day begins, and nothing of the city.',
    ),
    only(
      'research-knows-engine',
      '^research/(?!minds/)',
      '^(research/(?!minds/)|(actors|engine|population|persistence/memory|host/founding|sandbox)/)|^persistence/(interface|made-folders)\\.ts$',
      'What is studied is the engine and the charts; a simulation is put together as a city is, remembers in memory, runs code in the embedded sandbox, and is lived in by the policies of population/. No door and no database is needed for it.',
    ),
    only(
      'simulated-minds-by-the-door',
      '^research/minds/',
      '^(research/(minds|simulation)|client|gateways|minds|population)/',
      'Minds of a simulation are the programs of minds/, and reach it by the routes of the City API.',
    ),
    only(
      'host-below-cli',
      '^host/',
      '^(actors|client|config|drawing|engine|gateways|host|minds|persistence|population|research/(charts|observation)|sandbox|services)/',
      'The process of a city knows nothing of the commands that start it.',
    ),
    only(
      'founding-knows-city',
      '^host/founding/',
      '^(host/founding|actors|engine)/|^(persistence/data-folder|population/seeded-random)\\.ts$|^config/settings\\.ts$|^gateways/portal/town-view\\.ts$',
      'Founders come through the interface of the city; their tokens lie in the data folder.',
    ),
    {
      name: 'not-into-test',
      severity: 'error',
      comment: 'The city runs without its tests.',
      from: { pathNot: '^(bench|test)/' },
      to: { path: '^test/' },
    },
    {
      name: 'not-into-bench',
      severity: 'error',
      comment: 'The city runs without its benches.',
      from: { pathNot: '^(bench|test)/' },
      to: { path: '^bench/' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'A circle of imports is one file in several pieces; this counts types too.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'An import that leads nowhere fails at run time.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'libraries-of-the-city',
      severity: 'error',
      comment:
        'What a release is built with: libraries are bundled (tools/build-release.js), so package.json has them beside the tools of development. Which of these the city itself uses is said here.',
      from: { path: '^(?!(bench|test|tools)/)' },
      to: {
        path: 'node_modules/',
        pathNot: `node_modules/(${libraries.join('|').replaceAll('.', '\\.')})/`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'in-package-json',
      severity: 'error',
      comment: 'A package that comes with another one may be gone with its next version.',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
