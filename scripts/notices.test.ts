import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, it } from 'vitest'

import { listPackages } from './notices.ts'

const root = join(import.meta.dirname, '..')
const notice = readFileSync(join(root, 'NOTICE.md'), 'utf8')

it('names every package of a production install and of the bundles in NOTICE.md', () => {
  const named = [...notice.matchAll(/^- (\S+)/gm)].map(([, name]) => name)
  // If this fails: npm run notices
  expect(named.toSorted()).toEqual([...listPackages().keys()].toSorted())
})

it('knows the licence of every package and uses none that forbids a closed service', () => {
  const licenses = new Set(listPackages().values())
  expect(
    [...licenses].filter((license) => /unknown|AGPL|(?<!L)GPL|SSPL|BUSL/.test(license)),
  ).toEqual([])
})

it('says how to replace the LGPL libraries', () => {
  expect([...listPackages().values()]).toContain('LGPL-3.0-or-later')
  expect(notice).toMatch(/@img\/sharp-libvips-\*.*LGPL-3\.0-or-later[\s\S]*You may replace them/)
})

it('has a licence beside every font', () => {
  const fonts = globSync('{web,server}/**/*.{ttf,otf,woff2}', { cwd: root })
  const folders = [...new Set(fonts.map(dirname))]
  const isLicensed = (folder: string) =>
    globSync('*{OFL,LICENSE,LICENCE}*', { cwd: join(root, folder) }).length > 0
  expect(folders.length).toBeGreaterThan(0)
  expect(folders.filter((folder) => !isLicensed(folder))).toEqual([])
  expect(existsSync(join(root, 'LICENSE'))).toBe(true)
})
