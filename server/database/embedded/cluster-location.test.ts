import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { clusterPlace } from './cluster-location.ts'

const isRoot = process.getuid?.() === 0
let above: string
const elsewhere: string[] = []

beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'ajo-place-'))
  chmodSync(above, 0o755)
})
afterEach(() => {
  for (const folder of [above, ...elsewhere.splice(0)]) rmSync(folder, { recursive: true })
})

const modeOf = (folder: string) => statSync(folder).mode & 0o777

it('keeps the cluster in a folder of its own that nobody else may look into', () => {
  const { data, socket } = clusterPlace(join(above, 'data'))

  expect(data).toBe(join(above, 'data/postgres/data'))
  expect(modeOf(socket)).toBe(0o700)
})

it('keeps the path of the socket within what the kernel takes', () => {
  const { socket } = clusterPlace(join(above, 'x'.repeat(120)))
  elsewhere.push(socket)

  expect(Buffer.byteLength(join(socket, '.s.PGSQL.5432'))).toBeLessThanOrEqual(103)
  expect(modeOf(socket)).toBe(0o700)
})

describe.runIf(isRoot)('for root', () => {
  it('lets PostgreSQL’s account pass through a folder that is ours alone', () => {
    const dataDir = join(above, 'data')
    mkdirSync(dataDir, { mode: 0o700 })

    expect(clusterPlace(dataDir).data).toBe(join(dataDir, 'postgres/data'))
    expect(modeOf(dataDir)).toBe(0o711)
  })

  it('leaves a folder with other things in it as it is, and goes elsewhere', () => {
    const dataDir = join(above, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    writeFileSync(join(dataDir, 'diary'), '')

    const { data } = clusterPlace(dataDir)
    elsewhere.push(join(data, '..'))

    expect(data).toMatch(/^\/var\/lib\/ajo\/[0-9a-f]{16}\/data$/)
    expect(modeOf(dataDir)).toBe(0o700)
  })

  it('finds the cluster where it was made, whatever becomes of the folders above', () => {
    chmodSync(above, 0o700)
    const { data } = clusterPlace(join(above, 'data'))
    elsewhere.push(join(data, '..'))

    chmodSync(above, 0o755)

    expect(clusterPlace(join(above, 'data')).data).toBe(data)
  })

  it('refuses to begin anew beside data that it cannot reach any more', () => {
    const { data } = clusterPlace(join(above, 'data'))
    mkdirSync(data)
    chmodSync(above, 0o700)

    expect(() => clusterPlace(join(above, 'data'))).toThrow('its own user may not enter')
  })
})
