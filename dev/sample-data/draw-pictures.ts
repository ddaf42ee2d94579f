import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Picture } from './drawing/scenes.ts'

const run = promisify(execFile)

/** The pictures as PNG files, in the order given. */
export async function drawPictures(pictures: readonly Picture[]): Promise<Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ajo-drawings-'))
  try {
    const program = join(import.meta.dirname, 'rasterise.ts')
    await run(process.execPath, [program, folder, JSON.stringify(pictures)])
    return await Promise.all(pictures.map((_, index) => readFile(join(folder, `${index}.png`))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
