import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Shows nothing but `NotFound`, which has the title. */
const exempt = new Set(['web/pages/dashboard/not-found.tsx'])

const screens = globSync('web/pages/{dashboard,staff}/*.tsx', {
  cwd: root,
})
  .filter((file) => !/\.test\./.test(file) && !exempt.has(file))
  .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))

const count = (source: string, pattern: RegExp) => source.match(pattern)?.length ?? 0

it('finds the screens', () => expect(screens.length).toBeGreaterThan(20))

it('gives every screen for people with an account a title of its own', () => {
  const titled = /<title>|<(?:Screen|Hidden|Console)Header\b|<PageHead\b/g
  const untitled = screens.filter(({ source }) => count(source, titled) === 0)
  expect(untitled.map(({ file }) => file)).toEqual([])
})

it('gives them the title while they load and after an error too', () => {
  const bare = screens.filter(
    ({ source }) => count(source, /<h1\b/g) > count(source, /<title>|<PageHead\b/g),
  )
  expect(bare.map(({ file }) => file)).toEqual([])
})
