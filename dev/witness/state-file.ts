import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

import * as z from 'zod/mini'

import { syncFolder } from '#server/platform/runtime/files.ts'

/** What the witness has signed: for each origin the size, the root and the cosigned checkpoint. */
const schema = z.record(
  z.string(),
  z.object({ size: z.int(), root: z.string(), checkpoint: z.string() }),
)
export type WitnessState = z.output<typeof schema>
export type Seen = WitnessState[string]

export interface StateFile {
  find: (origin: string) => Seen | undefined
  /** Resolves when the disk has it. */
  store: (origin: string, seen: Seen) => Promise<void>
}

/** A file that is replaced as a whole, so that a kill leaves the old or the new state. */
export async function openStateFile(path: string): Promise<StateFile> {
  let state = await readState(path)
  return {
    find: (origin) => state[origin],
    async store(origin, seen) {
      const next = { ...state, [origin]: seen }
      const draft = `${path}.new`
      const file = await open(draft, 'w', 0o600)
      try {
        await file.writeFile(JSON.stringify(next, undefined, 2))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
      // A witness that forgets what it signed could sign another tree.
      await syncFolder(dirname(path))
      state = next
    },
  }
}

async function readState(path: string): Promise<WitnessState> {
  try {
    return z.parse(schema, JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}
