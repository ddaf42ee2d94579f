import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { locateCluster } from './cluster-location.ts'

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

const getMode = (folder: string) => statSync(folder).mode & 0o777

it('creates a folder that no other user may read', () => {
  const { data, socket } = locateCluster(join(above, 'data'))

  expect(data).toBe(join(above, 'data/postgres/data'))
  expect(getMode(socket)).toBe(0o700)
})

it('keeps the socket path within the limit of the kernel', () => {
  const { socket } = locateCluster(join(above, 'x'.repeat(120)))
  elsewhere.push(socket)

  expect(Buffer.byteLength(join(socket, '.s.PGSQL.5432'))).toBeLessThanOrEqual(103)
  expect(getMode(socket)).toBe(0o700)
})

describe.runIf(isRoot)('as root', () => {
  it('lets PostgreSQL’s account enter an empty DATA_DIR', () => {
    const dataDir = join(above, 'data')
    mkdirSync(dataDir, { mode: 0o700 })

    expect(locateCluster(dataDir).data).toBe(join(dataDir, 'postgres/data'))
    expect(getMode(dataDir)).toBe(0o710)
  })

  it('closes a DATA_DIR of an earlier version to all other users', () => {
    const dataDir = join(above, 'data')
    locateCluster(dataDir)
    chmodSync(dataDir, 0o711)
    locateCluster(dataDir)
    expect(getMode(dataDir)).toBe(0o710)
  })

  it('leaves a folder with other contents as it is, and uses /var/lib/ajo', () => {
    const dataDir = join(above, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    writeFileSync(join(dataDir, 'notes.txt'), '')

    const { data } = locateCluster(dataDir)
    elsewhere.push(join(data, '..'))

    expect(data).toMatch(/^\/var\/lib\/ajo\/[0-9a-f]{16}\/data$/)
    expect(getMode(dataDir)).toBe(0o700)
  })

  it('finds the cluster again after the permissions above it changed', () => {
    chmodSync(above, 0o700)
    const { data } = locateCluster(join(above, 'data'))
    elsewhere.push(join(data, '..'))

    chmodSync(above, 0o755)

    expect(locateCluster(join(above, 'data')).data).toBe(data)
  })

  it('refuses to create a new cluster when it cannot reach the old one', () => {
    const { data } = locateCluster(join(above, 'data'))
    mkdirSync(data)
    chmodSync(above, 0o700)

    expect(() => locateCluster(join(above, 'data'))).toThrow('its account may not enter')
  })
})
