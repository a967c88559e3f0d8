/**
 * Who may import whom. `npm run generate` draws the picture of `docs/architecture.md` from these rules; `test/architecture.thorough.test.ts`
 * proves that they see the modules.
 */
const PORT = '^packages/providers/src/(?!index|feed-readers)[^/]+\\.ts$'
/** What others may import of a package: the entries of its `exports`. */
const DOORS = [
  '^packages/weather/src/(?:index|time|blend/index)\\.ts$',
  '^packages/providers/src/(?:index|port|feed-readers|[^/]+/index)\\.ts$',
]
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Types included: a type lives with those who use it, or below them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    // What the web's builder makes up is resolved by it alone, and packages of others are installed beside a copy of the programs that use them.
    {
      name: 'no-unresolved',
      severity: 'error',
      from: { pathNot: '^lab/clients/programs/' },
      to: { couldNotResolve: true, pathNot: '^virtual:|[?]url$' },
    },
    {
      name: 'weather-is-pure',
      comment:
        'It runs in browsers, too: no I/O, no clock, no packages but a hash for identities and the linear algebra of the blend. Whoever has a catalogue gives it the texts.',
      severity: 'error',
      from: { path: '^packages/weather/src/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { pathNot: ['^packages/weather/src/', 'node_modules/(?:@noble/hashes|ml-matrix|ml-fcnnls)/'] },
    },
    {
      name: 'tests-of-packages-need-no-service',
      severity: 'error',
      from: { path: '^packages/(weather|providers)/.*(?:\\.test\\.ts$|/testing/)', pathNot: 'thorough' },
      to: { path: ['^(?:src|web|lab)/', '^packages/'], pathNot: ['^packages/$1/', '^packages/weather/'] },
    },
    {
      name: 'providers-import-weather-alone',
      severity: 'error',
      from: { path: '^packages/providers/src/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: {
        path: '^(?:src|web|tools|lab|test|packages)/',
        pathNot: ['^packages/providers/src/', '^packages/weather/src/index\\.ts$'],
      },
    },
    {
      name: 'packages-are-entered-by-their-doors',
      severity: 'error',
      from: { pathNot: ['^packages/', '^tools/', '\\.test\\.ts$', '/testing/', '^(?:test|lab)/'] },
      to: { path: '^packages/(?:weather|providers)/', pathNot: DOORS },
    },
    {
      name: 'messages-know-no-product',
      severity: 'error',
      from: { path: '^src/messages/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(?:src|packages)/', pathNot: '^src/(?:messages/|errors\\.ts$)' },
    },
    {
      name: 'platform-knows-no-product',
      severity: 'error',
      from: { path: '^src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(?:src|packages)/', pathNot: ['^src/platform/', '^src/(errors|time)\\.ts$'] },
    },
    {
      name: 'a-provider-knows-itself-and-the-port',
      comment: 'And the Common Alerting Protocol, which several of them speak, and what adapters have in common beside their folders.',
      severity: 'error',
      from: { path: '^packages/providers/src/(?!testing/)([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/providers/src/', pathNot: ['^packages/providers/src/$1/', '^packages/providers/src/(?:cap|wms)/', PORT] },
    },
    {
      name: 'the-port-names-no-provider',
      severity: 'error',
      from: { path: PORT, pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/providers/src/', pathNot: PORT },
    },
    {
      name: 'gateway-stands-on-platform',
      severity: 'error',
      from: { path: '^src/gateway/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: ['^src/(gateway|platform)/', '^src/(errors|time)\\.ts$'] },
    },
    {
      name: 'gateway-and-features-name-no-provider',
      severity: 'error',
      from: { path: '^src/(gateway|features)/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { path: '^packages/providers/', pathNot: '^packages/providers/src/port\\.ts$' },
    },
    {
      name: 'features-get-their-configuration',
      comment: 'Composition hands each its own section; the list of settings shows the variables beside them.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: ['\\.test\\.ts$', '/testing/', '^src/features/operations/settings/'] },
      to: { path: '^src/config/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'commands-are-above-composition',
      severity: 'error',
      from: { path: '^src/composition/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/commands/' },
    },
    {
      name: 'admin-is-below-the-features',
      comment: 'Sessions, roles and the audit log serve every admin route; none of them may know a product.',
      severity: 'error',
      from: { path: '^src/admin/', pathNot: '\\.test\\.ts$' },
      to: { path: ['^src/', '^packages/providers/'], pathNot: ['^src/(admin|platform)/', '^src/(errors|time|foundation)\\.ts$'] },
    },
    {
      name: 'features-meet-at-their-index',
      severity: 'error',
      from: { path: '^src/features/([^/]+/[^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/features/', pathNot: ['^src/features/$1/', '^src/features/[^/]+/[^/]+/index\\.ts$'] },
    },
    {
      name: 'features-are-opened-by-composition',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/features/[^/]+/[^/]+/index\\.ts$', '\\.test\\.ts$'] },
      to: { path: '^src/features/[^/]+/[^/]+/open\\.ts$' },
    },
    {
      name: 'features-reach-the-gateway-by-its-index',
      severity: 'error',
      from: { path: '^src/(features|composition|commands)/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { path: '^src/gateway/', pathNot: ['^src/gateway/index\\.ts$'] },
    },
    {
      name: 'store-below-service-below-routes',
      severity: 'error',
      from: { path: '(store|service)\\.ts$' },
      to: { path: '(routes|admin)\\.ts$' },
    },
    {
      name: 'fastify-at-the-edge',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['(routes|admin)\\.ts$', '^src/platform/http/', '^src/composition/', '\\.test\\.ts$', '^src/features/site/api-docs/'],
      },
      to: { path: 'node_modules/(fastify|@fastify)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sql-in-stores',
      severity: 'error',
      from: { path: '^src/', pathNot: ['store\\.ts$', 'tables\\.ts$', '^src/platform/(db|cache|http)/', '/testing/', '\\.test\\.ts$'] },
      to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-the-roots',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/main\\.ts$', '^src/(commands|composition)/', '\\.test\\.ts$'] },
      to: { path: ['^src/main\\.ts$', '^src/(commands|composition)/'] },
    },
    {
      name: 'pages-know-the-api-only',
      comment:
        'A page is a client of the API. What it shares with the service is the shape of a visit, how a browser says its languages, pure facts of the weather, the messages, and the formats of the mails.',
      severity: 'error',
      from: { path: '^web/', pathNot: '\\.test\\.ts$' },
      to: {
        path: ['^src/', '^packages/providers/'],
        pathNot: [
          '^src/features/site/rendering/visit\\.ts$',
          '^src/platform/http/bytes/accept\\.ts$',
          '^src/messages/',
          '^src/(errors|time)\\.ts$',
          '^src/features/mail/catalogue/',
        ],
      },
    },
    {
      name: 'commands-share-the-text-of-a-place',
      comment:
        'In a terminal, a place is a page without a browser: the same API, the same words. The service itself meets pages by their build only.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/commands/' },
      to: { path: '^web/' },
    },
    {
      name: 'config-knows-the-platform-only',
      comment: 'And the settings that the providers declare, of which it makes variables.',
      severity: 'error',
      from: { path: '^src/config/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(?:src|packages)/',
        pathNot: ['^src/(config|platform)/', '^src/(errors|time)\\.ts$', '^packages/providers/src/(?:index|port)\\.ts$'],
      },
    },
    {
      name: 'the-words-of-mails-are-pure',
      comment: 'The site’s forms share them.',
      severity: 'error',
      from: { path: '^src/features/mail/catalogue/', pathNot: '\\.test\\.ts$' },
      to: {
        path: ['^src/', '^packages/providers/'],
        pathNot: ['^src/features/mail/catalogue/', '^src/messages/', '^src/(errors|time)\\.ts$'],
      },
    },
    {
      name: 'the-client-is-published-alone',
      comment: 'Others install it without the service; it runs in browsers, too.',
      severity: 'error',
      from: { path: '^packages/client/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/client/src/' },
    },
    {
      name: 'pages-know-the-types-of-the-client',
      severity: 'error',
      from: { path: '^web/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/client/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-service-needs-no-client',
      severity: 'error',
      from: { path: '^src/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { path: '^packages/client/' },
    },
    {
      name: 'back-office-stays-in-its-room',
      comment: 'Its packages are larger than the whole public site.',
      severity: 'error',
      from: { path: '^web/app/', pathNot: ['^web/app/admin/', '^web/app/routes\\.ts$'] },
      to: { path: ['^web/app/admin/', 'node_modules/(@mantine|@tanstack|recharts)/'] },
    },
    {
      name: 'simulator-shares-nothing',
      comment: 'It is the other side of the wire: shared code would share mistakes.',
      severity: 'error',
      from: { path: '^tools/upstream-simulator/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(?:src|packages)/' },
    },
    {
      name: 'the-service-knows-no-tools',
      comment: 'What builds, simulates and measures the service is not part of it.',
      severity: 'error',
      from: { path: '^(src|web)/', pathNot: ['\\.test\\.tsx?$', '/testing/'] },
      to: { path: '^(tools|lab)/' },
    },
    {
      name: 'tools-need-no-lab',
      comment: 'A build, a demo or a test run works without what measures.',
      severity: 'error',
      from: { path: '^tools/' },
      to: { path: '^lab/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^data/|^build|^web/build' },
    // The checker has no support for TypeScript 7's compiler: without swc it would see no module and be green.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.css', '.svg'],
    },
  },
}
