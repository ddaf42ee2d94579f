import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parseSync } from '@swc/core'
import { analyse } from 'scslre'
import { expect, it } from 'vitest'

const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.test\.|\.contract\./.test(name)

function findPatterns(node: unknown): { pattern: string; flags: string }[] {
  if (typeof node !== 'object' || node === null) return []
  if ('pattern' in node && 'flags' in node)
    return [{ pattern: String(node.pattern), flags: String(node.flags) }]
  return Object.values(node).flatMap(findPatterns)
}

it('takes time that grows in proportion to the input', () => {
  const files = ['server', 'shared'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .map((name) => join(folder, name)),
  )
  const patterns = files.flatMap((file) =>
    findPatterns(
      parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', target: 'esnext' }).body,
    ).map((found) => ({ file, ...found })),
  )
  expect(patterns.length).toBeGreaterThan(200)
  const slow = patterns.filter(
    ({ pattern, flags }) => analyse({ source: pattern, flags }).reports.length > 0,
  )
  expect(slow).toEqual([])
})
