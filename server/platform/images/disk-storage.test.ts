import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll } from 'vitest'

import { diskImageStorage } from './disk-storage.ts'
import { imageStorageContract } from './image-storage.contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'ajo-images-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

imageStorageContract('on a disk', async () => diskImageStorage(folder))
