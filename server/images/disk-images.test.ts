import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll } from 'vitest'

import { diskImages } from './disk-images.ts'
import { imagesContract } from './images.contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'ajo-images-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

imagesContract('on a disk', async () => diskImages(folder))
