import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterAll, expect, it } from 'vitest'
import * as z from 'zod/mini'

const configFile = resolve('.dependency-cruiser.mjs')
const layersSchema = z.array(z.array(z.string()))
const configSchema = z.object({
  serverLayers: layersSchema,
  campaignLayers: layersSchema,
  webLayers: layersSchema,
  default: z.object({ forbidden: z.array(z.object({ name: z.string() })) }),
})
const config = z.parse(configSchema, await import(pathToFileURL(configFile).href))

type Plant = { rule: string; from: string; to: string }

/** An import of the layer above from each folder that is not in the top layer. */
function plantUpward(rule: string, root: string, layers: string[][]): Plant[] {
  return layers.slice(1).flatMap((folders, index) =>
    folders.map((folder) => ({
      rule,
      from: toModule(root, folder),
      to: toModule(root, layers[index]?.[0] ?? ''),
    })),
  )
}

const rootModules = new Set(['server/main', 'server/app', 'server/services'])

function toModule(root: string, folder: string): string {
  const path = `${root}/${folder}`
  return rootModules.has(path) ? `${path}.ts` : `${path}/some-module.ts`
}

/** A cycle is reported once, from its first module. */
const cycle: Plant = { rule: 'no-cycles', from: 'shared/b.ts', to: 'shared/c.ts' }
const cycleEnd = { from: cycle.to, to: cycle.from }

const plants: Plant[] = [
  ...plantUpward('server-layers', 'server', config.serverLayers),
  ...plantUpward('campaigns-layers', 'server/campaigns', config.campaignLayers),
  ...plantUpward('web-layers', 'web', config.webLayers),
  { rule: 'server-not-dev', from: 'server/platform/config/a.ts', to: 'dev/mailbox/mailbox.ts' },
  {
    rule: 'only-one-file-names-adapters',
    from: 'server/routes/a.ts',
    to: 'server/providers/payments/paystack.ts',
  },
  { rule: 'pages-are-islands', from: 'web/pages/public/a.tsx', to: 'web/pages/account/b.tsx' },
  {
    rule: 'parts-are-islands',
    from: 'web/pages/parts/a/a.tsx',
    to: 'web/pages/parts/b/b.tsx',
  },
  { rule: 'shared-imports-nothing-of-ours', from: 'shared/a.ts', to: 'server/platform/http/b.ts' },
  { rule: 'web-not-server', from: 'web/ui/a.ts', to: 'server/platform/http/b.ts' },
  { rule: 'server-not-web', from: 'server/platform/pages/a.ts', to: 'web/ui/b.ts' },
  { rule: 'product-not-test', from: 'server/platform/pages/b.ts', to: 'test/a.ts' },
  {
    rule: 'sandbox-stands-alone',
    from: 'packages/paystack-sandbox/src/a.ts',
    to: 'server/money/ledger/b.ts',
  },
  {
    rule: 'sandbox-through-its-index',
    from: 'dev/sample-data/a.ts',
    to: 'packages/paystack-sandbox/src/b.ts',
  },
  {
    rule: 'server-not-sandbox',
    from: 'server/routes/d.ts',
    to: 'packages/paystack-sandbox/src/index.ts',
  },
  cycle,
]
const allowed: Omit<Plant, 'rule'>[] = [
  { from: 'server/routes/c.ts', to: 'server/money/ledger/b.ts' },
  { from: 'server/development.ts', to: 'dev/mailbox/mailbox.ts' },
  { from: 'server/development.ts', to: 'packages/paystack-sandbox/src/index.ts' },
  { from: 'server/adapters.ts', to: 'server/providers/payments/paystack.ts' },
  { from: 'web/pages/public/c.tsx', to: 'web/pages/parts/b/b.tsx' },
]

const folder = mkdtempSync(join(tmpdir(), 'ajo-layers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const violations = cruisePlants()

/** Cruises a tree in a temporary folder that contains only the planted modules. */
function cruisePlants(): Plant[] {
  const imports = new Map<string, string[]>()
  for (const { from, to } of [...plants, ...allowed, cycleEnd]) {
    imports.set(from, [...(imports.get(from) ?? []), to])
    imports.set(to, imports.get(to) ?? [])
  }
  for (const [module, targets] of imports) {
    const file = join(folder, module)
    mkdirSync(dirname(file), { recursive: true })
    const lines = targets.map((to) => `import '#${to}'`)
    writeFileSync(file, `${lines.join('\n')}\nexport const planted = true\n`)
  }
  copyFileSync('package.json', join(folder, 'package.json'))
  const args = [
    '--config',
    configFile,
    '--output-type',
    'json',
    'server',
    'dev',
    'packages',
    'shared',
    'web',
    'test',
  ]
  const output = depcruise(args)
  const violationSchema = z.object({
    rule: z.object({ name: z.string() }),
    from: z.string(),
    to: z.string(),
  })
  const cruise = z.parse(
    z.object({ summary: z.object({ violations: z.array(violationSchema) }) }),
    JSON.parse(output),
  )
  return cruise.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
}

/** The exit code is the number of violations, so the output is read from the error as well. */
function depcruise(args: string[]): string {
  const options: ExecFileSyncOptionsWithStringEncoding = {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }
  try {
    return execFileSync(resolve('node_modules/.bin/depcruise'), args, options)
  } catch (error) {
    return z.parse(z.object({ stdout: z.string() }), error).stdout
  }
}

it.each(plants)('refuses $from → $to by $rule', ({ rule, from, to }) => {
  const found = violations.filter((violation) => violation.from === from && violation.to === to)
  expect(found.map((violation) => violation.rule)).toContain(rule)
})

it.each(allowed)('allows $from → $to', ({ from, to }) => {
  expect(violations.filter((found) => found.from === from && found.to === to)).toEqual([])
})

it('plants at least one import for every rule', () => {
  const rules = new Set(config.default.forbidden.map(({ name }) => name))
  expect(new Set(plants.map(({ rule }) => rule))).toEqual(rules)
})
