/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'shared-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(server|web|test|scripts)/' },
    },
    {
      name: 'web-not-server',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-not-web',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/|node_modules/react' },
    },
    {
      name: 'product-not-test',
      severity: 'error',
      from: { path: '^(server|web|shared)/', pathNot: '\\.(test|contract)\\.tsx?$' },
      to: { path: '^test/' },
    },
    {
      name: 'features-are-islands',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/([^/]+)/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'ui-knows-no-product',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^web/(features|screens|app|api)/' },
    },
    {
      name: 'only-composition-root-knows-adapters',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: '(^server/(main|services)\\.ts$|\\.test\\.ts$|^server/providers/)',
      },
      to: { path: '^server/providers/[^/]+/(embedded|firebase|sanity|paystack)[^/]*\\.ts$' },
    },
    {
      name: 'sandbox-stands-alone',
      comment: 'The sandbox plays a company outside of ours: it may know the wire, never the ledger.',
      severity: 'error',
      from: { path: '^server/payments-sandbox/' },
      to: { path: '^server/', pathNot: '^server/(payments-sandbox|database)/' },
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
