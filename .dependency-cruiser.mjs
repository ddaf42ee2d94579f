const server = (...folders) => `^server/(${folders.join('|')})(/|\\.ts$)`

/** Layers of the server from the top. A module may import its own layer and those below it. */
export const serverLayers = [
  ['main'],
  ['app', 'routes', 'services', 'adapters', 'development', 'shell'],
  ['platform/pages', 'platform/health'],
  ['platform/backup'],
  ['staff/admin', 'staff/work', 'people/overview', 'people/privacy'],
  [
    'campaigns',
    'money/disputes',
    'money/donations',
    'money/payouts',
    'money/receipts',
    'money/refunds',
    'people/accounts',
    'people/supporters',
    'staff/moderation',
  ],
  ['money/ledger', 'transparency'],
  [
    'platform/images',
    'platform/keys',
    'platform/mail',
    'platform/queue',
    'platform/rate-limits',
    'platform/share',
    'providers',
  ],
  [
    'platform/cache',
    'platform/config',
    'platform/database',
    'platform/http',
    'platform/lists',
    'platform/policy',
    'platform/runtime',
    'text',
  ],
]

/** Layers within server/campaigns from the top. */
export const campaignLayers = [
  ['review'],
  ['editing'],
  ['submission', 'views'],
  ['lifecycle'],
  ['versions'],
  ['search', 'similarity'],
]

/** Layers of web/ from the top. */
export const webLayers = [
  ['app'],
  ['pages/account', 'pages/dashboard', 'pages/public', 'pages/staff'],
  ['layouts'],
  ['pages/parts'],
  ['forms'],
  ['api', 'navigation', 'text', 'ui'],
  ['router'],
]

const isTest = '\\.(test|contract|spec)\\.tsx?$'

const layerRules = (name, layers, toPath) =>
  layers.slice(0, -1).map((_, index) => ({
    name: `${name}-layers`,
    severity: 'error',
    from: { path: toPath(layers.slice(index + 1).flat()), pathNot: isTest },
    to: { path: toPath(layers[index]) },
  }))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...layerRules('server', serverLayers, (folders) => server(...folders)),
    ...layerRules(
      'campaigns',
      campaignLayers,
      (folders) => `^server/campaigns/(${folders.join('|')})/`,
    ),
    ...layerRules('web', webLayers, (folders) => `^web/(${folders.join('|')})/`),
    {
      name: 'shared-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(server|dev|web|test|scripts)/' },
    },
    {
      name: 'web-not-server',
      comment: 'One file takes the types of the routes.',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/api/routes\\.ts$' },
      to: { path: '^(server|dev)/' },
    },
    {
      name: 'server-not-web',
      severity: 'error',
      from: { path: '^(server|dev)/', pathNot: isTest },
      to: { path: '^web/|node_modules/react' },
    },
    {
      name: 'product-not-test',
      severity: 'error',
      from: { path: '^(server|dev|web|shared)/', pathNot: isTest },
      to: { path: '^(test|scripts|bench)/' },
    },
    {
      name: 'server-not-dev',
      comment: 'One file adds what only development and demonstrations need.',
      severity: 'error',
      from: { path: '^server/', pathNot: `(${isTest}|^server/development\\.ts$)` },
      to: { path: '^dev/' },
    },
    {
      name: 'pages-are-islands',
      severity: 'error',
      from: { path: '^web/(pages/parts/[^/]+|pages/[^/]+)/', pathNot: isTest },
      to: { path: '^web/pages/(public|account|dashboard|staff)/', pathNot: '^web/$1/' },
    },
    {
      name: 'parts-are-islands',
      severity: 'error',
      from: { path: '^web/pages/parts/([^/]+)/' },
      to: { path: '^web/pages/parts/([^/]+)/', pathNot: '^web/pages/parts/$1/' },
    },
    {
      name: 'only-one-file-names-adapters',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: `(^server/adapters\\.ts$|${isTest}|^server/providers/)`,
      },
      to: { path: '^server/providers/[^/]+/(embedded|firebase|sanity|paystack)' },
    },
    {
      name: 'sandbox-stands-alone',
      comment: 'The sandbox plays another company, and others install it without Ajo.',
      severity: 'error',
      from: { path: '^packages/paystack-sandbox/' },
      to: { path: '^(server|dev|web|shared|test|scripts|bench)/' },
    },
    {
      name: 'sandbox-through-its-index',
      comment:
        'The product uses what the package exports, as others do, and only where development needs it.',
      severity: 'error',
      from: { path: '^(server|dev|shared|web)/', pathNot: isTest },
      to: {
        path: '^packages/paystack-sandbox/',
        pathNot: '^packages/paystack-sandbox/src/index\\.ts$',
      },
    },
    {
      name: 'server-not-sandbox',
      severity: 'error',
      from: { path: '^server/', pathNot: `(${isTest}|^server/development\\.ts$)` },
      to: { path: '^packages/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
