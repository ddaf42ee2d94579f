import { totalmem } from 'node:os'

import { expect, it } from 'vitest'

import { availableMemory, memorySettings } from './embedded-postgres.ts'

const gib = 2 ** 30

it('gives PostgreSQL a quarter of a small machine, and never more than its limit', () => {
  expect(memorySettings(gib / 2)).toContain('shared_buffers=128MB')
  expect(memorySettings(gib / 4)).toContain('autovacuum_max_workers=1')
  expect(memorySettings(2 * gib)).toEqual([
    'shared_buffers=512MB',
    'effective_cache_size=1024MB',
    'work_mem=4MB',
    'maintenance_work_mem=128MB',
    'checkpoint_timeout=15min',
    'max_wal_size=1024MB',
    'max_logical_replication_workers=0',
    'max_connections=200',
  ])
  expect(memorySettings(64 * gib)).toEqual([
    'shared_buffers=2048MB',
    'effective_cache_size=32768MB',
    'work_mem=32MB',
    'maintenance_work_mem=512MB',
    'checkpoint_timeout=15min',
    'max_wal_size=4096MB',
    'max_logical_replication_workers=0',
    'max_connections=200',
  ])
})

it('never counts more memory than the machine has', () => {
  expect(availableMemory()).toBeGreaterThan(0)
  expect(availableMemory()).toBeLessThanOrEqual(totalmem())
})
